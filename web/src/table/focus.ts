import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

const NEXT = "button.spot.open:enabled, .offers button:enabled";

/**
 * Keeps the focus of a person at the keyboard: what had it goes with every move, and a browser then leaves it nowhere. It goes to
 * what can be touched next, or to the heading until there is something. Gives the heading.
 */
export function useKeptFocus(shown: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const main = document.querySelector("main");
    if (!shown || !main) return undefined;
    // A page that has just been opened from another one is read from its heading.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    let typing = false;
    let due = 0;
    function keep(): void {
      due = 0;
      const at = document.activeElement;
      if (!typing || (at !== document.body && at !== heading.current)) return;
      const next = document.querySelector<HTMLElement>(NEXT);
      if (next ?? at === document.body) (next ?? heading.current)?.focus();
    }
    const typed = () => (typing ||= main.contains(document.activeElement));
    const pointed = () => (typing = false);
    const changed = new MutationObserver(() => (due ||= requestAnimationFrame(keep)));
    changed.observe(main, { childList: true, subtree: true, attributes: true, attributeFilter: ["class", "disabled"] });
    addEventListener("keydown", typed, true);
    addEventListener("pointerdown", pointed, true);
    return () => {
      changed.disconnect();
      cancelAnimationFrame(due);
      removeEventListener("keydown", typed, true);
      removeEventListener("pointerdown", pointed, true);
    };
  }, [shown]);
  return heading;
}
