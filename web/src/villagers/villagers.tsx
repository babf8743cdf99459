import type { VillagersCardFacts, VillagersView } from "@hamlet-games/client";
import { useMemo, useState } from "preact/hooks";

import { useCards, useNames } from "../shared/catalogue";
import type { DrawingProps } from "../table/drawing";
import { Spot } from "../table/spot";
import { Countess, Developments, Events, Pending } from "./court";
import { type Known, KnownContext, type Looked } from "./facts";
import { Look } from "./look";
import { Market } from "./market";
import { SeatArea } from "./seat";
import "./villagers.css";
import { tell } from "./words";

/** The table of Villagers. */
export function Villagers({ view, table }: DrawingProps<VillagersView>) {
  const cards = useCards("villagers")?.cards as readonly VillagersCardFacts[] | undefined;
  const nameOf = useNames("villagers");
  const [looked, look] = useState<Looked>();
  const facts = useMemo(() => new Map(cards?.map((card) => [card.key as string, card])), [cards]);
  const known: Known = { facts, nameOf, look, table };
  const own = table.seat ?? 0;
  const others = view.seats.map((_, at) => (own + at) % view.seats.length).slice(1);
  return (
    <KnownContext.Provider value={known}>
      <div class="villagers">
        <p class="now">
          <Spot at="/round" class="chip">
            {tell("round")} {view.round}
          </Spot>
          <Spot at="/phase" class="chip">
            {nameOf("phases", view.phase)}
          </Spot>
          <Spot at="/markets_held" class="chip">
            {tell(view.markets_held.length > 0 ? "marketB" : "marketA")}: {tell(view.markets_held.length > 1 ? "held" : "ahead")}
          </Spot>
        </p>
        {!table.game.result && <Pending view={view} />}
        <Events view={view} />
        <Market view={view} />
        <Developments view={view} />
        <SeatArea view={view} seat={own} />
        <Countess view={view} />
        {others.map((seat) => (
          <SeatArea key={seat} view={view} seat={seat} />
        ))}
      </div>
      {looked && <Look key={looked.key} one={looked} close={() => look(undefined)} />}
    </KnownContext.Provider>
  );
}
