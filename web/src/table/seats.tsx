import { dataOf, type Game } from "@hamlet-games/client";
import { useState } from "preact/hooks";

import { sentence } from "../shared/asking";
import { Share } from "../push/share";
import { JoinForm, type Way } from "../shared/joining";
import { useNames } from "../shared/catalogue";
import { hostOf } from "../shared/keep";
import { hamlet } from "../shared/server";
import { say } from "../shared/words";
import { clock } from "./since";

/** Return the name of a seat, or its number. Names come from other people, so they are shown as text only. */
export function seatName(game: Pick<Game, "seats">, seat: number): string {
  return game.seats[seat]?.name ?? `${say("seat")} ${seat + 1}`;
}

export function Seats({ game }: { game: Game }) {
  const called = useNames(game.ruleset);
  const totals = new Map(game.result?.scores.map((score) => [score.seat, score.total]));
  return (
    <ul class="seats">
      {game.seats.map(({ seat, type, level, rating, status }) => (
        <li key={seat} class={game.to_act[0] === seat ? "acting" : ""} aria-current={game.to_act[0] === seat}>
          <strong>{seatName(game, seat)}</strong>
          {game.banks && (
            <span class="tag">
              {say("bank")}: {clock(game.banks[seat] ?? 0, say("days"))}
            </span>
          )}
          {seat === game.viewer && <span class="tag">{say("you")}</span>}
          {type === "ai" && (
            <span class="tag">
              {say("ai")}: {level ? called("levels", level) : rating}
            </span>
          )}
          {status === "open" && <span class="tag">{say("openSeat")}</span>}
          {status === "reserved" && <span class="tag">{say("awaited")}</span>}
          {status === "away" && <span class="tag">{say("away")}</span>}
          {status === "forfeited" && <span class="tag">{say("forfeited")}</span>}
          {status === "resigned" && <span class="tag">{say("resigned")}</span>}
          {totals.has(seat) && (
            <span class="tag">
              {say("total")}: {totals.get(seat)}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The host's invitation: a link whose code opens a seat. */
function Invite({ game, host }: { game: Game; host: string }) {
  const [link, setLink] = useState<string>();
  const [failure, setFailure] = useState<string>();

  async function invite(): Promise<void> {
    try {
      const params = { path: { game: game.id } };
      const made = await dataOf(hamlet.as(host).POST("/v1/games/{game}/invitations", { params, body: {} }));
      setLink(`${location.origin}/join/${made.code}`);
    } catch (error) {
      setFailure(sentence(error));
    }
  }

  return (
    <div>
      <button type="button" onClick={() => void invite()}>
        {say("invite")}
      </button>
      {link && (
        <p role="status">
          {say("inviteLink")} <code class="link">{link}</code> <Share url={link} />
        </p>
      )}
      {failure && <p role="alert">{failure}</p>}
    </div>
  );
}

/** Before the game begins: invitations, and the seats that anybody may take. */
export function OpenSeats({ game }: { game: Game }) {
  const host = hostOf(game.id);
  return (
    <section>
      <p>{say("dealtThen")}</p>
      {host && <Invite game={game} host={host} />}
      {game.public && game.viewer === null && <Take game={game} />}
    </section>
  );
}

/** The open seats of a public game: anybody may take one. */
function Take({ game }: { game: Game }) {
  const ways = game.seats
    .filter(({ status }) => status === "open")
    .map(({ seat }): Way => ({
      label: `${say("takeSeat")} (${seat + 1})`,
      join: (body) => dataOf(hamlet.api.POST("/v1/games/{game}/seats/{seat}", { params: { path: { game: game.id, seat } }, body })),
    }));
  return <JoinForm ways={ways} rated={game.rated} />;
}
