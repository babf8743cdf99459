import type { MyVillageView } from "@hamlet-games/client";
import { useState } from "preact/hooks";

import { say } from "../shared/words";
import type { DrawingProps } from "../table/drawing";
import { CardSpot, SightContext } from "./card";
import { type Facts, useFacts } from "./facts";
import { Look } from "./look";
import { Coffins, Dice, Rat, StartingHand, Steward } from "./middle";
import "./my_village.css";
import { Supply } from "./supply";
import { Village } from "./village";
import { own } from "./words";

/** The table of My Village. */
export function MyVillage(props: DrawingProps<MyVillageView>) {
  const facts = useFacts(props.view.options?.catalogue);
  return facts && <Drawn {...props} facts={facts} />;
}

function Drawn({ view, table, facts }: DrawingProps<MyVillageView> & { facts: Facts }) {
  const [looked, look] = useState<string>();
  const named = (seat: number) => table.game.seats[seat]?.name ?? `${say("seat")} ${seat + 1}`;
  const order = view.seats.map((_, seat) => (seat + (table.seat ?? 0)) % view.seats.length);
  const card = looked?.startsWith("travel ") ? facts.journey(looked.slice(7)) : facts.card(looked ?? "");
  const pending = view.pending.card;
  return (
    <SightContext.Provider value={{ facts, look }}>
      <div class="my-village">
        <section class="mv-middle" aria-label={own("market")}>
          <p class="mv-round">
            <b>
              {own("round")} {view.round}
            </b>{" "}
            {view.phase && facts.word("phases", view.phase)}
          </p>
          <Dice view={view} />
          <div class="mv-fates">
            <StartingHand view={view} named={named} />
            <Coffins view={view} />
            <Rat view={view} />
          </div>
          {pending && (
            <div class="mv-pending">
              <span class="mv-caption">{own("pending")}</span>
              <CardSpot at="/pending/card" card={pending} side="white" />
            </div>
          )}
        </section>
        <Steward view={view} />
        <Supply view={view} />
        <div class={`mv-villages seats-${view.seats.length}`}>
          {order.map((seat) => (
            <Village key={seat} view={view} seat={seat} name={named(seat)} mine={seat === table.seat} />
          ))}
        </div>
        {card && <Look card={card} close={() => look(undefined)} />}
      </div>
    </SightContext.Provider>
  );
}
