import { dataOf, type GameSummary, type RulesetInfo } from "@hamlet-games/client";

import { useAnswer } from "../shared/asking";
import { Emblem } from "../shared/emblems";
import { language } from "../shared/keep";
import { hamlet } from "../shared/server";
import { say } from "../shared/words";

const SHOWN = 10;

/** Public games that wait for players. */
export function PublicGames({ rulesets }: { rulesets: readonly RulesetInfo[] }) {
  const query = { status: "waiting" as const, limit: SHOWN };
  const { value, failure } = useAnswer(() => dataOf(hamlet.api.GET("/v1/games", { params: { query } })), [language.value]);
  return (
    <section class="panel" aria-labelledby="public-games">
      <h2 id="public-games">{say("publicGames")}</h2>
      {failure && <p role="alert">{failure}</p>}
      {value?.games.length === 0 && <p>{say("noPublicGames")}</p>}
      <ul class="list">
        {value?.games.map((game) => (
          <Listed key={game.id} game={game} name={rulesets.find((info) => info.key === game.ruleset)?.name ?? game.ruleset} />
        ))}
      </ul>
    </section>
  );
}

function Listed({ game, name }: { game: GameSummary; name: string }) {
  const taken = game.seats.filter(({ status }) => status !== "open").length;
  return (
    <li>
      <Emblem ruleset={game.ruleset} name={name} />
      <span class="told-of">
        <a class="whole" href={`/table/${game.id}`}>
          {name}
        </a>
        <small>{[game.host_name, `${taken}/${game.seats.length} ${say("seatsTaken")}`].filter(Boolean).join(" – ")}</small>
      </span>
    </li>
  );
}
