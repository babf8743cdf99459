/** A ruleset's cards and names, asked for once in each language. */

import { anybody, told } from "../api/client";
import type { RulesetInfo } from "../api/contract";
import { type Asked, useAnswer } from "./asking";
import { language } from "./keep";
import { nameOf, type Vocabulary } from "./words";

type Key = RulesetInfo["key"];

const asked = new Map<string, Promise<unknown>>();

/** The answer of the first such call; a failure is not kept. */
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

/** The answer of `GET /v1/rulesets/{ruleset}/cards`. */
export function useCards(ruleset: Key) {
  return useAnswer(() => once(`cards ${ruleset}`, () => told(anybody.GET("/v1/rulesets/{ruleset}/cards", rulesetOf(ruleset)))), [
    ruleset,
    language.value,
  ]).value;
}

/** The rules by their ids. */
export function useRules(ruleset: Key): readonly { readonly id: string; readonly text: string; readonly lang: string }[] {
  const answer = useAnswer(
    () => once(`rules ${ruleset}`, () => told(anybody.GET("/v1/rulesets/{ruleset}/rules", rulesetOf(ruleset)))),
    [ruleset, language.value],
  );
  return answer.value?.rules ?? [];
}

export type NameOf = (kind: string, value: unknown) => string;

/** What the ruleset calls a value of some kind, in the page's language. */
export function useNames(ruleset: Key): NameOf {
  const answer: Asked<{ readonly vocabulary: Vocabulary }> = useAnswer(
    () => once(`words ${ruleset}`, () => told(anybody.GET("/v1/rulesets/{ruleset}", rulesetOf(ruleset)))),
    [ruleset, language.value],
  );
  const vocabulary = answer.value?.vocabulary ?? {};
  return (kind, value) => nameOf(vocabulary, kind, value);
}
