import { dataOf, type Game, type Review, type ReviewLevel } from "@hamlet-games/client";

import { useAnswer } from "../shared/asking";
import { language } from "../shared/keep";
import { hamlet } from "../shared/server";
import { nameOf, percent, say } from "../shared/words";
import { seatName } from "../table/seats";
import type { AskedReview } from "./asked";
import { Curve, StepButton } from "./curve";
import { Accuracies, Decisions } from "./decisions";

const LEVELS = ["medium", "hard", "expert"] as const satisfies readonly ReviewLevel[];

export interface ReviewProps {
  readonly game: Game;
  readonly asked: AskedReview;
  readonly version: number;
  readonly go: (version: number) => void;
}

/** The review of a finished game: request it, wait for it, show it. */
export function ReviewSection({ game, asked, version, go }: ReviewProps) {
  const { review } = asked;
  const path = { ruleset: game.ruleset };
  const words = useAnswer(() => dataOf(hamlet.api.GET("/v1/rulesets/{ruleset}", { params: { path } })), [game.ruleset, language.value]);
  const running = review !== undefined && review.status !== "done" && review.status !== "failed";
  return (
    <section class="review" aria-labelledby="review">
      <h2 id="review">{say("review")}</h2>
      <div class="asking">
        <label>
          {say("judgedBy")}
          <select value={asked.level} onChange={(event) => asked.choose(event.currentTarget.value as ReviewLevel)}>
            {LEVELS.map((level) => (
              <option key={level} value={level}>
                {nameOf(words.value?.vocabulary ?? {}, "levels", level)}
              </option>
            ))}
          </select>
        </label>
        {asked.known && review?.status !== "done" && (
          <button type="button" class="main" disabled={running} onClick={asked.ask}>
            {say("reviewIt")}
          </button>
        )}
      </div>
      {asked.failure && <p role="alert">{asked.failure}</p>}
      {review?.status === "failed" && <p role="alert">{say("failed")}</p>}
      {running && <Progress review={review} />}
      {review?.status === "done" && (
        <>
          <Curve game={game} review={review} version={version} go={go} />
          <Turns game={game} review={review} go={go} />
          <h3>{say("accuracy")}</h3>
          <Accuracies game={game} review={review} />
          <Decisions game={game} review={review} go={go} />
        </>
      )}
    </section>
  );
}

/** How far a running review is. */
export function Progress({ review }: { review: Review }) {
  return (
    <p role="status">
      <label>
        {say("reviewing")} {review.decisions === null ? "" : `${review.done} / ${review.decisions}`}
        <progress max={review.decisions ?? 1} value={review.done} />
      </label>
    </p>
  );
}

function Turns({ game, review, go }: { game: Game; review: Review; go: (version: number) => void }) {
  if (review.turning_points.length === 0) return null;
  return (
    <>
      <h3>{say("turningPoints")}</h3>
      <ul class="turns">
        {review.turning_points.map(({ version, seat, before, after }) => (
          <li key={version}>
            <StepButton version={version} go={go} /> {seatName(game, seat)}: {percent(before)} → {percent(after)}
          </li>
        ))}
      </ul>
    </>
  );
}
