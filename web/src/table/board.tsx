import type { Game } from "@hamlet-games/client";
import type { ComponentType } from "preact";

import { MyVillage } from "../my_village/my_village";
import { Villagers } from "../villagers/villagers";
import { say } from "../shared/words";
import type { DrawingProps, DrawnTable } from "./drawing";
import { Plain } from "./plain";

/** The drawing of each ruleset that has one. */
const DRAWINGS: { readonly [Key in Game["ruleset"]]?: ComponentType<DrawingProps<NonNullable<Extract<Game, { ruleset: Key }>["view"]>>> } = {
  villagers: Villagers,
  my_village: MyVillage,
};

export function isDrawn(ruleset: string): boolean {
  return ruleset in DRAWINGS;
}

export interface BoardProps {
  readonly view: NonNullable<Game["view"]>;
  readonly table: DrawnTable;
}

/** The table itself: that of the ruleset, where there is one, else the view as it is. */
export function Board({ view, table }: BoardProps) {
  const Drawing = DRAWINGS[table.game.ruleset] as ComponentType<DrawingProps<NonNullable<Game["view"]>>> | undefined;
  return (
    <section class="board" data-ruleset={table.game.ruleset} aria-label={say("table")}>
      {Drawing ? <Drawing view={view} table={table} /> : <Plain value={view} />}
    </section>
  );
}
