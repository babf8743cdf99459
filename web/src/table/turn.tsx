import { useEffect, useState } from "preact/hooks";

import { ahead } from "../shared/server";
import { say } from "../shared/words";
import type { Table } from "./game";
import { HintButton, type HintState } from "./hint";
import { clock } from "./since";

const SECOND = 1000;
const SOON = 15 * SECOND;

/** The time left for the turn, by the server's clock. */
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
  readonly hint: HintState;
}

/** The buttons for hint and undo. If a move cannot be taken back, the reason is shown. */
export function Actions({ table, hint }: ActionsProps) {
  const { busy, seat, game } = table;
  if (seat === null || game?.status !== "active") return null;
  return (
    <>
      <HintButton hint={hint} />
      <button
        type="button"
        class="plain"
        aria-label={say("undo")}
        disabled={busy || !game.undo?.possible}
        title={game.undo?.reason ?? say("undo")}
        onClick={() => void table.undo()}
      >
        <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3" />
        </svg>
        <span class="word">{say("undo")}</span>
      </button>
    </>
  );
}
