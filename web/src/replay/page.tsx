import { dataOf, type Game } from "@hamlet-games/client";
import { useRoute } from "preact-iso";
import { useEffect, useMemo, useState } from "preact/hooks";

import { Absent } from "../shared/absent";
import { useAnswer } from "../shared/asking";
import { language, tokensOf } from "../shared/keep";
import { hamlet } from "../shared/server";
import { say } from "../shared/words";
import { Board } from "../table/board";
import { sentenceOf } from "../table/log";
import { Seats } from "../table/seats";
import { TouchContext, Touching } from "../table/spot";
import "../table/table.css";
import { useReview } from "./asked";
import { Controls } from "./controls";
import { Judged } from "./decisions";
import { useMoment } from "./moments";
import { addressOf, allowedEyes, placeIn } from "./places";
import "./replay.css";
import { ReviewSection } from "./review";

/** A game's replay. It first loads the present game, which says how long the game is and who may see what. */
export function ReplayPage() {
  const id = useRoute().params["game"] ?? "";
  const tokens = tokensOf(id);
  const token = Object.values(tokens)[0];
  const path = { game: id };
  const { value, failure } = useAnswer(() => dataOf(hamlet.as(token).GET("/v1/games/{game}", { params: { path } })), [id, language.value]);
  useEffect(() => {
    document.title = `${say("replay")} – ${say("title")}`;
  }, [language.value]);
  if (failure) return <Absent failure={failure} />;
  if (!value) return <p role="status">{say("loading")}</p>;
  return <Replay key={id} now={value} tokens={tokens} />;
}

interface ReplayProps {
  readonly now: Game;
  readonly tokens: Readonly<Record<string, string>>;
}

function Replay({ now, tokens }: ReplayProps) {
  const own = Object.keys(tokens);
  const allowed = allowedEyes(now, own);
  const [place, go] = useState(() => placeIn(location.search, now.version, allowed, own));
  const token = tokens[place.eyes] ?? Object.values(tokens)[0];
  const { game, failure } = useMoment(now.id, token, place, now.version);
  const touching = useMemo(() => new Touching(), []);
  const events = game?.events ?? [];
  const asked = useReview(now.id, now.status === "finished");
  const judged = asked.review?.moves.find(({ version }) => version === game?.version);
  const to = (version: number) => {
    go({ ...place, version });
    scrollTo({ top: 0 });
  };
  useEffect(() => {
    touching.told.value = { about: events.flatMap(({ about }) => about) };
  }, [touching, game]);
  useEffect(() => {
    history.replaceState(history.state, "", addressOf(now.id, place));
  }, [now.id, place]);
  const seat = Number.parseInt(place.eyes, 10);
  return (
    <>
      <h1 class="quiet">{say("replay")}</h1>
      <Controls
        game={now}
        place={place}
        last={now.version}
        allowed={allowed}
        ready={game?.version === place.version}
        go={go}
      />
      {failure && <p role="alert">{failure}</p>}
      {game && (
        <div class="replay" data-version={game.version} data-eyes={place.eyes}>
          <ul class="steps" aria-live="polite">
            {events.map((event, at) => (
              <li key={`${game.version}.${at}`}>{sentenceOf(event)}</li>
            ))}
            {game.version === 0 && <li>{say("deal")}</li>}
          </ul>
          {judged && <Judged game={game} move={judged} />}
          <Seats game={game} />
          <TouchContext.Provider value={touching}>
            {game.view && <Board view={game.view} table={{ game, seat: Number.isNaN(seat) ? null : seat }} />}
          </TouchContext.Provider>
        </div>
      )}
      <p>
        <a href={addressOf(now.id, place)}>{say("linkHere")}</a> · <a href={`/table/${now.id}`}>{say("toTable")}</a>
      </p>
      {now.status === "finished" && <ReviewSection game={now} asked={asked} version={place.version} go={to} />}
    </>
  );
}
