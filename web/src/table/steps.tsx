import type { Event } from "@hamlet-games/client";
import { useEffect, useState } from "preact/hooks";

import { paceFactor } from "../settings/settings";
import { seenOf, sees } from "../shared/keep";
import { say } from "../shared/words";
import type { Table } from "./game";
import { sentenceOf } from "./log";
import { type Step, stepsAfter } from "./since";
import type { Touching } from "./spot";

/** How long a step stays: time enough to read it and to look where it lights up. */
const SHORTEST = 1600;
const LETTER = 28;

export interface Steps {
  readonly steps: readonly Step<Event>[];
  /** Which of them is shown. */
  readonly at: number;
  go(at: number): void;
  skip(): void;
}

function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The others' events since this game was last seen in this browser, one after the other. */
export function useSteps(table: Table, touching: Touching): Steps {
  const { game, told, own, busy } = table;
  const [seen, setSeen] = useState<number | undefined>();
  const [at, setAt] = useState(0);
  const id = game?.id;
  useEffect(() => {
    setAt(0);
    setSeen(id === undefined ? undefined : (seenOf(id) ?? game?.version));
  }, [id]);
  const steps = seen === undefined || busy ? [] : stepsAfter(told, seen, own, table.seat);
  const step = steps[at];
  const last = steps.at(-1);

  function skip(): void {
    if (id === undefined || game === undefined) return;
    const latest = Math.max(seen ?? 0, game.version, last?.version ?? 0);
    setSeen(latest);
    setAt(0);
    sees(id, latest);
  }

  const go = (to: number) => (to >= steps.length ? skip() : setAt(Math.max(0, to)));
  useEffect(() => {
    touching.told.value = step?.event;
    // With reduced motion the steps advance by hand only.
    if (!step || calm()) return undefined;
    const timer = setTimeout(() => go(at + 1), (SHORTEST + LETTER * sentenceOf(step.event).length) * paceFactor());
    return () => clearTimeout(timer);
  }, [step?.event, at, steps.length]);
  return { steps, at, go, skip };
}

/** The event that is shown just now; where it happened is lit on the table. */
export function StepBar({ steps: { steps, at, go, skip } }: { steps: Steps }) {
  const step = steps[at];
  if (!step) return null;
  return (
    <div class="steps" role="group" aria-label={say("happened")}>
      <p>
        <small>{`${at + 1}/${steps.length}`}</small> {sentenceOf(step.event)}
      </p>
      <button type="button" class="plain" disabled={at === 0} onClick={() => go(at - 1)} aria-label={say("back")}>
        ‹
      </button>
      <button type="button" class="plain" onClick={() => go(at + 1)} aria-label={say("next")}>
        ›
      </button>
      <button type="button" class="plain" onClick={skip} aria-label={say("skip")} title={say("skip")}>
        »
      </button>
    </div>
  );
}
