import type { Event, Game } from "@hamlet-games/client";
import { useEffect, useRef, useState } from "preact/hooks";

import { useMoment } from "../replay/moments";
import { calm, paceFactor } from "../settings/settings";
import { seenOf, sees } from "../shared/keep";
import { say } from "../shared/words";
import type { Table } from "./game";
import { sentenceOf } from "./log";
import { leftOf, type Step, stayOf, stepsAfter } from "./since";
import type { Touching } from "./spot";

/** How long a step stays: long enough to read it and to look at the place that lights up. */
const SHORTEST = 1600;
const LETTER = 28;

export interface Steps {
  readonly steps: readonly Step<Event>[];
  /** The index of the step that is shown; -1 before the first one. */
  readonly at: number;
  /** The game at the moment of the step; undefined while the present is shown. */
  readonly past: Game | undefined;
  go(at: number): void;
  skip(): void;
}

/**
 * The others' events since this game was last seen in this browser, one after the other, each with the board of its moment.
 * With reduced motion the present is shown, and the steps are gone through by hand.
 */
export function useSteps(table: Table, token: string | undefined, touching: Touching): Steps {
  const { game, told, own, busy, seat } = table;
  const [seen, setSeen] = useState<number | undefined>();
  const first = calm() ? -1 : 0;
  const [at, setAt] = useState(first);
  const spent = useRef<{ mover: number | undefined; time: number }>({ mover: undefined, time: 0 });
  const before = useRef<Game | undefined>(undefined);
  const id = game?.id;
  useEffect(() => {
    setAt(first);
    setSeen(id === undefined ? undefined : (seenOf(id) ?? game?.version));
  }, [id]);
  const chosen = busy || touching.touched.value.length > 0;
  const steps = seen === undefined || chosen ? [] : stepsAfter(told, seen, own, seat);
  const step = steps[at];
  const last = steps.at(-1);
  const version = game?.version ?? 0;
  const isPast = step !== undefined && step.version < version;
  const place = isPast ? { version: step.version, eyes: String(seat ?? "spectator") } : undefined;
  const moment = useMoment(id ?? "", token, place, Math.min(last?.version ?? 0, version - 1));
  const arrived = isPast ? moment.failure !== undefined || moment.game?.version === step.version : step?.version === version;
  const past = isPast && moment.failure === undefined ? (arrived ? moment.game : before.current) : undefined;
  before.current = past ?? game;

  function skip(): void {
    if (id === undefined || game === undefined) return;
    const latest = Math.max(seen ?? 0, game.version, last?.version ?? 0);
    setSeen(latest);
    setAt(first);
    spent.current.time = 0;
    sees(id, latest);
  }

  const go = (to: number) => (to >= steps.length ? skip() : setAt(Math.max(first, to)));
  useEffect(() => {
    if (chosen) skip();
  }, [chosen]);
  useEffect(() => {
    touching.told.value = step?.event;
    if (!step || !arrived || calm()) return undefined;
    if (spent.current.mover !== step.mover) spent.current = { mover: step.mover, time: 0 };
    const wished = (SHORTEST + LETTER * sentenceOf(step.event).length) * paceFactor();
    const stay = stayOf(wished, spent.current.time, leftOf(steps, at));
    const timer = setTimeout(() => {
      spent.current.time += stay;
      go(at + 1);
    }, stay);
    return () => clearTimeout(timer);
  }, [step?.event, arrived, at, steps.length]);
  useEffect(() => {
    if (!step) return undefined;
    const escape = (event: KeyboardEvent) => {
      if (event.key === "Escape") skip();
    };
    addEventListener("keydown", escape);
    return () => removeEventListener("keydown", escape);
  });
  return { steps, at, past, go, skip };
}

/** The event that is shown now. Its place is lit on the table. */
export function StepBar({ steps: { steps, at, go, skip } }: { steps: Steps }) {
  if (steps.length === 0) return null;
  const event = steps[at]?.event;
  return (
    <div class="steps" role="group" aria-label={say("happened")}>
      <p>
        <small>{at < 0 ? steps.length : `${at + 1}/${steps.length}`}</small> {event ? sentenceOf(event) : say("happened")}
      </p>
      <button type="button" class="plain" disabled={at <= 0} onClick={() => go(at - 1)} aria-label={say("back")}>
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
