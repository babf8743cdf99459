import type { Game, Review, ReviewedMove } from "@hamlet-games/client";
import { useLocation } from "preact-iso";
import { useEffect, useRef, useState } from "preact/hooks";

import { useNames } from "../shared/catalogue";
import { costOf, foundBy, say } from "../shared/words";
import { type AskedReview, useReview } from "../replay/asked";
import { Curve } from "../replay/curve";
import { addressOf } from "../replay/places";
import { Progress } from "../replay/review";
import "../replay/replay.css";
import { Leaving } from "./leaving";
import { ranked, turnedBy } from "./results";
import { seatName } from "./seats";

/** The end of a game: who won and why, how it came about, and what the player can do now. */
export function Ending({ game, token }: { game: Game; token: string | undefined }) {
  const asked = useReview(game.id, true);
  const panel = useRef<HTMLElement>(null);
  // The last move may have been made far below.
  useEffect(() => panel.current?.scrollIntoView(), []);
  return (
    <section class="panel ending" aria-labelledby="ending" ref={panel}>
      <h2 id="ending">{say(game.result?.scores?.length ? "places" : "over")}</h2>
      <Ranking game={game} />
      <div class="ways">
        <Leaving game={game} token={token} />
        <Share game={game} />
      </div>
      <Story game={game} asked={asked} />
    </section>
  );
}

/** Everybody's total, best first, with its parts. */
function Ranking({ game }: { game: Game }) {
  const called = useNames(game.ruleset);
  const { scores = [], rivals = [], winners = [] } = game.result ?? {};
  if (scores.length === 0) return null;
  const rows = ranked([
    ...scores.map(({ seat, total, lines }) => ({ name: seatName(game, seat), total, lines, won: winners.includes(seat) })),
    ...rivals.map(({ name, total, lines }) => ({ name, total, lines, won: false })),
  ]);
  const items = [...new Set(rows.flatMap(({ lines }) => lines.map(({ item }) => item)))];
  return (
    <div class="scrolled" role="region" aria-label={say("places")} tabIndex={0}>
      <table class="ranking">
        <thead>
          <tr>
            <td />
            {rows.map(({ name, won, place }, at) => (
              <th key={at} scope="col" class={won ? "won" : ""}>
                <span class="medal">{place}</span> {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item}>
              <th scope="row">{called("score_items", item)}</th>
              {rows.map(({ lines }, at) => (
                <td key={at}>{lines.filter((line) => line.item === item).reduce((sum, { points }) => sum + points, 0) || "–"}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say("total")}</th>
            {rows.map(({ total, won }, at) => (
              <td key={at} class={won ? "won" : ""}>
                {total}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** The curve of the game, and the decisions that made the difference. The game is analyzed when somebody asks for it. */
function Story({ game, asked }: { game: Game; asked: AskedReview }) {
  const { route } = useLocation();
  const { review, failure } = asked;
  if (failure) return <p role="alert">{failure}</p>;
  if (!review || review.status === "failed")
    return (
      <p class="ways">
        <button type="button" disabled={!asked.known} onClick={() => asked.ask()}>
          {say("reviewIt")}
        </button>
        <small>{say("noReviewYet")}</small>
      </p>
    );
  if (review.status !== "done")
    return <Progress review={review} />;
  const go = (version: number) => route(addressOf(game.id, { version, eyes: "all" }));
  return (
    <>
      <Turned game={game} review={review} />
      <Curve game={game} review={review} version={game.version} go={go} />
    </>
  );
}

function Turned({ game, review }: { game: Game; review: Review }) {
  const seat = game.viewer ?? game.result?.winners[0];
  const { best, worst } = turnedBy(review.moves.filter((move) => move.seat === seat));
  const moment = ({ version }: ReviewedMove) => addressOf(game.id, { version, eyes: "all" });
  if (!best && !worst) return null;
  return (
    <ul class="turned">
      {best && (
        <li>
          <a href={moment(best)}>{foundBy(best.label, best.best[1]?.loss ?? 0)}</a>
        </li>
      )}
      {worst && (
        <li>
          <a href={moment(worst)}>{costOf(worst.label, worst.loss, worst.best[0]?.label ?? "")}</a>
        </li>
      )}
    </ul>
  );
}

/** Shares the result with a link to the replay, by the system's dialog or by the clipboard. */
function Share({ game }: { game: Game }) {
  const [said, tell] = useState<string>();
  const url = `${location.origin}/replay/${game.id}`;
  const scores = ranked((game.result?.scores ?? []).map(({ seat, total }) => ({ name: seatName(game, seat), total })));
  const text = `${say("title")}: ${scores.map(({ place, name, total }) => `${place}. ${name} ${total}`).join(", ")}`;
  async function share(): Promise<void> {
    try {
      if ("share" in navigator) await navigator.share({ text, url });
      else {
        await (navigator as Navigator).clipboard.writeText(`${text} ${url}`);
        tell(say("copied"));
      }
    } catch (error) {
      // A player who closes the dialog has changed their mind. If nothing may be copied, the text itself is shown.
      if (!(error instanceof DOMException && error.name === "AbortError")) tell(`${text} ${url}`);
    }
  }
  return (
    <>
      <button type="button" onClick={() => void share()}>
        {say("share")}
      </button>
      <span class="link" role="status">
        {said}
      </span>
    </>
  );
}
