import { expect, it } from "vitest";

import catalogue from "../../../engine/villagers/catalogue/cards.json";
import { drawn } from "./trades";

it("every villager of the catalogue has an emblem", () => {
  expect(catalogue.cards.map(({ key }) => key).filter((key) => !drawn.has(key))).toEqual([]);
});
