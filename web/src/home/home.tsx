import { useEffect } from "preact/hooks";

import { anybody, told } from "../api/client";
import { useAnswer } from "../shared/asking";
import { language } from "../shared/keep";
import { say } from "../shared/words";
import { FinishedGames } from "./finished_games";
import { JoinGame } from "./join_game";
import { MyGames } from "./my_games";
import { NewGameForm } from "./new_game";
import { PublicGames } from "./public_games";

/** Where everything begins: a new game, my games, somebody else's game. */
export function Home() {
  const { value, failure } = useAnswer(() => told(anybody.GET("/v1/rulesets")), [language.value]);
  useEffect(() => {
    document.title = say("title");
  }, [language.value]);
  return (
    <>
      <h1>{say("title")}</h1>
      <p>{say("subtitle")}</p>
      <div class="columns">
        <section aria-labelledby="new-game">
          <h2 id="new-game">{say("newGame")}</h2>
          {failure && <p role="alert">{failure}</p>}
          {value ? <NewGameForm rulesets={value.rulesets} /> : <p>{say("loading")}</p>}
        </section>
        <div>
          <MyGames rulesets={value?.rulesets ?? []} />
          <PublicGames rulesets={value?.rulesets ?? []} />
          <JoinGame />
          <FinishedGames rulesets={value?.rulesets ?? []} />
        </div>
      </div>
    </>
  );
}
