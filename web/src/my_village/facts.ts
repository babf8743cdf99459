/** The server's facts about My Village, in the form that the drawing needs. */

import type { MyVillageCardFacts, MyVillageCost } from "@hamlet-games/client";

import { type NameOf, useCards, useNames } from "../shared/catalogue";
import { hasSymbol, type Symbol } from "./symbols";

export type Card = MyVillageCardFacts;

/** Names and facts of all components, the names of values, in the page's language. */
export class Facts {
  private readonly byKey: ReadonlyMap<string, Card>;

  constructor(
    cards: readonly Card[],
    private readonly names: NameOf,
  ) {
    this.byKey = new Map(cards.map((card) => [card.key, card]));
  }

  /** A component by its key. */
  card(key: string): Card | undefined {
    return this.byKey.get(key);
  }

  name(key: string): string {
    return this.byKey.get(key)?.name ?? key.replaceAll("_", " ");
  }

  /** The open side of a travel stack. All dark sides of a letter are alike. */
  journey(letter: string): Card | undefined {
    return [...this.byKey.values()].find((card) => card.letter === letter);
  }

  /** Numbers of a component, such as the banner of the school. */
  numbers(key: string, name: string): readonly number[] {
    return this.byKey.get(key)?.numbers.find((one) => one.name === name)?.values ?? [];
  }

  number(key: string, name: string): number {
    return this.numbers(key, name)[0] ?? 0;
  }

  /** A value's name in the server's words. */
  word(kind: string, value: unknown): string {
    return this.names(kind, value);
  }

  /** A cost in words: "1 horse, 2 coins". */
  cost(cost: MyVillageCost): string {
    return partsOf(cost)
      .map(([what, count]) => `${count} ${this.amount(what, count)}`)
      .join(", ");
  }

  private amount(what: string, count: number): string {
    return this.word(count === 1 ? "amount_one" : "amount_many", what === "coin" ? "coins" : what);
  }
}

/** Return the symbols of a cost, each with its amount. */
export function partsOf(cost: MyVillageCost): [Symbol, number][] {
  return Object.entries(cost).filter((part): part is [Symbol, number] => hasSymbol(part[0]) && part[1] > 0);
}

const KEY = "my_village";

/** Everything the server says about the ruleset in the page's language, once it is loaded. */
export function useFacts(catalogue?: string): Facts | undefined {
  const cards = useCards(KEY, catalogue);
  const names = useNames(KEY);
  return cards?.ruleset === KEY ? new Facts(cards.cards, names) : undefined;
}
