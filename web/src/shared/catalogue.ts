/** A ruleset's cards and names, requested once in each language. */

import { dataOf, type RulesetInfo } from "@hamlet-games/client";

import { useAnswer } from "./asking";
import { language } from "./keep";
import { hamlet } from "./server";
import { nameOf, type Vocabulary } from "./words";

type Key = RulesetInfo["key"];

const asked = new Map<string, Promise<unknown>>();
const answers = new Map<string, unknown>();

const named = (key: string) => `${language.value} ${key}`;

/** Return the answer of the first such call. A failure is not cached. */
function once<T>(key: string, ask: () => Promise<T>): Promise<T> {
  const name = named(key);
  const found = asked.get(name) as Promise<T> | undefined;
  if (found) return found;
  const answer = ask();
  asked.set(name, answer);
  answer.then(
    (value) => answers.set(name, value),
    () => asked.delete(name),
  );
  return answer;
}

/** Such an answer, at once if it is already here. */
function useOnce<T>(key: string, ask: () => Promise<T>) {
  return useAnswer(() => once(key, ask), [key, language.value], answers.get(named(key)) as T | undefined);
}

const rulesetOf = (ruleset: Key) => ({ params: { path: { ruleset } } });

function cardsOf(ruleset: Key, catalogue?: string) {
  const params = { path: { ruleset }, ...(catalogue === undefined ? {} : { query: { catalogue } }) };
  return [`cards ${ruleset} ${catalogue ?? ""}`, () => dataOf(hamlet.api.GET("/v1/rulesets/{ruleset}/cards", { params }))] as const;
}

function wordsOf(ruleset: Key) {
  return [`words ${ruleset}`, () => dataOf(hamlet.api.GET("/v1/rulesets/{ruleset}", rulesetOf(ruleset)))] as const;
}

/** Ask for what a table of this ruleset needs, while its game is still on the way. */
export function askAhead(ruleset: Key): void {
  for (const answer of [once(...wordsOf(ruleset)), once(...cardsOf(ruleset))]) answer.catch(() => undefined);
}

/** The cards with the numbers of a game's catalogue, once the ruleset's names are here, too. */
export function useKnownCards(ruleset: Key, catalogue?: string) {
  const names = useOnce(...wordsOf(ruleset));
  // The usual catalogue was requested ahead, without its name.
  const usual = names.value?.options.find(({ name }) => name === "catalogue")?.default;
  const cards = useOnce(...cardsOf(ruleset, names.value && catalogue !== usual ? catalogue : undefined));
  return { value: names.value && cards.value, failure: names.failure ?? cards.failure };
}

/** The answer of `GET /v1/rulesets/{ruleset}/cards`, with the numbers of the catalogue that a game was created with. */
export function useCards(ruleset: Key, catalogue?: string) {
  return useKnownCards(ruleset, catalogue).value;
}

/** Return the rules by their ids, once they are loaded. */
export function useRuleIndex(ruleset: Key) {
  return useOnce(`rules ${ruleset}`, () => dataOf(hamlet.api.GET("/v1/rulesets/{ruleset}/rules", rulesetOf(ruleset))));
}

/** Return the rules by their ids; none until they are loaded. */
export function useRules(ruleset: Key): readonly { readonly id: string; readonly text: string; readonly lang: string }[] {
  return useRuleIndex(ruleset).value?.rules ?? [];
}

/** Return the ruleset with its name, options and vocabulary, once it is loaded. */
export function useRuleset(ruleset: Key) {
  return useOnce(...wordsOf(ruleset)).value;
}

export type NameOf = (kind: string, value: unknown) => string;

/** Return the ruleset's name for a value of some kind, in the page's language. */
export function useNames(ruleset: Key): NameOf {
  const vocabulary: Vocabulary = useRuleset(ruleset)?.vocabulary ?? {};
  return (kind, value) => nameOf(vocabulary, kind, value);
}
