import { say } from "../shared/words";
import type { Table } from "./game";
import type { Touching } from "./spot";

interface MovesProps {
  readonly table: Table;
  readonly touching: Touching;
}

/** All legal moves as a plain list. Every move can be made here, whatever the ruleset's own table offers. */
export function Moves({ table, touching }: MovesProps) {
  const { moves, busy, seat, game } = table;
  if (game?.status === "finished") return null;
  return (
    <section>
      {seat === null && <p>{say("spectator")}</p>}
      {seat !== null && moves.length === 0 && <p>{say("noMoves")}</p>}
      <details>
        <summary>
          <h2>{`${say("moves")} (${moves.length})`}</h2>
        </summary>
      <ul class="moves">
        {moves.map((move) => (
          <li key={move.id}>
            <button type="button" disabled={busy} onClick={() => touching.make(move)}>
              {move.label}
            </button>
          </li>
        ))}
      </ul>
      </details>
    </section>
  );
}
