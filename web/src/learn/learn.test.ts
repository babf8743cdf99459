import { describe, expect, it } from "vitest";

import { hasSymbol } from "../my_village/symbols";
import { isShape } from "../villagers/symbols";
import { lessonIds, lessonsDue } from "./lessons";
import { text as myVillageDe } from "./my_village_de";
import { text as myVillageEn } from "./my_village_en";
import type { TeachingText } from "./text";
import { text as villagersDe } from "./villagers_de";
import { text as villagersEn } from "./villagers_en";

const NUMBERED = ["black", "white", "die", "blackdie"];

const TEXTS: readonly (readonly [string, TeachingText, TeachingText, (sign: string) => boolean])[] = [
  ["villagers", villagersEn, villagersDe, isShape],
  ["my_village", myVillageEn, myVillageDe, (sign) => hasSymbol(sign) || NUMBERED.includes(sign)],
];

describe.each(TEXTS)("the text about %s", (ruleset, en, de, isDrawn) => {
  it("says the same in both languages", () => {
    const frame = ({ chapters, signs, lessons }: TeachingText) => ({
      chapters: chapters.map(({ id, box, without, lines }) => [id, box, without, lines.length]),
      signs: signs.map(({ sign, box }) => [sign, box]),
      lessons: Object.keys(lessons),
    });
    expect(frame(de)).toEqual(frame(en));
  });

  it("draws only symbols that the table has", () => {
    const named = [en, de].flatMap((one) => JSON.stringify(one).match(/\{[a-z_]+( \d+)?\}/g) ?? []).map((found) => found.slice(1, -1));
    const signs = [...named, ...en.signs.map(({ sign }) => sign)];
    expect(signs.length).toBeGreaterThan(20);
    expect(signs.filter((sign) => !isDrawn(sign.split(" ")[0] ?? ""))).toEqual([]);
  });

  it("has a word for each lesson", () => {
    expect(Object.keys(en.lessons).sort()).toEqual([...lessonIds(ruleset)].sort());
  });
});

describe("lessons", () => {
  const moment = (...types: string[]) => ({ moves: types.map((type) => ({ move: { type, monks: [], unlock: null } as never })), view: {} });

  it("arise with their decision, the goal first, and never again", () => {
    expect(lessonsDue("villagers", moment("draft_road"), [])).toEqual(["goal", "draft", "signs", "start"]);
    expect(lessonsDue("villagers", moment("draft_road"), ["goal", "draft", "signs", "start"])).toEqual([]);
    expect(lessonsDue("villagers", moment("end", "trade"), ["goal"])).toEqual(["trade", "rest"]);
    expect(lessonsDue("villagers", { ...moment("coin"), view: { markets_held: [1] } }, ["goal"])).toEqual(["coin", "market"]);
    expect(lessonsDue("my_village", moment("choose_dice"), ["goal"])).toEqual(["dice", "time", "start"]);
  });

  it("explain the piles of a traded card only while there are several", () => {
    expect(lessonsDue("villagers", moment("return_card", "return_card"), ["goal"])).toEqual(["pile"]);
    expect(lessonsDue("villagers", moment("return_card"), ["goal"])).toEqual([]);
  });

  it("are silent while there is nothing to decide, and for rulesets without any", () => {
    expect(lessonsDue("villagers", moment(), [])).toEqual([]);
    expect(lessonsDue("orchard", moment("plant"), [])).toEqual([]);
  });
});
