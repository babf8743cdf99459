import type { Game } from "@hamlet-games/client";
import type { ComponentType } from "preact";

import { MyVillage } from "../my_village/my_village";
import { hasSymbol, Icon } from "../my_village/symbols";
import { drawn as trades, Trade } from "../villagers/trades";
import { Villagers } from "../villagers/villagers";
import { useKnownCards } from "../shared/catalogue";
import { say } from "../shared/words";
import type { DrawingProps, DrawnTable } from "./drawing";
import { Flying } from "./flying";
import { Plain } from "./plain";
import type { Pointing } from "./touch";

/** The drawing of each ruleset that has one. */
const DRAWINGS: { readonly [Key in Game["ruleset"]]?: ComponentType<DrawingProps<NonNullable<Extract<Game, { ruleset: Key }>["view"]>>> } = {
  villagers: Villagers,
  my_village: MyVillage,
};

/** Return the symbol of an event: that of the first thing in it that has a symbol. */
export function Sign({ ruleset, event }: { ruleset: string; event: object }) {
  const values: readonly unknown[] = Object.values(event);
  const trade = values.find((value) => typeof value === "string" && trades.has(value));
  if (ruleset === "villagers" && typeof trade === "string") return <Trade of={trade} />;
  const symbol = values.find(hasSymbol);
  return ruleset === "my_village" && symbol !== undefined ? <Icon of={symbol} /> : <span />;
}

export interface BoardProps {
  readonly view: NonNullable<Game["view"]>;
  readonly table: DrawnTable;
  /** The pointers of the events that led to this view. For each event: where its subject is now, and where it came from. */
  readonly about?: readonly Pointing[];
}

/** The table: the ruleset's own drawing, if there is one, or else the view as a list. */
export function Board({ view, table, about = [] }: BoardProps) {
  const { options } = view as { readonly options?: { readonly catalogue?: string } };
  // Drawn without them, everything would have to be drawn again.
  const { value, failure } = useKnownCards(table.game.ruleset, options?.catalogue);
  const Drawing = DRAWINGS[table.game.ruleset] as ComponentType<DrawingProps<NonNullable<Game["view"]>>> | undefined;
  return (
    <section class="board" data-ruleset={table.game.ruleset} aria-label={say("table")}>
      <Flying view={view} about={about}>
        {!value ? <p role="status">{failure ?? say("loading")}</p> : Drawing ? <Drawing view={view} table={table} /> : <Plain view={view} table={table} />}
      </Flying>
    </section>
  );
}
