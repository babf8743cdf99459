import { dataOf, type Game, randomText } from "@hamlet-games/client";
import { useLocation } from "preact-iso";
import { useEffect, useRef, useState } from "preact/hooks";

import { sentence } from "../shared/asking";
import { drop, forget, hostOf, keep } from "../shared/keep";
import { hamlet } from "../shared/server";
import { say, type Word } from "../shared/words";

export interface LeavingProps {
  readonly game: Game;
  readonly token: string | undefined;
}

/** Leaving, returning, and playing again. A refusal by the server is shown as a sentence. */
export function Leaving({ game, token }: LeavingProps) {
  const [failure, setFailure] = useState<string>();
  const { route } = useLocation();
  const host = hostOf(game.id);
  const seat = game.viewer;
  const status = seat === null ? undefined : game.seats[seat]?.status;

  async function send(call: () => Promise<unknown>): Promise<void> {
    setFailure(undefined);
    try {
      await call();
    } catch (error) {
      setFailure(sentence(error));
    }
  }

  async function remove(): Promise<void> {
    const { response, error } = await hamlet.as(host).DELETE("/v1/games/{game}", { params: { path: { game: game.id } } });
    if (!response.ok) throw new Error(error && "detail" in error ? String(error.detail) : say("failed"));
    forget(game.id);
    route("/");
  }

  async function leave(from: number): Promise<void> {
    await dataOf(hamlet.as(token).POST("/v1/games/{game}/seats/{seat}/leave", { params: { path: { game: game.id, seat: from } } }));
    drop(game.id, from);
  }

  async function again(): Promise<void> {
    const made = await dataOf(hamlet.as(token).POST("/v1/games/{game}/rematch", { params: { path: { game: game.id } }, body: { contribution: randomText() } }));
    keep(made.id, made.ruleset, made.tokens, made.host_token);
    route(`/table/${made.id}`);
  }

  const own = { params: { path: { game: game.id, seat: seat ?? 0 } } };
  return (
    <div class="leaving">
      {status === "away" && (
        <button type="button" class="main" onClick={() => void send(() => dataOf(hamlet.as(token).POST("/v1/games/{game}/seats/{seat}", { ...own, body: {} })))}>
          {say("imBack")}
        </button>
      )}
      {game.status === "finished" && seat !== null && (
        <button type="button" class="main" onClick={() => void send(again)}>
          {say(game.rematch ? "toRematch" : "rematch")}
        </button>
      )}
      {game.status === "finished" && seat === null && game.rematch && <a href={`/table/${game.rematch}`}>{say("nextGame")}</a>}
      {game.status !== "waiting" && <a href={`/replay/${game.id}`}>{say(game.status === "finished" ? "replayAndReview" : "replay")}</a>}
      {game.status === "active" && seat !== null && (status === "taken" || status === "away") && (
        <Confirmed word="resign" question="resignSure" confirmed={() => send(() => dataOf(hamlet.as(token).POST("/v1/games/{game}/seats/{seat}/resign", own)))} />
      )}
      {game.status === "waiting" && seat !== null && !host && (
        <Confirmed word="leave" question="leaveSure" confirmed={() => send(() => leave(seat))} />
      )}
      {game.status === "waiting" && host && <Confirmed word="removeGame" question="removeSure" confirmed={() => send(remove)} />}
      {failure && <p role="alert">{failure}</p>}
    </div>
  );
}

interface ConfirmedProps {
  readonly word: Word;
  readonly question: Word;
  readonly confirmed: () => Promise<unknown>;
}

/** A button that asks for confirmation before an action that cannot be undone. */
function Confirmed({ word, question, confirmed }: ConfirmedProps) {
  const [asking, ask] = useState(false);
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking) no.current?.focus();
  }, [asking]);
  if (!asking)
    return (
      <button type="button" class="plain" onClick={() => ask(true)}>
        {say(word)}
      </button>
    );
  return (
    <span class="asks" role="group" aria-label={say(question)}>
      {say(question)}
      <button type="button" onClick={() => (ask(false), void confirmed())}>
        {say(word)}
      </button>
      <button type="button" class="plain" ref={no} onClick={() => ask(false)}>
        {say("no")}
      </button>
    </span>
  );
}
