import type { VillagersCardFacts } from "@hamlet-games/client";

import { Spot } from "../table/spot";
import { called, printed, useKnown } from "./facts";
import { hyphened } from "../shared/hyphens";
import { countedBy, Symbol } from "./symbols";
import { Trade } from "./trades";
import { cardCount, tell } from "./words";

/** The visible part of a card: all of it, its upper half, or the strip above the card that stands on it. */
export type Showing = "whole" | "half" | "strip";

/** Names, and words in names, that are longer than this are written smaller. */
const LONG = 11;
const WIDE = 9;

export interface CardProps {
  readonly at: string;
  readonly card: string;
  readonly showing?: Showing;
  /** The coins on it. */
  readonly gold?: number | undefined;
  /** The role that a Monk or an Apprentice takes. */
  readonly as?: string | null | undefined;
  readonly side?: string | null | undefined;
  /** How many equal cards lie here. */
  readonly count?: number;
  readonly notes?: readonly string[];
}

/** A card that lies face up. */
export function Card({ at, card, showing = "whole", gold = 0, as = null, side = null, count = 1, notes = [] }: CardProps) {
  const known = useKnown();
  const { facts, nameOf } = known;
  const own = facts.get(card);
  const told = [
    ...(as ? [`${tell("as")} ${called(known, as)}`] : []),
    ...(side ? [nameOf("sides", side)] : []),
    ...(gold ? [`${gold} ${tell("coins")}`] : []),
    ...notes,
  ];
  const label = [`${called(known, card)}${count > 1 ? ` × ${count}` : ""}`, ...told, ...(showing === "strip" ? [] : printed(known, card))];
  return (
    <Spot
      at={at}
      piece={card}
      class={`vcard ${showing} suit-${own?.suit ?? "none"}`}
      label={label.join(", ")}
      look={() => known.look({ key: card, notes: told })}
    >
      <span class="head">
        {own?.suit && Array.from({ length: Math.max(1, own.symbols) }, (_, one) => <Symbol key={one} name={own.suit ?? ""} />)}
        <Called name={called(known, card)} />
      </span>
      {showing !== "strip" && <Trade of={card} />}
      {as && (
        <span class="as">
          {tell("as")} {hyphened(called(known, as))}
        </span>
      )}
      {own && showing !== "strip" && <Face own={own} side={side} />}
      {own?.padlock && showing === "strip" && <Symbol name="padlock" />}
      {gold > 0 && <Coins gold={gold} />}
      {count > 1 && <span class="count">×{count}</span>}
    </Spot>
  );
}

/** A name in a size that lets its longest word fit. */
function Called({ name }: { name: string }) {
  const wide = name.split(/[ -]/).some((word) => word.length > WIDE);
  return <span class={["called", name.length > LONG && "long", wide && "wide"].filter(Boolean).join(" ")}>{hyphened(name)}</span>;
}

/** Everything below a card's name. The food side of the Founders and the blank side of the Countess show no gold. */
function Face({ own, side }: { own: VillagersCardFacts; side: string | null }) {
  const known = useKnown();
  const food = own.food + (side === "food" ? 1 : 0);
  const gold = side === "food" || side === "blank" ? 0 : own.gold;
  return (
    <>
      <span class="signs">
        {Array.from({ length: food }, (_, one) => (
          <Symbol key={`f${one}`} name="food" />
        ))}
        {Array.from({ length: own.builders }, (_, one) => (
          <Symbol key={`b${one}`} name="builders" />
        ))}
      </span>
      <span class="worth">
        {gold > 0 && <Amount symbol="gold" amount={gold} />}
        {own.silver && <Rate symbol="silver" {...own.silver} />}
        {own.bronze && <Rate symbol="bronze" {...own.bronze} />}
        {!gold && own.text && <span class="does">{hyphened(own.text)}</span>}
      </span>
      <span class="foot">
        {own.on && (
          <span class="needs">
            <Symbol name="on" />
            {hyphened(called(known, own.on))}
          </span>
        )}
        {own.padlock && (
          <span class="needs">
            <Symbol name="padlock" />
            {hyphened(called(known, own.padlock))}
          </span>
        )}
        {own.keyring > 0 && (
          <span class="needs">
            <Symbol name="keyring" />
            {own.keyring}
          </span>
        )}
      </span>
    </>
  );
}

export function Amount({ symbol, amount }: { symbol: string; amount: number }) {
  return (
    <span class={`amount ${symbol}`}>
      <Symbol name={symbol} />
      <b>{amount}</b>
    </span>
  );
}

interface RateProps {
  readonly symbol: string;
  readonly formula: string;
  readonly suit: string | null;
  readonly per: number;
  readonly gold: number;
}

/** A silver or bronze symbol: an amount of gold for each number of things. */
function Rate({ symbol, formula, suit, per, gold }: RateProps) {
  return (
    <span class="rate">
      <Amount symbol={symbol} amount={gold} />
      <span class="per">
        /{per > 1 && per}
        <Symbol name={countedBy({ formula, suit })} />
      </span>
    </span>
  );
}

export function Coins({ gold }: { gold: number }) {
  return (
    <span class="coins">
      <Symbol name="gold" />
      <b>{gold}</b>
    </span>
  );
}

export interface BackProps {
  readonly at: string;
  readonly suit: string;
  readonly origin?: string | null | undefined;
  readonly count?: number;
  readonly title?: string;
  readonly small?: boolean;
}

/** A card that lies face down: its back shows its suit. */
export function Back({ at, suit, origin = null, count, title, small = false }: BackProps) {
  const { nameOf } = useKnown();
  const words = [
    ...(title ? [title] : []),
    `${nameOf("suits", suit)} (${tell("back")})`,
    ...(origin ? [nameOf("origins", origin)] : []),
    ...(count === undefined ? [] : [cardCount(count)]),
  ];
  return (
    <Spot at={at} piece={`${suit} ${origin}`} class={`vcard back suit-${suit} ${small ? "small" : "whole"}`} label={words.join(", ")}>
      {title && <span class="title">{title}</span>}
      <Symbol name={suit} />
      {origin && <span class="origin">{nameOf("origins", origin)}</span>}
      {count !== undefined && (!small || count > 1) && <span class="count">×{count}</span>}
    </Spot>
  );
}
