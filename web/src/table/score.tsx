import { dataOf, type Game } from "@hamlet-games/client";
import { useState } from "preact/hooks";

import { useAnswer } from "../shared/asking";
import { hamlet } from "../shared/server";
import { say, type Word } from "../shared/words";
import { ranked } from "./results";
import { seatName } from "./seats";

/** The names of the parts of scores. Other rulesets' parts are shown by their keys. */
const COLUMNS: Readonly<Record<string, Word>> = { first_market: "firstMarket", second_market: "secondMarket", rows: "total" };

interface Row {
  readonly seat: number;
  readonly total?: number;
  readonly gold?: number;
  readonly place?: number;
}

/** Return the lists of a score that have a row for every seat, by their names. */
export function listsOf(score: object): [string, readonly Row[]][] {
  const isRow = (one: unknown): one is Row => typeof one === "object" && one !== null && "seat" in one;
  return Object.entries(score).filter((entry): entry is [string, readonly Row[]] => Array.isArray(entry[1]) && entry[1].every(isRow));
}

/** The result if the game were scored now. It is loaded while the section is open. */
export function ScoreNow({ game, token }: { game: Game; token: string | undefined }) {
  const [open, unfold] = useState(false);
  if (game.status !== "active") return null;
  return (
    <details class="score" onToggle={(event) => unfold(event.currentTarget.open)}>
      <summary>
        <h2>{say("scoreNow")}</h2>
      </summary>
      {open && <Scores game={game} token={token} />}
    </details>
  );
}

function Scores({ game, token }: { game: Game; token: string | undefined }) {
  const params = { path: { game: game.id }, query: { include: ["score" as const] } };
  const asked = useAnswer(() => dataOf(hamlet.as(token).GET("/v1/games/{game}", { params })), [game.id, game.version]);
  if (!asked.value?.score) return <p role="status">{asked.failure ?? say("loading")}</p>;
  const lists = listsOf(asked.value.score);
  const [, totals = []] = lists[0] ?? [];
  const standing = lists.find(([name]) => name === "standing")?.[1] ?? ranked(totals.map((row) => ({ total: 0, ...row })));
  const parts = lists.filter(([name]) => name !== "standing");
  const inGold = standing.some(({ gold }) => gold !== undefined);
  return (
      <table>
        <thead>
          <tr>
            <th scope="col">{say("place")}</th>
            <th scope="col">{say("seats")}</th>
            {inGold && <th scope="col">{say("supply")}</th>}
            {parts.map(([name]) => (
              <th scope="col" key={name}>
                {COLUMNS[name] ? say(COLUMNS[name]) : name.replaceAll("_", " ")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {standing.map(({ seat, place, gold }) => (
            <tr key={seat}>
              <td>{place}.</td>
              <th scope="row">{game.seats[seat] ? seatName(game, seat) : say("rival")}</th>
              {inGold && <td>{gold}</td>}
              {parts.map(([name, rows]) => (
                <td key={name}>{rows.find((row) => row.seat === seat)?.total ?? "–"}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
  );
}
