import { expect, it } from "vitest";

import { flights } from "./flights";

const lying = (table: Readonly<Record<string, string>>) => new Map(Object.entries(table));

it("a piece flies from where it lay, and what slides up moves along", () => {
  const before = lying({ "/road/0": "Miner", "/hand/0": "Nun", "/hand/1": "Thief" });
  const after = lying({ "/road/0": "Mason", "/hand/0": "Thief", "/village/0": "Nun", "/hand/1": "Miner" });
  const drawn = new Set([...before.keys(), "/stack"]);
  const about = [{ about: ["/road/0", "/stack/3"] }];
  expect(flights(before, after, drawn, about)).toEqual(
    new Map([
      ["/road/0", "/stack"],
      ["/hand/0", "/hand/1"],
      ["/village/0", "/hand/0"],
      ["/hand/1", "/road/0"],
    ]),
  );
});

it("nothing flies where all is as it was, or where nothing says from where", () => {
  const before = lying({ "/road/0": "Miner" });
  expect(flights(before, before, new Set(["/road/0"]), [])).toEqual(new Map());
  expect(flights(before, lying({ "/road/0": "Nun" }), new Set(["/road/0"]), [{ about: ["/road/0", "/road/0"] }])).toEqual(new Map());
});
