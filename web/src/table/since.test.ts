import { describe, expect, it } from "vitest";

import { clock, stepsAfter } from "./since";

describe("what has happened", () => {
  const told = [
    { version: 3, events: ["a", "b"] },
    { version: 4, events: ["mine"] },
    { version: 5, events: [] },
    { version: 6, events: ["c"] },
  ];

  it("is what others did after the version that was seen", () => {
    const texts = (seen: number) => stepsAfter(told, seen, new Set([4])).map(({ event }) => event);
    expect(texts(0)).toEqual(["a", "b", "c"]);
    expect(texts(3)).toEqual(["c"]);
    expect(texts(6)).toEqual([]);
  });

  it("is cut to its end after a long time", () => {
    const long = Array.from({ length: 100 }, (_, version) => ({ version, events: [version] }));
    const steps = stepsAfter(long, 0, new Set());
    expect(steps.length).toBeLessThan(100);
    expect(steps.at(-1)).toEqual({ version: 99, event: 99 });
  });
});

it.each([
  [-5, "0:00"],
  [400, "0:01"],
  [65_000, "1:05"],
  [3_600_000, "1:00:00"],
  [172_800_000, "2 d"],
])("the clock shows %d ms as %s", (left, shown) => expect(clock(left)).toBe(shown));
