import type { Game } from "../api/contract";
import { Plain } from "./plain";

/** The table itself: that of the ruleset, where there is one, else the view as it is. */
export function Board({ game }: { game: Game }) {
  return (
    <section class="board" aria-label={game.ruleset}>
      <Plain value={game.view} />
    </section>
  );
}
