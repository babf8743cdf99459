import type { Event } from "@hamlet-games/client";

import { say } from "../shared/words";
import { Sign } from "./board";
import type { Table } from "./game";
import { seatName } from "./seats";
import { turnsOf } from "./since";
import type { Touching } from "./spot";

const LONGEST = 60;

/** Return a sentence for an event. */
export function sentenceOf(event: Event): string {
  const { text } = event as { text?: unknown };
  return typeof text === "string" ? text : event.type.replaceAll("_", " ");
}

/**
 * What happened turn by turn, the newest first; a live region, so that screen readers tell it. An entry lights up its places on the
 * table, and brings them to the screen when it is touched.
 */
export function Log({ table, touching }: { table: Table; touching: Touching }) {
  const { game, seat, told } = table;
  if (!game) return null;
  const turns = turnsOf(told.slice(-LONGEST)).reverse();
  const light = (event?: Event) => (touching.told.value = event);
  function bring(): void {
    const [spot = ""] = touching.lit.value;
    document.querySelector(`.board [data-spot="${CSS.escape(spot)}"]`)?.scrollIntoView({ block: "center" });
  }
  /** The whole log is one stop of the Tab key. */
  function walk(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const all = [...event.currentTarget.querySelectorAll("button")];
    const next = by === 0 ? undefined : all[all.findIndex((one) => one === document.activeElement) + by];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
  return (
    <section aria-labelledby="log">
      <h2 id="log">{say("happened")}</h2>
      <ol class="log" reversed onKeyDown={walk} aria-labelledby="log" aria-live="polite" aria-relevant="additions">
        {turns.map(({ version, mover, events }, turn) => (
          <li key={version} class={mover === seat && seat !== null ? "own" : ""}>
            {mover !== undefined && (
              <p class="who">
                <span class={`disc seat-${mover}`} aria-hidden="true">
                  {mover + 1}
                </span>
                {mover === seat ? say("you") : seatName(game, mover)}
              </p>
            )}
            <ul>
              {events.map((event, at) => (
                <li key={at}>
                  <button
                    type="button"
                    class="plain"
                    tabIndex={turn + at === 0 ? 0 : -1}
                    onPointerEnter={() => light(event)}
                    onPointerLeave={() => light()}
                    onFocus={() => light(event)}
                    onBlur={() => light()}
                    onClick={() => (light(event), bring())}
                  >
                    <Sign ruleset={game.ruleset} event={event} />
                    {sentenceOf(event)}
                  </button>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}
