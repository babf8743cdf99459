import type { Game } from "@hamlet-games/client";

/** The table's data for a drawing. A replay has no seat and no moves. */
export interface DrawnTable {
  /** The game document without its view, as far as it is known. It has the names of seats, for instance. */
  readonly game: Pick<Game, "ruleset" | "seats" | "result">;
  /** The viewer's seat, or null for a spectator. */
  readonly seat: number | null;
}

/** The properties of every drawing. `view` is of the drawing's ruleset. */
export interface DrawingProps<View> {
  readonly view: View;
  readonly table: DrawnTable;
}
