import { expect, it } from "vitest";

import { chainsOf, together } from "./chains";

it("puts villagers on what they stand on, with their places in the list", () => {
  const village = [{ id: 1, on: null }, { id: 2, on: 1 }, { id: 4 }, { id: 7, on: 2 }, { id: 9, on: 4 }];
  const ids = chainsOf(village).map((chain) => chain.map(({ villager, at }) => [villager.id, at]));
  expect(ids).toEqual([
    [[1, 0], [2, 1], [7, 3]],
    [[4, 2], [9, 4]],
  ]);
});

it("leaves nobody out whose support is not there", () => {
  expect(chainsOf([{ id: 3, on: 99 }])).toEqual([[{ villager: { id: 3, on: 99 }, at: 0 }]]);
});

it("lays equal cards together at the place of the first", () => {
  expect(together(["a", "b", "a"], (card) => card)).toEqual([
    { card: "a", at: 0, count: 2 },
    { card: "b", at: 1, count: 1 },
  ]);
});
