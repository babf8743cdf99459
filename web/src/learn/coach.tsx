import { useEffect, useRef } from "preact/hooks";

import { say } from "../shared/words";
import type { Table } from "../table/game";
import { dismiss, guided, learn } from "./guide";
import "./learn.css";
import { lessonsDue } from "./lessons";
import { useTeaching } from "./teaching";
import { Written } from "./written";

/** The guide of a first game: explains each kind of decision when it first arises, and is silent in all other games. */
export function Coach({ table }: { table: Table }) {
  const { game } = table;
  const learned = game && guided.value[game.id];
  return game?.view && learned ? <Lessons table={table} learned={learned} /> : null;
}

function Lessons({ table: { game, moves, seat }, learned }: { table: Table; learned: readonly string[] }) {
  const { id = "", ruleset = "", version, view } = game ?? {};
  const text = useTeaching(ruleset).value;
  const [lesson, ...more] = game?.to_act[0] === seat ? lessonsDue(ruleset, { moves, view }, learned) : [];
  const shown = useRef<{ readonly version: number | undefined; readonly lesson: string | undefined }>(undefined);
  // A decision that the player has made counts as understood.
  useEffect(() => {
    const before = shown.current;
    if (before?.lesson && before.version !== version) learn(id, before.lesson);
    shown.current = { version, lesson };
  }, [version, lesson]);
  if (!lesson || !text) return null;
  return (
    <div class="coach" role="group" aria-label={say("guide")} data-lesson={lesson}>
      <p role="status">
        <Written ruleset={ruleset} line={text.lessons[lesson] ?? ""} />
      </p>
      <button type="button" class="main" onClick={() => learn(id, lesson)}>
        {say(more.length > 0 ? "goOn" : "gotIt")}
      </button>
      <button type="button" class="plain" onClick={() => dismiss(id)}>
        {say("noMoreTips")}
      </button>
    </div>
  );
}
