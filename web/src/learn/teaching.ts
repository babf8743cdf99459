/** The texts that teach a game. The texts of a ruleset in a language are loaded when they are first needed. */

import { type Asked, useAnswer } from "../shared/asking";
import { language, type Language } from "../shared/keep";
import { say } from "../shared/words";
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

async function load(ruleset: string): Promise<TeachingText | undefined> {
  try {
    return (await TEXTS[ruleset]?.[language.value]())?.text;
  } catch {
    // The browser's own message names a file.
    throw new Error(say("unreachable"));
  }
}

/** Return the text about a ruleset in the page's language. For a ruleset without a text, it is empty. */
export function useTeaching(ruleset: string): Asked<TeachingText | undefined> {
  return useAnswer(() => load(ruleset), [ruleset, language.value]);
}

/** Return the meaning of a sign, once the text is loaded. */
export function useMeaning(ruleset: string): (sign: string) => string | undefined {
  const signs = useTeaching(ruleset).value?.signs;
  return (sign) => signs?.find((one) => one.sign === sign)?.text;
}
