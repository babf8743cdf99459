/** A ruleset's cards and names, requested once in each language. */

import { dataOf, type RulesetInfo } from "@hamlet-games/client";

import { useAnswer } from "./asking";
import { language } from "./keep";
import { hamlet } from "./server";
import { nameOf, type Vocabulary } from "./words";

type Key = RulesetInfo["key"];

const asked = new Map<string, Promise<unknown>>();

/** Return the answer of the first such call. A failure is not cached. */
function once<T>(key: string, ask: () => Promise<T>): Promise<T> {
  const name = `${language.value} ${key}`;
  const found = asked.get(name) as Promise<T> | undefined;
  if (found) return found;
  const answer = ask();
  asked.set(name, answer);
  answer.catch(() => asked.delete(name));
  return answer;
}

const rulesetOf = (ruleset: Key) => ({ params: { path: { ruleset } } });

/** The answer of `GET /v1/rulesets/{ruleset}/cards`, with the numbers of the catalogue that a game was created with. */
export function useCards(ruleset: Key, catalogue?: string) {
  const params = { path: { ruleset }, ...(catalogue === undefined ? {} : { query: { catalogue } }) };
  const ask = () => dataOf(hamlet.api.GET("/v1/rulesets/{ruleset}/cards", { params }));
  return useAnswer(() => once(`cards ${ruleset} ${catalogue ?? ""}`, ask), [ruleset, catalogue, language.value]).value;
}

/** Return the rules by their ids, once they are loaded. */
export function useRuleIndex(ruleset: Key) {
  const ask = () => dataOf(hamlet.api.GET("/v1/rulesets/{ruleset}/rules", rulesetOf(ruleset)));
  return useAnswer(() => once(`rules ${ruleset}`, ask), [ruleset, language.value]);
}

/** Return the rules by their ids; none until they are loaded. */
export function useRules(ruleset: Key): readonly { readonly id: string; readonly text: string; readonly lang: string }[] {
  return useRuleIndex(ruleset).value?.rules ?? [];
}

/** Return the ruleset with its name, options and vocabulary, once it is loaded. */
export function useRuleset(ruleset: Key) {
  const ask = () => dataOf(hamlet.api.GET("/v1/rulesets/{ruleset}", rulesetOf(ruleset)));
  return useAnswer(() => once(`words ${ruleset}`, ask), [ruleset, language.value]).value;
}

export type NameOf = (kind: string, value: unknown) => string;

/** Return the ruleset's name for a value of some kind, in the page's language. */
export function useNames(ruleset: Key): NameOf {
  const vocabulary: Vocabulary = useRuleset(ruleset)?.vocabulary ?? {};
  return (kind, value) => nameOf(vocabulary, kind, value);
}
