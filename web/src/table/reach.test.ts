import { expect, it } from "vitest";

import { bestScroll } from "./reach";

const BETWEEN = { top: 50, bottom: 450 };
const at = (...tops: number[]) => tops.map((top) => ({ top, bottom: top + 100 }));

it.each([
  ["everything is seen", at(60, 300), 0, 0],
  ["one thing is below", at(500), 0, 162],
  ["one thing is above", at(-40), 300, -102],
  ["the top cannot be passed", at(-40), 30, 0],
  ["most things win", at(60, 700, 800, 900), 0, 562],
  ["what is there stays if nothing is won", at(60, 900), 0, 0],
])("%s", (_, things, scrolled, by) => expect(bestScroll(things, BETWEEN, scrolled, 2000)).toBe(by));
