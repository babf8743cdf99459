import { describe, expect, it } from "vitest";

import { clock, leftOf, stayOf, stepsAfter, turnsOf } from "./since";

describe("what has happened", () => {
  const told = [
    { version: 3, events: ["a", "b"] },
    { version: 4, events: ["mine"] },
    { version: 5, events: [] },
    { version: 6, events: ["c"] },
  ];

  it("is what others did after the version that was seen", () => {
    const texts = (seen: number) => stepsAfter(told, seen, new Set([4]), null).map(({ event }) => event);
    expect(texts(0)).toEqual(["a", "b", "c"]);
    expect(texts(3)).toEqual(["c"]);
    expect(texts(6)).toEqual([]);
  });

  it("is not what the same person has done in another window", () => {
    const both = [
      { version: 1, events: [{ seat: 0, text: "mine" }, { seat: 1, text: "what it did to others" }] },
      { version: 2, events: [{ seat: 1, text: "theirs" }] },
    ];
    expect(stepsAfter(both, 0, new Set(), 0).map(({ event }) => event.text)).toEqual(["theirs"]);
    expect(stepsAfter(both, 0, new Set(), null)).toHaveLength(3);
  });

  it("is cut to its end after a long time", () => {
    const long = Array.from({ length: 100 }, (_, version) => ({ version, events: [version] }));
    const steps = stepsAfter(long, 0, new Set(), null);
    expect(steps.length).toBeLessThan(100);
    expect(steps.at(-1)).toEqual({ version: 99, event: 99, mover: undefined });
  });
});

it.each([
  [-5, "0:00"],
  [400, "0:01"],
  [65_000, "1:05"],
  [3_600_000, "1:00:00"],
  [172_800_000, "2 d"],
])("the clock shows %d ms as %s", (left, shown) => expect(clock(left)).toBe(shown));

describe("a turn", () => {
  const step = (mover: number | undefined) => ({ version: 1, event: "e", mover });

  it("takes eight seconds at most, however many steps it has", () => {
    let [spent, told] = [0, 0];
    for (let left = 12; left > 0; left -= 1, told += 1) spent += stayOf(2000, spent, left);
    expect(told).toBe(12);
    expect(spent).toBeCloseTo(8000);
    expect(stayOf(2000, 0, 2)).toBe(2000);
    expect(stayOf(2000, 8000, 3)).toBe(0);
  });

  it("is what one seat does in a row", () => {
    const steps = [step(1), step(1), step(2), step(1)];
    expect([0, 1, 2, 3].map((at) => leftOf(steps, at))).toEqual([2, 1, 1, 1]);
    const told = [
      { version: 1, events: [{ seat: 0, text: "a" }] },
      { version: 2, events: [{ seat: 0, text: "b" }, { text: "then" }] },
      { version: 3, events: [] },
      { version: 4, events: [{ seat: 1, text: "c" }] },
      { version: 5, events: [{ text: "end" }] },
    ];
    expect(turnsOf(told).map(({ version, mover, events }) => [version, mover, events.length])).toEqual([
      [1, 0, 3],
      [4, 1, 1],
      [5, undefined, 1],
    ]);
  });
});
