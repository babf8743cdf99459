/** The texts that teach a game: those of a ruleset in a language are loaded when they are first needed. */

import { type Asked, useAnswer } from "../shared/asking";
import { language, type Language } from "../shared/keep";
import type { TeachingText } from "./text";

type Load = () => Promise<{ readonly text: TeachingText }>;

const TEXTS: Readonly<Record<string, Readonly<Record<Language, Load>>>> = {
  villagers: { en: () => import("./villagers_en"), de: () => import("./villagers_de") },
  my_village: { en: () => import("./my_village_en"), de: () => import("./my_village_de") },
};

/** Whether there is a text about this ruleset. */
export function isTaught(ruleset: string): boolean {
  return ruleset in TEXTS;
}

/** The text about a ruleset in the page's language; a ruleset without one has an empty answer. */
export function useTeaching(ruleset: string): Asked<TeachingText | undefined> {
  return useAnswer(async () => (await TEXTS[ruleset]?.[language.value]())?.text, [ruleset, language.value]);
}

/** What a sign means, once the text is there. */
export function useMeaning(ruleset: string): (sign: string) => string | undefined {
  const signs = useTeaching(ruleset).value?.signs;
  return (sign) => signs?.find((one) => one.sign === sign)?.text;
}
