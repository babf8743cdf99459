/** Cards of My Village: the price of their banners, their value, and the markers on them. */

import type { MyVillageCost } from "@hamlet-games/client";
import { createContext } from "preact";
import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";

import { hyphened } from "../shared/hyphens";
import { Spot } from "../table/spot";
import { type Card, Facts, partsOf } from "./facts";
import { hasSymbol, Icon, Marker, type Symbol } from "./symbols";
import { own } from "./words";

/** Data that all parts of the drawing need. */
export interface Sight {
  readonly facts: Facts;
  /** Shows a component closer. */
  look(key: string): void;
}

export const SightContext = createContext<Sight>({ facts: new Facts([], (_, value) => String(value)), look: () => undefined });

export function useSight(): Sight {
  return useContext(SightContext);
}

/** Return the symbol of a card: that of the good that it makes, or else that of its kind. */
export function symbolOf(card: Card | undefined): Symbol {
  const named = [card?.good, card?.symbol, card?.kind === "travel" ? "traveller" : card?.kind].find(hasSymbol);
  return named ?? "any";
}

/** An amount of something: this many symbols, as long as they can be counted at a glance. */
export function Many({ of, count }: { of: Symbol; count: number }) {
  if (count > 0 && count < 5) return <span class="mv-many">{Array.from({ length: count }, (_, at) => <Icon key={at} of={of} />)}</span>;
  return (
    <span class="mv-many">
      {count}
      <Icon of={of} />
    </span>
  );
}

/** A cost in symbols. */
export function Cost({ cost }: { cost: MyVillageCost }) {
  return (
    <span class="mv-cost">
      {partsOf(cost).map(([what, count]) => (
        <Many key={what} of={what} count={count} />
      ))}
    </span>
  );
}

export interface BannerProps {
  readonly values: readonly number[];
  readonly any?: boolean;
  readonly time?: number | null;
  readonly costs?: readonly MyVillageCost[];
  readonly side: "black" | "white";
  /** Whether the 2/12 tile lies beside it. */
  readonly tile?: boolean;
}

/** A banner: the values that activate it, and the price of that. */
export function Banner({ values, any = false, time, costs = [], side, tile = false }: BannerProps) {
  return (
    <span class={`mv-banner ${side}`}>
      <b>{any ? "?" : values.join(" · ")}</b>
      {tile && <b class="mv-tile">2/12</b>}
      {!!time && <Many of="time" count={time} />}
      {costs.map((cost, at) => (
        <span key={at} class="mv-alternative">
          <Cost cost={cost} />
        </span>
      ))}
    </span>
  );
}

/** Return a card in words: its name, the values that activate it, and its cost. */
export function worded(facts: Facts, card: Card, side: "black" | "white"): string {
  const time = (side === "black" ? card.time : card.white_time) ?? 0;
  const values = card.any_value ? own("anyValue") : card.banner.join(` ${own("or")} `);
  const costs = card.costs.map((cost) => facts.cost(cost)).join(` ${own("or")} `);
  const parts = [card.name, values, time > 0 && `${time} ${own("time")}`, costs, card.prestige > 0 && `${card.prestige} ${own("worth")}`];
  return parts.filter(Boolean).join(", ");
}

export interface CardProps {
  readonly at: string;
  readonly card: string;
  /** Black while it is on display, white in a village. */
  readonly side: "black" | "white";
  /** A text for screen readers in addition to that of the card. */
  readonly also?: string;
  readonly class?: string;
  readonly tile?: boolean;
  /** Whether the banner is left out. */
  readonly plain?: boolean;
  readonly children?: ComponentChildren;
}

/** A whole card. */
export function CardSpot({ at, card: key, side, also, class: extra = "", tile = false, plain = false, children }: CardProps) {
  const { facts, look } = useSight();
  const card = facts.card(key);
  if (!card) return null;
  const label = [worded(facts, card, side), also].filter(Boolean).join(", ");
  return (
    <Spot at={at} piece={key} class={`mv-card ${card.kind} ${side} ${extra}`} label={label} look={() => look(key)}>
      {!plain && (
        <Banner
          values={card.banner}
          any={card.any_value}
          time={side === "black" ? card.time : card.white_time}
          costs={side === "black" ? card.costs : []}
          side={side}
          tile={tile}
        />
      )}
      {card.kind === "customer" ? <Asked costs={card.costs} /> : <Icon of={symbolOf(card)} class="big" />}
      <span class="mv-name">{hyphened(card.name)}</span>
      {children}
      {card.prestige > 0 && (
        <span class="mv-points">
          <Icon of="points" />
          {card.prestige}
        </span>
      )}
    </Spot>
  );
}

/** The goods that a customer wants. */
function Asked({ costs }: { costs: readonly MyVillageCost[] }) {
  return (
    <span class="mv-asked">
      {costs.map((cost, at) => (
        <Cost key={at} cost={cost} />
      ))}
    </span>
  );
}

/** Markers on a card, and the spaces that are still free. */
export function Markers({ filled, spaces, of }: { filled: number; spaces: number; of?: Symbol }) {
  return (
    <span class="mv-markers">
      {Array.from({ length: Math.max(filled, spaces) }, (_, at) => (
        <Marker key={at} filled={at < filled} of={of} />
      ))}
    </span>
  );
}
