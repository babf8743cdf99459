import type { Game } from "@hamlet-games/client";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useRoute } from "preact-iso";

import { Absent } from "../shared/absent";
import { askAhead } from "../shared/catalogue";
import { drop, games, language, tokensOf } from "../shared/keep";
import { say, turnOfName } from "../shared/words";
import { HandbookButton } from "../learn/button";
import { Coach } from "../learn/coach";
import { Board } from "./board";
import { Dock } from "./dock";
import { Ending } from "./ending";
import { type Table, useTable } from "./game";
import { useKeptFocus } from "./focus";
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

/** What is asked takes more lines than usual on a phone if it is longer. */
const LONG = 110;

/** A game's page: who plays, the table, what one may do, what happened. */
export function TablePage() {
  const id = useRoute().params["game"] ?? "";
  const tokens = Object.entries(tokensOf(id));
  const [chosen, choose] = useState<string>();
  const seat = tokens.find(([one]) => one === chosen) ?? tokens[0];
  const table = useTable(id, seat?.[1]);
  useEffect(() => {
    const known = games.value.find((one) => one.id === id)?.ruleset;
    if (known !== undefined) askAhead(known as Game["ruleset"]);
  }, [id]);
  const touching = useTouching(table);
  useEffect(() => {
    document.title = [titleOf(table), say("title")].filter(Boolean).join(" – ");
  }, [table.game, language.value]);
  const steps = useSteps(table, seat?.[1], touching);
  const shown = steps.past ?? table.game;
  const isPast = steps.past !== undefined;
  // The answer to an own move may arrive before its events do; a move names what is taken first, an event where it is now.
  const events = table.told.find(({ version }) => version === shown?.version)?.events;
  const seated = table.seat;
  // Drawn anew only when it shows something else: it is most of the page.
  const board = useMemo(() => {
    if (!shown?.view || !table.game) return null;
    const about = events ?? [{ about: touching.made.slice(0, 2).reverse() }];
    return <Board view={shown.view} table={{ game: table.game, seat: seated }} about={about} />;
  }, [shown, table.game, seated, events, touching]);
  useEffect(() => {
    touching.clear();
    touching.moves.value = isPast ? [] : table.moves;
  }, [touching, table.moves, isPast]);
  const hint = useHint({ game: table.game, token: seat?.[1], mine: isMine(table), touching });
  const heading = useKeptFocus(table.game !== undefined);
  if (!table.game) return <NoGame id={id} seat={seat?.[0]} failure={table.failure} />;
  const { game } = table;
  return (
    <>
      <div class={["turn", isWaitedFor(table) && "waited-for", turnOf(table).length > LONG && "long"].filter(Boolean).join(" ")}>
        <a class="homeward" href="/" aria-label={say("toHome")} title={say("toHome")}>
          <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M2.5 11.5 12 3l9.5 8.5M5 9.5V21h14V9.5M10 21v-6.5h4V21" />
          </svg>
        </a>
        <h1 class="quiet" tabIndex={-1} ref={heading}>
          {turnOf(table)}
        </h1>
        {game.deadline && <Clock deadline={game.deadline} />}
        <div class="actions">
          <HandbookButton game={game} />
          <Actions table={table} hint={hint} />
        </div>
        <div class="over">
          {table.failure && <p role="alert">{table.failure}</p>}
          <p class="status" role="status">
            {!table.connected && say("offline")}
          </p>
          <StepBar steps={steps} />
        </div>
        <Coach table={table} />
      </div>
      {tokens.length > 1 && (
        <label class="playing-as">
          {say("playAs")}
          <select value={seat?.[0]} onChange={(event) => choose(event.currentTarget.value)}>
            {tokens.map(([one]) => (
              <option key={one} value={one}>
                {seatName(game, Number(one))}
              </option>
            ))}
          </select>
        </label>
      )}
      <Seats game={game} />
      {game.status === "waiting" && <OpenSeats game={game} />}
      <div class="table" data-version={game.version} data-shown={shown?.version} data-status={game.status} data-busy={table.busy}>
        <TouchContext.Provider value={touching}>
          <div>
            {game.status === "finished" && !isPast && <Ending game={game} token={seat?.[1]} />}
            <HintSays hint={hint} />
            {board}
          </div>
        </TouchContext.Provider>
        <div class="side">
          {game.view && <Moves table={table} touching={touching} />}
          <ScoreNow game={game} token={seat?.[1]} />
          <Calling game={game} token={seat?.[1]} />
          <Log table={table} touching={touching} />
          {game.status !== "finished" && <Leaving game={game} token={seat?.[1]} />}
        </div>
        <TouchContext.Provider value={touching}>
          {isPast && isMine(table) ? (
            <div class="choosing">
              <button type="button" class="main" onClick={steps.skip}>
                {say("toMyTurn")}
              </button>
            </div>
          ) : (
            <Dock table={table} />
          )}
        </TouchContext.Provider>
      </div>
    </>
  );
}

/** No game, or not yet. */
function NoGame({ id, seat, failure }: { id: string; seat: string | undefined; failure: string | undefined }) {
  if (!failure) return <p role="status">{say("loading")}</p>;
  return (
    <Absent failure={failure}>
      {seat !== undefined && (
        <button type="button" onClick={() => drop(id, Number(seat))}>
          {say("signOut")}
        </button>
      )}
    </Absent>
  );
}

/** What is touched at this table. */
function useTouching(table: Table): Touching {
  const latest = useRef(table);
  latest.current = table;
  return useMemo(() => new Touching((move) => latest.current.busy || void latest.current.play(move)), []);
}

function isMine({ game, seat }: Table): boolean {
  return game?.status === "active" && seat !== null && game.to_act.includes(seat);
}

/** Whether the game waits for this seat; otherwise it may react at most. */
function isWaitedFor(table: Table): boolean {
  return isMine(table) && table.game?.to_act[0] === table.seat;
}

/** What the tab says. */
function titleOf(table: Table): string {
  if (isWaitedFor(table)) return `● ${say("yourTurn")}`;
  return isMine(table) ? `○ ${say("mayReact")}` : turnOf(table);
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
  if (isWaitedFor(table)) return game.prompt ?? say("yourTurn");
  const first = game.to_act[0];
  if (isMine(table) && first !== undefined) return `${turnOfName(seatName(game, first))} ${game.prompt ?? say("mayReact")}`;
  return first === undefined ? "" : `${say("waitingFor")} ${seatName(game, first)}`;
}
