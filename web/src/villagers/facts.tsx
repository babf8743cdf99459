/** Data for all parts of this table: the cards of the catalogue, names, and how to look closer. */

import type { VillagersCardFacts } from "@hamlet-games/client";
import { createContext } from "preact";
import { useContext } from "preact/hooks";

import type { NameOf } from "../shared/catalogue";
import type { DrawnTable } from "../table/drawing";
import { seatName } from "../table/seats";
import { tell } from "./words";

/** A thing that can be looked at closer: a card of the catalogue, and more facts about this copy. */
export interface Looked {
  readonly key: string;
  readonly notes?: readonly string[];
}

export interface Known {
  readonly facts: ReadonlyMap<string, VillagersCardFacts>;
  readonly nameOf: NameOf;
  readonly look: (one: Looked) => void;
  readonly table: DrawnTable;
}

export const KnownContext = createContext<Known>({
  facts: new Map(),
  nameOf: (_, value) => String(value),
  look: () => undefined,
  table: { game: { ruleset: "villagers", seats: [], result: null }, seat: null },
});

export const useKnown = (): Known => useContext(KnownContext);

/** Return a card's name, or its key until the catalogue is loaded. */
export function called({ facts }: Known, key: string): string {
  return facts.get(key)?.name ?? key.replaceAll("_", " ");
}

/** Return the name of a seat's player. In solo play the seat after the player's stands for the Countess. */
export function sitter({ table }: Known, seat: number): string {
  const { game } = table;
  return game.seats.length === 1 && seat === 1 ? tell("countess") : seatName(game, seat);
}

/** Return the income of a silver or bronze symbol in words. */
export function formulaText(
  { nameOf }: Known,
  one: { readonly formula: string; readonly suit: string | null; readonly per: number; readonly gold: number },
): string {
  const what = nameOf("formulas", one.formula) + (one.suit ? ` (${nameOf("suits", one.suit)})` : "");
  if (one.per > 1) return `${what}: ${one.gold} ${tell("every")} ${one.per}`;
  return one.formula.startsWith("per_") ? `${what}: ${tell("each").replace("1", String(one.gold))}` : what;
}

/** Return the symbols of a card, one by one. */
export function signsOf(known: Known, key: string): readonly { readonly sign: string; readonly text: string }[] {
  const card = known.facts.get(key);
  if (!card) return [];
  const { nameOf } = known;
  const some = (sign: string, text: string | false | 0 | null) => (text ? [{ sign, text }] : []);
  const count = (symbol: string, number: number) => some(symbol, number && `${number} × ${nameOf("symbols", symbol)}`);
  return [
    ...(card.suit ? some(card.suit, `${card.symbols > 1 ? `${card.symbols} × ` : ""}${nameOf("suits", card.suit)}`) : []),
    ...count("food", card.food),
    ...count("builders", card.builders),
    ...some("gold", card.gold && `${card.gold} ${nameOf("symbols", "gold")}`),
    ...some("silver", card.silver && `${nameOf("symbols", "silver")}: ${formulaText(known, card.silver)}`),
    ...some("bronze", card.bronze && `${nameOf("symbols", "bronze")}: ${formulaText(known, card.bronze)}`),
    ...some("padlock", card.padlock && `${tell("unlockedBy")}: ${called(known, card.padlock)}`),
    ...some("on", card.on && `${tell("placedOn")}: ${called(known, card.on)}`),
    ...some("keyring", card.keyring && `${tell("unlocks")}: ${card.keyring}`),
  ];
}

/** Return all symbols of a card in words. */
export const printed = (known: Known, key: string): string[] => signsOf(known, key).map(({ text }) => text);
