import { describe, expect, it } from "vitest";

import { addressOf, allowedEyes, placeIn } from "./places";

const GAME = { status: "finished", seats: [{ seat: 0 }, { seat: 1 }] } as unknown as Parameters<typeof allowedEyes>[0];

describe("the eyes to look through", () => {
  it("are everybody's after the end, and one's own before it", () => {
    expect(allowedEyes(GAME, ["1"])).toEqual(["all", "0", "1", "spectator"]);
    expect(allowedEyes({ ...GAME, status: "active" }, ["1"])).toEqual(["1", "spectator"]);
    expect(allowedEyes({ ...GAME, status: "active" }, [])).toEqual(["spectator"]);
  });
});

describe("an address", () => {
  const eyes = ["all", "0", "1", "spectator"];

  it.each([
    ["?version=7&view=1", { version: 7, eyes: "1" }],
    ["", { version: 0, eyes: "all" }],
    ["?version=700&view=9", { version: 20, eyes: "all" }],
    ["?version=-3&view=%3Cscript%3E", { version: 0, eyes: "all" }],
    ["?version=x", { version: 0, eyes: "all" }],
  ])("%j names a place that there is", (search, place) => {
    expect(placeIn(search, 20, eyes, [])).toEqual(place);
  });

  it("shows a game from one's own seat if it does not say otherwise", () => {
    expect(placeIn("?version=2", 20, eyes, ["1"])).toEqual({ version: 2, eyes: "1" });
  });

  it("leads back to its place", () => {
    const place = { version: 12, eyes: "spectator" };
    expect(placeIn(new URL(addressOf("a/b", place), "http://x").search, 20, eyes, [])).toEqual(place);
  });
});
