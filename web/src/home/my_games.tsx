import { dataOf, type Game, Refused, type RulesetInfo } from "@hamlet-games/client";
import { useEffect, useState } from "preact/hooks";

import { tell } from "../settings/words";
import { useNames } from "../shared/catalogue";
import { Emblem } from "../shared/emblems";
import { forget, games, type Kept, language } from "../shared/keep";
import { hamlet } from "../shared/server";
import { say, type Word } from "../shared/words";
import { namesOf, roundOf, type Standing, standingOf } from "./standing";

/** How many of the newest games are polled for their standing. */
const ASKED = 12;
const EVERY = 30_000;

const WORDS: Readonly<Record<Standing, Word>> = {
  yours: "yourTurn",
  react: "mayReact",
  others: "othersTurn",
  waiting: "waitingShort",
  won: "youWon",
  finished: "finished",
  gone: "gone",
};

interface Known {
  readonly standing: Standing;
  readonly game?: Game;
}

async function ask(one: Kept): Promise<Known> {
  const own = Object.keys(one.tokens);
  try {
    const game = await dataOf(hamlet.as(Object.values(one.tokens)[0]).GET("/v1/games/{game}", { params: { path: { game: one.id } } }));
    return { standing: standingOf(game, own), game };
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return { standing: "gone" };
    throw error;
  }
}

/** The standings of my games, polled while the page is visible. */
function useStandings(): ReadonlyMap<string, Known> {
  const [known, setKnown] = useState<ReadonlyMap<string, Known>>(new Map());
  const asked = games.value.slice(0, ASKED);
  useEffect(() => {
    let current = true;
    function look(): void {
      if (document.hidden) return;
      for (const one of asked) {
        ask(one).then(
          (found) => current && setKnown((before) => new Map(before).set(one.id, found)),
          () => undefined, // Nothing is known of it just now.
        );
      }
    }
    look();
    const timer = setInterval(look, EVERY);
    document.addEventListener("visibilitychange", look);
    return () => {
      current = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [asked.map(({ id }) => id).join()]);
  return known;
}

/** The games whose tokens this browser keeps. Those in which it is this player's turn come first. */
export function MyGames({ rulesets }: { rulesets: readonly RulesetInfo[] }) {
  const known = useStandings();
  const mine = (one: Kept) => (known.get(one.id)?.standing === "yours" ? 0 : 1);
  const listed = [...games.value].sort((one, other) => mine(one) - mine(other));
  if (listed.length === 0) return null;
  return (
    <section class="mine" aria-labelledby="my-games">
      <h2 id="my-games">{say("myGames")}</h2>
      <ul class="tiles">
        {listed.map((one) => (
          <Tile key={one.id} one={one} now={known.get(one.id)} name={rulesets.find((info) => info.key === one.ruleset)?.name ?? one.ruleset} />
        ))}
      </ul>
    </section>
  );
}

interface TileProps {
  readonly one: Kept;
  readonly now: Known | undefined;
  readonly name: string;
}

/** One game: the other players, the round, and whose turn it is. */
function Tile({ one, now, name }: TileProps) {
  const format = new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" });
  const nameOf = useNames(one.ruleset as RulesetInfo["key"]);
  const game = now?.game;
  const called = (seat: Game["seats"][number]) =>
    seat.name ?? (seat.type === "ai" ? `${tell("ai")}: ${nameOf("levels", seat.level)}` : seat.type === "human" ? `${say("seat")} ${seat.seat + 1}` : "");
  const round = game && roundOf(game);
  const turn = now?.standing === "others" || now?.standing === "react" ? game?.seats[game.to_act[0] ?? -1] : undefined;
  const over = now?.standing === "won" || now?.standing === "finished";
  return (
    <li class={now?.standing === "yours" ? "tile yours" : "tile"}>
      <Emblem ruleset={one.ruleset} name={name} />
      <span class="told-of">
        <a class="whole" href={`/table/${one.id}`}>
          {name}
        </a>
        {game && <span> – {namesOf(game, Object.keys(one.tokens), called) || tell("noOne")}</span>}
        <small>
          {now && (
            <strong class="standing">
              {turn ? `${tell("turnOf")} ${called(turn)}` : say(WORDS[now.standing])}
              {now.standing === "react" && ` · ${say(WORDS.react)}`}
            </strong>
          )}
          {round !== undefined && ` · ${tell("round")} ${round}`} · {format.format(new Date(one.at))}
        </small>
      </span>
      <span class="does">
        {over && <a href={`/replay/${one.id}`}>{say("replay")}</a>}
        <button type="button" class="plain" aria-label={say("forget")} onClick={() => forget(one.id)}>
          ×
        </button>
      </span>
    </li>
  );
}
