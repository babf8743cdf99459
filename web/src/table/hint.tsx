import { useEffect, useState } from "preact/hooks";

import { calls, told } from "../api/client";
import type { Candidate, Game, LegalMove } from "../api/contract";
import { sentence } from "../shared/asking";
import { say } from "../shared/words";
import { percent, type Thought, type Touching } from "./spot";

const SHOWN = 3;
const MARKED = 8;
const TRIES = 20;

interface Asked {
  readonly candidates?: readonly Candidate[];
  readonly failure?: string;
  readonly thinking: boolean;
}

interface HintProps {
  readonly game: Game;
  readonly token: string | undefined;
  readonly mine: boolean;
  readonly touching: Touching;
}

/** The legal moves that the candidates are: then the table shows their chances where they are made. */
function matched(candidates: readonly Candidate[], moves: readonly LegalMove[]): Thought[] {
  const byMove = new Map(moves.map((move) => [JSON.stringify(move.move), move]));
  return candidates.slice(0, MARKED).flatMap(({ move, value }) => {
    const found = byMove.get(JSON.stringify(move));
    return found ? [{ id: found.id, about: found.about, value }] : [];
  });
}

/** What an AI would do, asked for by a button; forgotten when the game moves on. */
export function Hint({ game, token, mine, touching }: HintProps) {
  const [asked, setAsked] = useState<Asked>({ thinking: false });
  useEffect(() => setAsked({ thinking: false }), [game.version]);
  useEffect(() => {
    touching.thoughts.value = matched(asked.candidates ?? [], touching.moves.value);
  }, [touching, asked.candidates]);
  if (!token || !mine) return null;

  async function ask(): Promise<void> {
    setAsked({ thinking: true });
    try {
      const client = calls(token);
      const params = { path: { game: game.id } };
      let decision = await told(client.POST("/v1/games/{game}/hint", { params, body: { level: "hard" } }));
      for (let tries = 0; decision.status !== "done" && decision.status !== "failed" && tries < TRIES; tries += 1) {
        const path = { decision: decision.id };
        decision = await told(client.GET("/v1/decisions/{decision}", { params: { path, query: { wait: 20 } } }));
      }
      if (decision.status !== "done") throw new Error(say("failed"));
      setAsked({ thinking: false, candidates: decision.candidates });
    } catch (error) {
      setAsked({ thinking: false, failure: sentence(error) });
    }
  }

  return (
    <section class="hint">
      <button type="button" disabled={asked.thinking} onClick={() => void ask()}>
        {asked.thinking ? say("thinking") : say("hint")}
      </button>
      {asked.failure && <p role="alert">{asked.failure}</p>}
      {asked.candidates && (
        <div role="status">
          <p>{say("hintSays")}</p>
          <ol>
            {asked.candidates.slice(0, SHOWN).map((one) => (
              <li key={JSON.stringify(one.move)}>
                {one.label} <small>{`${percent(one.value)} ${say("chance")}`}</small>
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}
