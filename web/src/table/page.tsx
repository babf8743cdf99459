import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useRoute } from "preact-iso";

import { language, tokensOf } from "../shared/keep";
import { say } from "../shared/words";
import { Board } from "./board";
import { Choosing } from "./choosing";
import { type Table, useTable } from "./game";
import { Hint } from "./hint";
import { Log } from "./log";
import { Moves } from "./moves";
import { OpenSeats, Seats, seatName } from "./seats";
import { TouchContext, Touching } from "./spot";
import "./table.css";

/** A game's page: who plays, the table, what one may do, what happened. */
export function TablePage() {
  const id = useRoute().params["game"] ?? "";
  const tokens = Object.entries(tokensOf(id));
  const [chosen, choose] = useState<string>();
  const seat = tokens.find(([one]) => one === chosen) ?? tokens[0];
  const table = useTable(id, seat?.[1]);
  const touching = useTouching(table);
  useEffect(() => {
    document.title = `${table.game && isMine(table) ? `● ${say("yourTurn")} – ` : ""}${say("title")}`;
  }, [table.game, language.value]);
  if (!table.game) return <p role="status">{table.failure ?? say("loading")}</p>;
  return (
    <>
      <h1 class="quiet">{turnOf(table)}</h1>
      {tokens.length > 1 && (
        <label>
          {say("playAs")}
          <select value={seat?.[0]} onChange={(event) => choose(event.currentTarget.value)}>
            {tokens.map(([one]) => (
              <option key={one} value={one}>
                {table.game && seatName(table.game, Number(one))}
              </option>
            ))}
          </select>
        </label>
      )}
      <p class="status" role="status">
        {!table.connected && say("offline")}
      </p>
      {table.failure && <p role="alert">{table.failure}</p>}
      <Seats game={table.game} />
      {table.game.status === "waiting" && <OpenSeats game={table.game} />}
      <div class="table" data-version={table.game.version} data-status={table.game.status} data-busy={table.busy}>
        <TouchContext.Provider value={touching}>
          <div>
            <Board view={table.game.view} table={{ game: table.game, seat: table.seat }} />
            <Choosing busy={table.busy} />
          </div>
        </TouchContext.Provider>
        <div class="side">
          <Moves table={table} />
          <Hint game={table.game} token={seat?.[1]} mine={isMine(table)} />
          <Log table={table} />
        </div>
      </div>
    </>
  );
}

/** What is touched at this table: the moves of its newest version, so that another version begins anew. */
function useTouching(table: Table): Touching {
  const { play } = table;
  const latest = useRef(play);
  latest.current = play;
  const touching = useMemo(() => new Touching((move) => void latest.current(move)), []);
  useEffect(() => {
    touching.clear();
    touching.moves.value = table.moves;
  }, [touching, table.moves]);
  return touching;
}

function isMine({ game, seat }: Table): boolean {
  return game?.status === "active" && seat !== null && game.to_act.includes(seat);
}

function turnOf(table: Table): string {
  const { game } = table;
  if (!game) return "";
  if (game.status === "finished") {
    const winners = game.result?.winners ?? [];
    const names = winners.map((seat) => seatName(game, seat)).join(", ");
    return `${say("over")}. ${winners.length ? `${say("won")}: ${names}` : say("nobodyWon")}`;
  }
  if (isMine(table)) return say("yourTurn");
  const first = game.to_act[0];
  return first === undefined ? "" : `${say("waitingFor")} ${seatName(game, first)}`;
}
