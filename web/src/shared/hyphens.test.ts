import { expect, it } from "vitest";

import { hyphened } from "./hyphens";

it.each([
  ["Miner", "Miner"],
  ["Shipwright", "Ship|wright"],
  ["Peddler", "Ped|dler"],
  ["Harvester", "Har|ve|ster"],
  ["Rosenkranz", "Rosen|kranz"],
  ["Schreibstube", "Schreib|stube"],
  ["Versammlungsplatz", "Ver|samm|lungs|platz"],
  ["HeuwenderIn", "Heu|wen|de|rIn"],
  ["Geflügelhändlerin", "Geflü|gel|hän|dle|rin"],
  ["Mood Swing", "Mood Swing"],
])("%s may be broken as %s", (name, shown) => expect(hyphened(name).replaceAll("\u00ad", "|")).toBe(shown));
