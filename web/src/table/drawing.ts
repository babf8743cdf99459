import type { Game } from "@hamlet-games/client";

/** The table's data for a drawing. A replay has no seat and no moves. */
export interface DrawnTable {
  /** The game document without its view, as far as there is one: names of seats, for instance. */
  readonly game: Pick<Game, "ruleset" | "seats" | "result">;
  /** The viewer's seat, or null for a spectator. */
  readonly seat: number | null;
}

/** What every drawing is given. `view` is of its own ruleset. */
export interface DrawingProps<View> {
  readonly view: View;
  readonly table: DrawnTable;
}
