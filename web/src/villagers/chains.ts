/** How the villagers of a village stand on each other. */

export interface Standing {
  readonly id: number;
  readonly on?: number | null;
}

/** A villager and its place in the village's list. */
export interface Placed<V extends Standing> {
  readonly villager: V;
  readonly at: number;
}

/** Return the chains, each from the bottom to the top, in the order of their beginnings. Every villager is in one. */
export function chainsOf<V extends Standing>(village: readonly V[]): Placed<V>[][] {
  const placed = village.map((villager, at) => ({ villager, at }));
  const ids = new Set(village.map(({ id }) => id));
  const above = new Map(placed.map((one) => [one.villager.on ?? undefined, one]));
  const bottoms = placed.filter(({ villager }) => villager.on === undefined || villager.on === null || !ids.has(villager.on));
  return bottoms.map((bottom) => {
    const chain = [bottom];
    for (let next = above.get(bottom.villager.id); next; next = above.get(next.villager.id)) chain.push(next);
    return chain;
  });
}

/** Put equal cards of a hand together. Returns the place of the first one, and how many. `same`: says which cards are equal. */
export function together<C>(cards: readonly C[], same: (card: C) => string): { card: C; at: number; count: number }[] {
  const found = new Map<string, { card: C; at: number; count: number }>();
  cards.forEach((card, at) => {
    const group = found.get(same(card));
    if (group) group.count += 1;
    else found.set(same(card), { card, at, count: 1 });
  });
  return [...found.values()];
}
