import { dataOf } from "@hamlet-games/client";
import { useEffect } from "preact/hooks";

import { useAnswer } from "../shared/asking";
import { isTaught } from "../learn/teaching";
import { language } from "../shared/keep";
import { hamlet } from "../shared/server";
import { say } from "../shared/words";
import { FinishedGames } from "./finished_games";
import "./home.css";
import { JoinGame } from "./join_game";
import { MyGames } from "./my_games";
import { NewGameForm } from "./new_game";
import { PublicGames } from "./public_games";
import { Skyline } from "./skyline";

/** Where everything begins: a new game, my games, somebody else's game. */
export function Home() {
  const { value, failure } = useAnswer(() => dataOf(hamlet.api.GET("/v1/rulesets")), [language.value]);
  const rulesets = value?.rulesets ?? [];
  useEffect(() => {
    document.title = say("title");
  }, [language.value]);
  return (
    <>
      <header class="hero">
        <Skyline />
        <div>
          <h1>{say("title")}</h1>
          <p>{say("subtitle")}</p>
        </div>
      </header>
      <MyGames rulesets={rulesets} />
      <div class="columns home">
        <section class="panel new" aria-labelledby="new-game" aria-busy={!value && !failure}>
          <h2 id="new-game">{say("newGame")}</h2>
          {failure && <p role="alert">{failure}</p>}
          {value ? <NewGameForm rulesets={rulesets} /> : !failure && <p role="status">{say("loading")}</p>}
        </section>
        <div class="stacked">
          <PublicGames rulesets={rulesets} />
          <JoinGame />
          <FinishedGames rulesets={rulesets} />
          <About rulesets={rulesets} />
        </div>
      </div>
    </>
  );
}

/** Links for newcomers: to the rules, and to the API. */
function About({ rulesets }: { rulesets: readonly { readonly key: string; readonly name: string }[] }) {
  return (
    <section class="panel about" aria-labelledby="about">
      <h2 id="about">{say("goodToKnow")}</h2>
      <ul>
        <li>{say("noAccount")}</li>
        <li>
          {say("rules")}:{" "}
          {rulesets.map(({ key, name }, at) => (
            <span key={key}>
              {at > 0 && ", "}
              <a href={`/${isTaught(key) ? "learn" : "rules"}/${key}`}>{name}</a>
            </span>
          ))}
        </li>
        <li>
          {say("byApi")}{" "}
          <a href="/docs" target="_self">
            {say("apiDocs")}
          </a>
        </li>
      </ul>
    </section>
  );
}
