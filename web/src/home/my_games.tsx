import type { RulesetInfo } from "../api/contract";
import { forget, games, language } from "../shared/keep";
import { say } from "../shared/words";

/** The games whose tokens this browser keeps. */
export function MyGames({ rulesets }: { rulesets: readonly RulesetInfo[] }) {
  const format = new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" });
  return (
    <section aria-labelledby="my-games">
      <h2 id="my-games">{say("myGames")}</h2>
      {games.value.length === 0 && <p>{say("noGames")}</p>}
      <ul class="list">
        {games.value.map((one) => (
          <li key={one.id}>
            <a href={`/table/${one.id}`}>
              {rulesets.find((info) => info.key === one.ruleset)?.name ?? one.ruleset}
              <small>{format.format(new Date(one.at))}</small>
            </a>
            <button type="button" class="plain" aria-label={say("forget")} onClick={() => forget(one.id)}>
              ×
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
