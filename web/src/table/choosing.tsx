import { useContext, useEffect, useRef } from "preact/hooks";

import { percent, say } from "../shared/words";
import { TouchContext } from "./spot";

/** The most moves that are announced while the table is touched. */
const MOST = 6;

/** The moves that the touches so far allow, to be confirmed or chosen by their labels. */
export function Choosing({ busy }: { busy: boolean }) {
  const touching = useContext(TouchContext);
  const bar = useRef<HTMLDivElement>(null);
  const touched = touching.touched.value;
  const { meant, ready, next } = touching.narrowed.value;
  useEffect(() => {
    if (touched.length === 0) return undefined;
    const escape = (event: KeyboardEvent) => {
      if (event.key === "Escape") touching.clear();
    };
    addEventListener("keydown", escape);
    return () => removeEventListener("keydown", escape);
  }, [touching, touched.length]);
  useEffect(() => {
    // By keyboard the way goes on to the answers; a pointer leaves the focus where it is.
    if (ready.length > 0 && next.size === 0 && document.activeElement?.matches(".spot:focus-visible")) {
      bar.current?.querySelector("button")?.focus();
    }
  }, [ready, next]);
  if (touched.length === 0 || meant.length === 0) return null;
  const thought = (id: string) => {
    const found = touching.thoughts.value.find((one) => one.id === id);
    return found && <small>{` ${percent(found.value)} ${say("chance")}`}</small>;
  };
  const offered = meant.length <= MOST ? meant : ready;
  return (
    <div class="choosing" role="group" aria-label={say("choose")} ref={bar}>
      {offered.map((move) => (
        <button key={move.id} type="button" class={meant.length === 1 ? "main" : ""} disabled={busy} onClick={() => touching.make(move)}>
          {move.label}
          {thought(move.id)}
        </button>
      ))}
      {next.size > 0 && <p>{say("touchNext")}</p>}
      {touching.look.value && (
        <button type="button" class="plain" onClick={() => touching.look.value?.()}>
          {say("lookCloser")}
        </button>
      )}
      <button type="button" class="plain" onClick={() => touching.clear()}>
        {say("cancel")}
      </button>
    </div>
  );
}
