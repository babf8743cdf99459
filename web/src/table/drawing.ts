import type { Game } from "../api/contract";

/** What is known of the table that a drawing shows. A replay has no seat and no moves: it works all the same. */
export interface DrawnTable {
  /** The game document without its view, as far as there is one: names of seats, for instance. */
  readonly game: Pick<Game, "ruleset" | "seats" | "result">;
  /** Through whose eyes, or null: a spectator's. */
  readonly seat: number | null;
}

/** What every drawing is given. `view` is of its own ruleset. */
export interface DrawingProps<View> {
  readonly view: View;
  readonly table: DrawnTable;
}
