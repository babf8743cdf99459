import type { Event } from "@hamlet-games/client";

import { say } from "../shared/words";
import type { Table } from "./game";

const LONGEST = 60;

/** A sentence for an event. */
export function sentenceOf(event: Event): string {
  const { text } = event as { text?: unknown };
  return typeof text === "string" ? text : event.type.replaceAll("_", " ");
}

/** What happened, the newest first; a live region, so that screen readers tell it. */
export function Log({ table }: { table: Table }) {
  const events = table.events.slice(-LONGEST).reverse();
  return (
    <section aria-labelledby="log">
      <h2 id="log">{say("happened")}</h2>
      <ol class="log" reversed tabIndex={0} aria-labelledby="log" aria-live="polite" aria-relevant="additions">
        {events.map((event, at) => (
          <li key={table.events.length - at}>{sentenceOf(event)}</li>
        ))}
      </ol>
    </section>
  );
}
