import { expect, it } from "vitest";

import { chanceAt, lineOf, versionAt } from "./lines";

const CURVE = [
  { version: 0, chances: [0.5, 0.5] },
  { version: 1, chances: [0.75, 0.25] },
  { version: 4, chances: [1, 0] },
];

it("draws a chance that holds until the next one, in steps", () => {
  expect(lineOf(CURVE, 0, 4)).toBe("M0 150H250V75H1000V0");
  expect(lineOf(CURVE, 1, 4)).toBe("M0 150H250V225H1000V300");
  expect(lineOf([], 0, 0)).toBe("");
});

it.each([
  [0, 0],
  [0.26, 1],
  [1.2, 4],
  [-0.1, 0],
])("finds the version at %d of the width", (share, version) => {
  expect(versionAt(share, 4)).toBe(version);
});

it("knows a chance at every version", () => {
  expect([0, 1, 3, 4].map((version) => chanceAt(CURVE, 0, version))).toEqual([0.5, 0.75, 0.75, 1]);
});
