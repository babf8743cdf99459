import { say } from "../shared/words";
import type { Table } from "./game";

/** Every legal move as a plain list: whatever a ruleset's own table offers besides, all of it can be reached here. */
export function Moves({ table }: { table: Table }) {
  const { moves, busy, seat } = table;
  return (
    <section aria-labelledby="moves">
      <h2 id="moves">{say("moves")}</h2>
      {seat === null && <p>{say("spectator")}</p>}
      {seat !== null && moves.length === 0 && <p>{say("noMoves")}</p>}
      <ul class="moves">
        {moves.map((move) => (
          <li key={move.id}>
            <button type="button" disabled={busy} onClick={() => void table.play(move)}>
              {move.label}
            </button>
          </li>
        ))}
      </ul>
      {seat !== null && table.game?.status === "active" && (
        <button type="button" class="plain" disabled={busy} onClick={() => void table.undo()}>
          {say("undo")}
        </button>
      )}
    </section>
  );
}
