import type { Game } from "@hamlet-games/client";
import { useRef, useState } from "preact/hooks";

import { useNames } from "../shared/catalogue";
import { say } from "../shared/words";
import { Chapters, Legend } from "./handbook";
import { isTaught, useTeaching } from "./teaching";

/** With this number of seats or more, a ruleset may have more in its box. */
const MANY = 4;

/** Return the boxes in play: expansions, additions for many seats, and those for one seat only. */
export function boxesOf({ options, seats }: Pick<Game, "options" | "seats">): ReadonlySet<string> {
  const chosen = Object.values(options).flatMap((value: unknown) => (Array.isArray(value) ? (value as unknown[]).map(String) : []));
  return new Set([...chosen, ...(seats.length === 1 ? ["solo"] : []), ...(seats.length >= MANY ? ["four_plus"] : [])]);
}

function Book() {
  return (
    <>
      <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 6.500C10 5 6.500 4.500 3 4.500v14c3.500 0 7 .5 9 2 2-1.500 5.500-2 9-2v-14c-3.500 0-7 .5-9 2zM12 6.500v14" />
      </svg>
      <span class="word">{say("rules")}</span>
    </>
  );
}

/** The buttons for the rules and the symbols. For a ruleset without a text, they show its index of rules. */
export function HandbookButton({ game }: { game: Game }) {
  if (isTaught(game.ruleset)) return <Handbook game={game} />;
  return (
    <a class="plain booked" href={`/rules/${game.ruleset}`} target="_blank" rel="noopener" aria-label={say("rules")}>
      <Book />
    </a>
  );
}

function Handbook({ game }: { game: Game }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const [part, show] = useState<"signs" | "rules">("signs");
  const boxes = boxesOf(game);
  const Part = part === "signs" ? Legend : Chapters;
  return (
    <>
      <button
        type="button"
        class="plain"
        aria-label={say("rulesAndSigns")}
        title={say("rulesAndSigns")}
        onClick={() => {
          setOpen(true);
          dialog.current?.showModal();
        }}
      >
        <Book />
      </button>
      <dialog class="handbook" ref={dialog} aria-labelledby="handbook" onClose={() => setOpen(false)} onClick={(event) => event.target === dialog.current && dialog.current?.close()}>
        <header>
          <h2 id="handbook">{say("rulesAndSigns")}</h2>
          {(["signs", "rules"] as const).map((one) => (
            <button key={one} type="button" class={one === part ? "picked" : "plain"} aria-pressed={one === part} onClick={() => show(one)}>
              {say(one)}
            </button>
          ))}
          <button type="button" class="plain" onClick={() => dialog.current?.close()}>
            {say("close")}
          </button>
        </header>
        <div class="inside">
          {open && (
            <>
              {part === "rules" && <InPlay ruleset={game.ruleset} boxes={boxes} />}
              <Part ruleset={game.ruleset} boxes={boxes} />
              <p>
                <a href={`/rules/${game.ruleset}`} target="_blank" rel="noopener">
                  {say("ruleIndex")}
                </a>
              </p>
            </>
          )}
        </div>
      </dialog>
    </>
  );
}

/** The boxes in play that the rules explain. */
function InPlay({ ruleset, boxes }: { ruleset: Game["ruleset"]; boxes: ReadonlySet<string> }) {
  const called = useNames(ruleset);
  const chapters = useTeaching(ruleset).value?.chapters ?? [];
  const explained = chapters.flatMap(({ box }) => (box && boxes.has(box) ? [called("boxes", box)] : []));
  return explained.length > 0 ? <p>{`${say("inPlay")} ${explained.join(", ")}`}</p> : null;
}
