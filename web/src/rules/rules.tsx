import type { RulesetInfo } from "@hamlet-games/client";
import { useRoute } from "preact-iso";
import { useEffect } from "preact/hooks";

import { useRuleIndex } from "../shared/catalogue";
import { say } from "../shared/words";

/** The rule index of a ruleset, so that a link can lead to a rule by its id: `/rules/villagers#DRAFT-2`. */
export function RulesPage() {
  const ruleset = (useRoute().params["ruleset"] ?? "") as RulesetInfo["key"];
  const { value, failure } = useRuleIndex(ruleset);
  const rules = value?.rules ?? [];
  useEffect(() => {
    document.title = `${say("rules")} – ${say("title")}`;
    if (rules.length > 0) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [value]);
  return (
    <>
      <h1>{say("rules")}</h1>
      {failure && (
        <>
          <p role="alert">{failure}</p>
          <p>
            <a href="/">{say("toHome")}</a>
          </p>
        </>
      )}
      <dl class="rules">
        {rules.map(({ id, text, lang }) => (
          <div key={id} id={id}>
            <dt>{id}</dt>
            <dd lang={lang}>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
