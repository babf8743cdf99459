import type { VillagersView } from "@hamlet-games/client";

import { Fold } from "../table/fold";
import { Spot } from "../table/spot";
import { Amount, Back, Card } from "./card";
import { chainsOf, together } from "./chains";
import { sitter, useKnown } from "./facts";
import { Symbol } from "./symbols";
import { tell } from "./words";

type ViewSeat = VillagersView["seats"][number];
type VillageCard = ViewSeat["village"][number];

/** A seat's part of the table: the player, gold, limits, hand, square and village. */
export function SeatArea({ view, seat }: { view: VillagersView; seat: number }) {
  const known = useKnown();
  const one = view.seats[seat];
  if (!one) return null;
  const name = sitter(known, seat);
  const own = known.table.seat === seat;
  const classes = ["area", own && "own", view.to_act[0] === seat && "acting"].filter(Boolean).join(" ");
  const at = `/seats/${seat}`;
  const head = (
    <>
      <Spot at={at} class="plate">
        <strong>{name}</strong>
        {view.first_player === seat && <small class="first">{tell("first")}</small>}
      </Spot>
      <Spot at={`${at}/gold`} class="purse" label={`${known.nameOf("symbols", "gold")}: ${one.gold}`}>
        <Amount symbol="gold" amount={one.gold} />
      </Spot>
      <Limits seat={one} phase={view.phase} />
      {!own && <VillagersCount at={`${at}/village`} count={one.village.length} />}
    </>
  );
  const cards = (
    <>
      <Square seat={seat} one={one} />
      <Hand seat={seat} cards={one.hand} own={own} />
      <Village at={`${at}/village`} village={one.village} own={own} />
    </>
  );
  return (
    <section class={classes} aria-label={name}>
      {own ? (
        <>
          <header>{head}</header>
          {cards}
        </>
      ) : (
        <Fold at={at} name={name} head={head}>
          {cards}
        </Fold>
      )}
    </section>
  );
}

function Limits({ seat, phase }: { seat: ViewSeat; phase: string }) {
  return (
    <ul class="limits">
      <li title={tell("draftLimit")}>
        <Symbol name="food" />
        <span class="unseen">{tell("draftLimit")}</span> {seat.draft_limit}
        {seat.drafting_done && phase === "draft" && <small> ✓ {tell("drafted")}</small>}
      </li>
      <li title={tell("buildLimit")}>
        <Symbol name="builders" />
        <span class="unseen">{tell("buildLimit")}</span> {seat.build_limit}
      </li>
      {seat.builds_left + seat.trades_left > 0 && (
        <li class="left">
          {tell("buildsLeft")}: <b>{seat.builds_left}</b> · {tell("tradesLeft")}: <b>{seat.trades_left}</b>
        </li>
      )}
    </ul>
  );
}

function Square({ seat, one }: { seat: number; one: ViewSeat }) {
  return (
    <div class={`row square ${one.square.length ? "" : "none"}`}>
      <Spot at={`/seats/${seat}/square`} class="chip">
        {tell("square")} {one.square.length}/{one.draft_limit}
      </Spot>
      {one.square.map((card, at) => (
        <Card key={at} at={`/seats/${seat}/square/${at}`} card={card} />
      ))}
    </div>
  );
}

function Hand({ seat, cards, own }: { seat: number; cards: ViewSeat["hand"]; own: boolean }) {
  const groups = together(cards, ({ card, suit, origin }) => `${card ?? suit} ${card ? "" : origin}`);
  return (
    <div class={`row hand ${own ? "" : "foreign"}`}>
      <Spot at={`/seats/${seat}/hand`} class="chip">
        {tell("hand")} {cards.length}
      </Spot>
      {groups.map(({ card, at, count }) =>
        card.card ? (
          <Card key={at} at={`/seats/${seat}/hand/${at}`} card={card.card} count={count} showing={own ? "whole" : "strip"} />
        ) : (
          <Back key={at} at={`/seats/${seat}/hand/${at}`} suit={card.suit} origin={card.origin} count={count} small />
        ),
      )}
    </div>
  );
}

interface VillageProps {
  readonly at: string;
  readonly village: readonly VillageCard[];
  /** Whether it is the viewer's own. If so, it has a place for a new chain. */
  readonly own: boolean;
}

/** The number of villagers in another player's village, in place of the village. */
export function VillagersCount({ at, count }: { at: string; count: number }) {
  return (
    <Spot at={at} class="chip">
      {tell("village")} {count}
    </Spot>
  );
}

/** A village: chains side by side. In each chain, the later card lies on the earlier one. */
export function Village({ at, village, own }: VillageProps) {
  return (
    <div class="village" role="group" aria-label={tell("village")}>
      {chainsOf(village).map((chain) => (
        <div class="chain" key={chain[0]?.villager.id}>
          {chain.map(({ villager, at: place }, height) => (
            <Card
              key={villager.id}
              at={`${at}/${place}`}
              card={villager.card}
              showing={height === chain.length - 1 ? "whole" : "strip"}
              gold={villager.gold}
              as={villager.as}
              side={villager.side}
            />
          ))}
        </div>
      ))}
      {own && (
        <Spot at={at} class="vcard gap place" label={tell("newPlace")}>
          <span>{tell("newPlace")}</span>
        </Spot>
      )}
    </div>
  );
}
