import { useEffect, useState } from "preact/hooks";

import { ahead } from "../api/client";
import { percent, say } from "../shared/words";
import type { Table } from "./game";
import { HintButton, type HintState } from "./hint";
import { clock } from "./since";
import { type Touching } from "./spot";

const SECOND = 1000;
const SOON = 15 * SECOND;

/** How much time is left for the turn, by the server's clock. */
export function Clock({ deadline }: { deadline: string }) {
  const [now, tick] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, []);
  const left = Date.parse(deadline) - now - ahead.value;
  return (
    <span class={left < SOON ? "clock soon" : "clock"} role="timer" aria-label={say("timeLeft")}>
      {clock(left, say("days"))}
    </span>
  );
}

interface ActionsProps {
  readonly table: Table;
  readonly touching: Touching;
  readonly hint: HintState;
}

/** Moves that take hold of nothing but their own seat, such as the end of a turn: a button each. Hint and undo. */
export function Actions({ table, touching, hint }: ActionsProps) {
  const { moves, busy, seat, game } = table;
  if (seat === null || game?.status !== "active") return null;
  const plain = moves.filter(({ about }) => about.length === 1 && about[0] === `/seats/${seat}`);
  const thoughts = new Map(touching.thoughts.value.map(({ id, value }) => [id, value]));
  const thought = (id: string) => {
    const value = thoughts.get(id);
    return value !== undefined && <small>{` ${percent(value)}`}<span class="unseen"> {say("chance")}</span></small>;
  };
  return (
    <div class="actions">
      {plain.map((move) => (
        <button key={move.id} type="button" disabled={busy} onClick={() => touching.make(move)}>
          {move.label}
          {thought(move.id)}
        </button>
      ))}
      <HintButton hint={hint} />
      <button type="button" class="plain" disabled={busy || !game.undo?.possible} title={game.undo?.reason} onClick={() => void table.undo()}>
        {say("undo")}
      </button>
    </div>
  );
}
