import { useEffect, useState } from "preact/hooks";

import { calls, told } from "../api/client";
import type { Candidate, Game } from "../api/contract";
import { sentence } from "../shared/asking";
import { say } from "../shared/words";

const SHOWN = 3;
const TRIES = 20;

interface Asked {
  readonly candidates?: readonly Candidate[];
  readonly failure?: string;
  readonly thinking: boolean;
}

/** What an AI would do, asked for by a button; forgotten when the game moves on. */
export function Hint({ game, token, mine }: { game: Game; token: string | undefined; mine: boolean }) {
  const [asked, setAsked] = useState<Asked>({ thinking: false });
  useEffect(() => setAsked({ thinking: false }), [game.version]);
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
      setAsked({ thinking: false, candidates: decision.candidates.slice(0, SHOWN) });
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
            {asked.candidates.map((one) => (
              <li key={JSON.stringify(one.move)}>
                {one.label} <small>{`${Math.round(100 * one.value)} % ${say("chance")}`}</small>
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}
