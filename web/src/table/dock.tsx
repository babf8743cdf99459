import { useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { percent, say } from "../shared/words";
import type { Table } from "./game";
import { useOutOfSight } from "./sight";
import { isPlain, TouchContext } from "./spot";

/** The highest number of moves whose labels are offered while the player touches the table. */
const MOST = 6;

/**
 * The strip at the foot of the screen: the moves that the touches so far allow; before the first touch, moves that take hold
 * of nothing, and whatever may be touched but is not on the screen. What does not fit into it unfolds over the table.
 */
export function Dock({ table: { moves, busy } }: { table: Table }) {
  const touching = useContext(TouchContext);
  const bar = useRef<HTMLDivElement>(null);
  const touched = touching.touched.value;
  const { meant, ready, next } = touching.narrowed.value;
  const elsewhere = useOutOfSight(bar);
  const strip = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState(false);
  const [all, showAll] = useState(false);
  useLayoutEffect(() => {
    // Unfolded, the strip no longer says whether it would be too small.
    if (!all) setMore(strip.current !== null && strip.current.scrollHeight > strip.current.clientHeight + 1);
  });
  useEffect(() => showAll(false), [moves, touched]);
  useEffect(() => {
    if (touched.length === 0) return undefined;
    const escape = (event: KeyboardEvent) => {
      if (event.key === "Escape") touching.clear();
    };
    addEventListener("keydown", escape);
    return () => removeEventListener("keydown", escape);
  }, [touching, touched.length]);
  useEffect(() => {
    // A keyboard user gets the focus on the answers. A pointer leaves the focus in its place.
    if (ready.length > 0 && next.size === 0 && document.activeElement?.matches(".spot:focus-visible")) {
      bar.current?.querySelector("button")?.focus();
    }
  }, [ready, next]);
  const begun = touched.length > 0 && meant.length > 0;
  const offered = !begun ? moves.filter(isPlain) : meant.length <= MOST ? meant : ready;
  if (offered.length + elsewhere.length === 0 && !begun) return null;
  const thought = (id: string) => {
    const found = touching.thoughts.value.find((one) => one.id === id);
    return (
      found && (
        <small>
          {` ${percent(found.chance)}`}
          <span class="unseen"> {say("chance")}</span>
        </small>
      )
    );
  };
  return (
    <div class="choosing" role="group" aria-label={say("choose")} ref={bar}>
      <div class={all ? "offers all" : "offers"} ref={strip}>
        {offered.map((move) => (
          <button
            key={move.id}
            type="button"
            class={(begun ? meant : offered).length === 1 ? "main" : ""}
            disabled={busy}
            onClick={() => touching.make(move)}
          >
            {move.label}
            {thought(move.id)}
          </button>
        ))}
        {begun && next.size > 0 && <p>{say("touchNext")}</p>}
        {elsewhere.map(({ at, name }) => (
          <button key={at} type="button" class="elsewhere" data-to={at} disabled={busy} onClick={() => touching.touch(at)}>
            {name}
            {touching.chances.value.has(at) && <small> {percent(touching.chances.value.get(at) ?? 0)}</small>}
          </button>
        ))}
      </div>
      {more && (
        <button type="button" class="plain more" aria-expanded={all} aria-label={say(all ? "lessToTouch" : "allToTouch")} onClick={() => showAll(!all)}>
          <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
            <path d={all ? "M5 9l7 7 7-7" : "M5 15l7-7 7 7"} />
          </svg>
        </button>
      )}
      {begun && (
        <div class="aside">
          {touching.look.value && (
            <button type="button" class="plain" aria-label={say("lookCloser")} title={say("lookCloser")} onClick={() => touching.look.value?.()}>
              <Glass />
            </button>
          )}
          <button type="button" class="plain" aria-label={say("cancel")} title={say("cancel")} onClick={() => touching.clear()}>
            <Cross />
          </button>
        </div>
      )}
    </div>
  );
}

function Glass() {
  return (
    <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM15 15l6 6" />
    </svg>
  );
}

function Cross() {
  return (
    <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5 5l14 14M19 5L5 19" />
    </svg>
  );
}
