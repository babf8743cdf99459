import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useRoute } from "preact-iso";

import { language, tokensOf } from "../shared/keep";
import { say } from "../shared/words";
import { Board, isDrawn } from "./board";
import { Choosing } from "./choosing";
import { type Table, useTable } from "./game";
import { HintSays, useHint } from "./hint";
import { Leaving } from "./leaving";
import { Log } from "./log";
import { Moves } from "./moves";
import { ScoreNow } from "./score";
import { OpenSeats, Seats, seatName } from "./seats";
import { TouchContext, Touching } from "./spot";
import { StepBar, useSteps } from "./steps";
import "./table.css";
import { Actions, Clock } from "./turn";
import { Calling } from "../push/calling";

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
  const steps = useSteps(table, touching);
  const touched = touching.touched.value.length > 0 || table.busy;
  useEffect(() => {
    if (touched) steps.skip();
  }, [touched]);
  const hint = useHint({ game: table.game, token: seat?.[1], mine: isMine(table), touching });
  const heading = useFocusAfterPlay(table);
  if (!table.game) return <p role="status">{table.failure ?? say("loading")}</p>;
  return (
    <>
      <div class="turn">
        <h1 class="quiet" tabIndex={-1} ref={heading}>
          {turnOf(table)}
        </h1>
        {table.game.deadline && <Clock deadline={table.game.deadline} />}
        <Actions table={table} touching={touching} hint={hint} />
        {table.failure && <p role="alert">{table.failure}</p>}
        <StepBar steps={steps} />
      </div>
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
      <Seats game={table.game} />
      {table.game.status === "waiting" && <OpenSeats game={table.game} />}
      <div class="table" data-version={table.game.version} data-status={table.game.status} data-busy={table.busy}>
        <TouchContext.Provider value={touching}>
          <div>
            {table.game.view && <Board view={table.game.view} table={{ game: table.game, seat: table.seat }} />}
            <Choosing busy={table.busy} />
          </div>
        </TouchContext.Provider>
        <div class="side">
          <HintSays hint={hint} />
          {table.game.view && <Moves table={table} drawn={isDrawn(table.game.ruleset)} touching={touching} />}
          <ScoreNow game={table.game} token={seat?.[1]} />
          <Calling game={table.game} token={seat?.[1]} />
          <Log table={table} />
          <Leaving game={table.game} token={seat?.[1]} />
        </div>
      </div>
    </>
  );
}

/** What is touched at this table: the moves of its newest version, so that another version begins anew. */
function useTouching(table: Table): Touching {
  const latest = useRef(table);
  latest.current = table;
  const touching = useMemo(() => new Touching((move) => latest.current.busy || void latest.current.play(move)), []);
  useEffect(() => {
    touching.clear();
    touching.moves.value = table.moves;
  }, [touching, table.moves]);
  return touching;
}

/** By keyboard the focus goes from a move that is made to what can be touched next; gives the heading, where it else goes. */
function useFocusAfterPlay({ moves, busy }: Table): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const byKeys = useRef(false);
  useEffect(() => {
    if (busy) byKeys.current = document.activeElement?.matches("main :focus-visible") ?? false;
  }, [busy]);
  useEffect(() => {
    if (!byKeys.current) return;
    byKeys.current = false;
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      (document.querySelector<HTMLElement>("button.spot.open") ?? heading.current)?.focus();
    });
  }, [moves]);
  return heading;
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
  if (game.status === "waiting") {
    const awaited = game.seats.filter(({ status }) => status === "open" || status === "reserved");
    return `${say("awaiting")} ${awaited.map(({ seat }) => seatName(game, seat)).join(", ")}`;
  }
  if (isMine(table)) return game.prompt ?? say("yourTurn");
  const first = game.to_act[0];
  return first === undefined ? "" : `${say("waitingFor")} ${seatName(game, first)}`;
}
