import { dataOf, type RulesetInfo } from "@hamlet-games/client";

import { useAnswer } from "../shared/asking";
import { Emblem } from "../shared/emblems";
import { language } from "../shared/keep";
import { hamlet } from "../shared/server";
import { say } from "../shared/words";
import { namesOf } from "./standing";

const SHOWN = 5;

/** Public games that are over, to be replayed by hamlet.api. */
export function FinishedGames({ rulesets }: { rulesets: readonly RulesetInfo[] }) {
  const query = { status: "finished" as const, limit: SHOWN };
  const { value, failure } = useAnswer(() => dataOf(hamlet.api.GET("/v1/games", { params: { query } })), [language.value]);
  const format = new Intl.DateTimeFormat(language.value, { dateStyle: "medium" });
  const nameOf = (key: string) => rulesets.find((info) => info.key === key)?.name ?? key;
  if (!failure && !value?.games.length) return null;
  return (
    <section class="panel" aria-labelledby="finished-games">
      <h2 id="finished-games">{say("finishedGames")}</h2>
      {failure && <p role="alert">{failure}</p>}
      <ul class="list">
        {value?.games.map((game) => (
          <li key={game.id}>
            <Emblem ruleset={game.ruleset} name={nameOf(game.ruleset)} />
            <span class="told-of">
              <a class="whole" href={`/replay/${game.id}`}>
                {nameOf(game.ruleset)}
              </a>
              <small>
                {[namesOf(game, [], () => ""), format.format(new Date(game.created_at))].filter(Boolean).join(" – ")}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
