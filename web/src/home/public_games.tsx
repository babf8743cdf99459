import { anybody, told } from "../api/client";
import type { RulesetInfo } from "../api/contract";
import { useAnswer } from "../shared/asking";
import { language } from "../shared/keep";
import { say } from "../shared/words";

const SHOWN = 10;

/** Public games that wait for players. */
export function PublicGames({ rulesets }: { rulesets: readonly RulesetInfo[] }) {
  const query = { status: "waiting" as const, limit: SHOWN };
  const { value, failure } = useAnswer(() => told(anybody.GET("/v1/games", { params: { query } })), [language.value]);
  return (
    <section aria-labelledby="public-games">
      <h2 id="public-games">{say("publicGames")}</h2>
      {failure && <p role="alert">{failure}</p>}
      {value?.games.length === 0 && <p>{say("noPublicGames")}</p>}
      <ul class="list">
        {value?.games.map((game) => (
          <li key={game.id}>
            <a href={`/table/${game.id}`}>
              {rulesets.find((info) => info.key === game.ruleset)?.name ?? game.ruleset}
              <small>{game.host_name}</small>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
