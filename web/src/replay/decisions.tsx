import type { Game, Review, ReviewedMove, Verdict } from "@hamlet-games/client";
import { useState } from "preact/hooks";

import { Reasons } from "../shared/reasons";
import { percent, say, type Word } from "../shared/words";
import { seatName } from "../table/seats";
import { StepButton } from "./curve";

/** The verdicts from best to worst. Each has a sign, so that colour is not needed to tell them apart. */
const VERDICTS: Readonly<Record<Verdict, { readonly word: Word; readonly sign: string }>> = {
  best: { word: "best", sign: "✓" },
  good: { word: "good", sign: "✓" },
  inaccuracy: { word: "inaccuracy", sign: "?!" },
  mistake: { word: "mistake", sign: "?" },
  blunder: { word: "blunder", sign: "??" },
};
const KINDS = Object.keys(VERDICTS) as Verdict[];
const POOR: readonly (Verdict | null)[] = ["inaccuracy", "mistake", "blunder"];
const BEST_SHOWN = 3;

function VerdictMark({ verdict }: { verdict: Verdict | null }) {
  if (verdict === null) return <span class="verdict">{say("nothingAtStake")}</span>;
  const { word, sign } = VERDICTS[verdict];
  return (
    <span class={`verdict ${verdict}`}>
      <span aria-hidden="true">{sign}</span> {say(word)}
    </span>
  );
}

/** The verdict on the move that led to the moment shown. */
export function Judged({ game, move }: { game: Game; move: ReviewedMove }) {
  return (
    <p class="judged">
      {seatName(game, move.seat)}: {move.label} – <VerdictMark verdict={move.verdict} />
      {POOR.includes(move.verdict) && (
        <>
          {` (−${percent(move.loss)}). ${say("better")}: `}
          <Best move={move} />
          {move.reasons.length > 0 && ` (${move.reasons.map(({ text }) => text).join("; ")})`}
        </>
      )}
    </p>
  );
}

/** The best moves that were examined and are better than the one that was made, with the chance to win by each. */
function Best({ move }: { move: ReviewedMove }) {
  return <>{move.best.filter(({ loss }) => loss < move.loss).slice(0, BEST_SHOWN).map((one) => `${one.label} ${percent(one.chance)}`).join("; ")}</>;
}

/** How well everybody has played. */
export function Accuracies({ game, review }: { game: Game; review: Review }) {
  return (
    <div class="scrolled" role="region" aria-label={say("accuracy")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {(["player", "accuracy", "decisions", ...KINDS.map((kind) => VERDICTS[kind].word)] as Word[]).map((word) => (
              <th key={word} scope="col">
                {say(word)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {review.seats.map((one) => (
            <tr key={one.seat}>
              <th scope="row">{seatName(game, one.seat)}</th>
              <td>{one.accuracy === null ? "–" : percent(one.accuracy / 100)}</td>
              <td>{one.decisions}</td>
              {KINDS.map((kind) => (
                <td key={kind}>{one.verdicts[kind]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Every choice with its verdict. At first, only choices with a loss are shown. */
export function Decisions({ game, review, go }: { game: Game; review: Review; go: (version: number) => void }) {
  const [all, showAll] = useState(false);
  const shown = review.moves.filter(({ verdict }) => all || POOR.includes(verdict));
  return (
    <section aria-labelledby="decisions">
      <h3 id="decisions">{say("everyDecision")}</h3>
      <label class="check">
        <input type="checkbox" checked={all} onChange={(event) => showAll(event.currentTarget.checked)} />
        {say("goodToo")}
      </label>
      {shown.length === 0 && <p>{say("nothingLost")}</p>}
      <div class="scrolled tall" role="region" aria-label={say("everyDecision")} tabIndex={0}>
        <table class="judgements">
          <thead>
            <tr>
              {(["step", "player", "move", "verdict", "lost", "better"] as const).map((word) => (
                <th key={word} scope="col">
                  {say(word)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((move) => (
              <tr key={`${move.version}.${move.seat}`}>
                <th scope="row">
                  <StepButton version={move.version} go={go} />
                </th>
                <td>{seatName(game, move.seat)}</td>
                <td>{move.label}</td>
                <td>
                  <VerdictMark verdict={move.verdict} />
                </td>
                <td data-head={say("lost")}>{percent(move.loss)}</td>
                <td data-head={say("better")}>
                  {move.verdict !== null && move.verdict !== "best" && (
                    <>
                      <Best move={move} />
                      <Reasons than={say("thanMade")} reasons={move.reasons} />
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
