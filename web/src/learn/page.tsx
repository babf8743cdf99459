import type { RulesetInfo } from "@hamlet-games/client";
import { useRoute } from "preact-iso";
import { useEffect, useState } from "preact/hooks";

import { Absent } from "../shared/absent";
import { useNames, useRuleset } from "../shared/catalogue";
import { language } from "../shared/keep";
import { say } from "../shared/words";
import { Chapters, Legend } from "./handbook";
import { isTaught, useTeaching } from "./teaching";

/** The rules of a ruleset as a person reads them: `/learn/villagers`. */
export function LearnPage() {
  const ruleset = (useRoute().params["ruleset"] ?? "") as RulesetInfo["key"];
  const { value } = useTeaching(ruleset);
  const called = useNames(ruleset);
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const title = useRuleset(ruleset)?.name ?? say("rules");
  useEffect(() => {
    document.title = `${title}: ${say("rules")} – ${say("title")}`;
  }, [title, language.value]);
  const boxes = [...new Set(value?.chapters.flatMap(({ box }) => box ?? []))];
  function toggle(box: string): void {
    const others = [...chosen].filter((one) => one !== box);
    choose(new Set(chosen.has(box) ? others : [...others, box]));
  }
  if (!isTaught(ruleset)) return <Absent failure={say("unknownPage")} />;
  return (
    <>
      <h1>{title}</h1>
      <p class="ways">
        <a href={`/rules/${ruleset}`}>{say("ruleIndex")}</a>
        <a href="/">{say("toHome")}</a>
      </p>
      {boxes.length > 0 && (
        <fieldset class="boxes">
          <legend>{say("alsoExplain")}</legend>
          {boxes.map((box) => (
            <label key={box} class="check">
              <input type="checkbox" checked={chosen.has(box)} onChange={() => toggle(box)} />
              {called("boxes", box)}
            </label>
          ))}
        </fieldset>
      )}
      <Chapters ruleset={ruleset} boxes={chosen} />
      <h2>{say("signs")}</h2>
      <Legend ruleset={ruleset} boxes={new Set([...chosen, "four_plus"])} />
    </>
  );
}
