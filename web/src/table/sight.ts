/** Things that may be touched but are not on the screen. They are scrolled to, or named in the strip below. */

import type { RefObject } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";

import { calm } from "../settings/settings";
import { bestScroll, type Span } from "./reach";
import { TouchContext } from "./spot";

export interface Elsewhere {
  /** The spot. */
  readonly at: string;
  readonly name: string;
}

const OPEN = ".board button.spot.open";
const NAME_LENGTH = 28;

/** The greatest height of the folded strip. Unfolded, it covers things that were visible before. */
const FOLDED = 150;

/** The part of the window between the bars. */
function frame(dock: HTMLElement | null): Span {
  const top = document.querySelector(".turn")?.getBoundingClientRect().bottom ?? 0;
  return { top: Math.max(0, top), bottom: innerHeight - Math.min(FOLDED, dock?.offsetHeight ?? 0) };
}

function isSeen({ top, bottom, left, right, width, height }: DOMRect, between: Span): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return width > 0 && height > 0 && y >= between.top && y <= between.bottom && x >= 0 && x <= innerWidth;
}

/** Return the name of a spot: its spoken name up to the first comma, or else the text on it. */
function nameOf(spot: Element): string {
  const text = spot.querySelector(".unseen")?.textContent ?? spot.textContent;
  const name = (text.split(",")[0] ?? "").trim();
  return name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name;
}

/**
 * Return the open spots that are out of sight. New ones are first scrolled into view, as far as they fit, unless the strip
 * already offers a move that needs no further touch.
 */
export function useOutOfSight(dock: RefObject<HTMLElement | null>): readonly Elsewhere[] {
  const touching = useContext(TouchContext);
  const [missing, setMissing] = useState<readonly Elsewhere[]>([]);
  const { next, ready } = touching.narrowed.value;
  const asked = [...next.keys()].join();
  const again = useRef<() => unknown>(() => undefined);

  useEffect(() => {
    let due = 0;
    function look(): void {
      due = 0;
      const between = frame(dock.current);
      const found = new Map<string, string>();
      for (const spot of document.querySelectorAll<HTMLElement>(OPEN)) {
        const at = spot.dataset["spot"] ?? "";
        if (!isSeen(spot.getBoundingClientRect(), between)) found.set(at, nameOf(spot));
      }
      const list = [...found].map(([at, name]) => ({ at, name }));
      setMissing((before) => (JSON.stringify(before) === JSON.stringify(list) ? before : list));
    }
    const later = () => (due ||= requestAnimationFrame(look));
    again.current = later;
    function bring(): void {
      const spans = [...document.querySelectorAll(OPEN)].map((spot) => spot.getBoundingClientRect()).filter(({ height }) => height > 0);
      const by = bestScroll(spans, frame(dock.current), scrollY, document.documentElement.scrollHeight - innerHeight);
      if (by !== 0) scrollBy({ top: by, behavior: calm() ? "instant" : "smooth" });
      look();
    }
    // Let the browser draw first, then measure.
    const first = requestAnimationFrame(asked === "" || ready.length > 0 ? look : bring);
    addEventListener("scroll", later, { passive: true });
    addEventListener("resize", later);
    const grown = new ResizeObserver(later);
    grown.observe(document.body);
    return () => {
      cancelAnimationFrame(first);
      cancelAnimationFrame(due);
      removeEventListener("scroll", later);
      removeEventListener("resize", later);
      grown.disconnect();
    };
  }, [touching, dock, asked]);
  // What the strip lists makes it higher, so it may cover more.
  useEffect(() => void again.current());
  return missing.filter(({ at }) => next.has(at));
}
