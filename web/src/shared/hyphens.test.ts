import { expect, it } from "vitest";

import { hyphened } from "./hyphens";

it.each([
  ["Miner", "Miner"],
  ["Shipwright", "Shipwright"],
  ["HeuwenderIn", "Heuwen|de|rIn"],
  ["Geflügelhändlerin", "Geflü|gel|händle|rin"],
  ["Mood Swing", "Mood Swing"],
])("%s may be broken as %s", (name, shown) => expect(hyphened(name).replaceAll("\u00ad", "|")).toBe(shown));
