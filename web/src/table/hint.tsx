import type { Candidate, Game, LegalMove, Reason } from "@hamlet-games/client";
import { useEffect, useRef, useState } from "preact/hooks";

import { sentence } from "../shared/asking";
import { Reasons } from "../shared/reasons";
import { hamlet } from "../shared/server";
import { percent, say } from "../shared/words";
import { type Thought, type Touching } from "./spot";

const SHOWN = 3;
const TRIED = 5;
const MARKED = 8;
const NOTHING = { thinking: false };

interface Asked {
  readonly candidates?: readonly Candidate[];
  readonly reasons?: readonly Reason[];
  readonly failure?: string;
  readonly thinking: boolean;
}

interface HintProps {
  readonly game: Game | undefined;
  readonly token: string | undefined;
  readonly mine: boolean;
  readonly touching: Touching;
}

/** The AI's choice, and the other moves that it tried often enough: below that, their chances are mostly luck. */
function credible(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter(({ visits }, at) => at === 0 || visits >= TRIED);
}

/** The legal moves that the candidates are: then the table shows their chances where they are made. */
function matched(candidates: readonly Candidate[], moves: readonly LegalMove[]): Thought[] {
  const byMove = new Map(moves.map((move) => [JSON.stringify(move.move), move]));
  return candidates.slice(0, MARKED).flatMap(({ move, chance }) => {
    const found = byMove.get(JSON.stringify(move));
    return found ? [{ id: found.id, about: found.about, chance }] : [];
  });
}

export interface HintState extends Asked {
  /** Requests a hint; undefined if there is nothing to decide. */
  readonly ask: (() => Promise<void>) | undefined;
}

/** An AI's choice, on request. It is forgotten when the game changes. */
export function useHint({ game, token, mine, touching }: HintProps): HintState {
  const [asked, setAsked] = useState<Asked>(NOTHING);
  const id = game?.id ?? "";
  const version = useRef(game?.version);
  version.current = game?.version;
  useEffect(() => setAsked(NOTHING), [id, game?.version]);
  useEffect(() => {
    touching.thoughts.value = matched(asked.candidates ?? [], touching.moves.value);
  }, [touching, asked.candidates]);

  async function ask(): Promise<void> {
    const at = version.current;
    const answer = (found: Asked) => version.current === at && setAsked(found);
    setAsked({ thinking: true });
    try {
      const { candidates, reasons } = await hamlet.games.open(id, token).hint("hard");
      answer({ thinking: false, candidates: credible(candidates), reasons });
    } catch (error) {
      answer({ thinking: false, failure: sentence(error) });
    }
  }

  return { ...asked, ask: token && mine ? ask : undefined };
}

export function HintButton({ hint: { ask, thinking } }: { hint: HintState }) {
  if (!ask) return null;
  // Not disabled during the thinking, because that would take the focus away.
  return (
    <button type="button" class="plain" aria-label={say(thinking ? "thinking" : "hint")} aria-disabled={thinking} onClick={() => thinking || void ask()}>
      <svg class={thinking ? "sign thinking" : "sign"} viewBox="0 0 24 24" aria-hidden="true">
        <path d="M9 21h6M9.5 18h5M12 2.5a6.5 6.5 0 0 0-3.5 12c.7.6 1 1.5 1 2.5h5c0-1 .3-1.9 1-2.5a6.5 6.5 0 0 0-3.5-12z" />
      </svg>
      <span class="word">{say(thinking ? "thinking" : "hint")}</span>
    </button>
  );
}

/** The best moves with their chances. The table shows each chance at the place of its move. */
export function HintSays({ hint: { candidates, reasons = [], failure } }: { hint: HintState }) {
  const panel = useRef<HTMLDivElement>(null);
  // The player may have asked far below.
  useEffect(() => {
    if (candidates || failure) panel.current?.scrollIntoView({ block: "nearest" });
  }, [candidates, failure]);
  return (
    <div class="hint" role="status" ref={panel}>
      {failure && <p role="alert">{failure}</p>}
      {candidates && (
        <>
          <p>{say("hintSays")}</p>
          <ol>
            {candidates.slice(0, SHOWN).map((one, at) => (
              <li key={JSON.stringify(one.move)}>
                {one.label} <small>{`${percent(one.chance)} ${say("chance")}`}</small>
                {at === 0 && <Reasons than={say("thanNext")} reasons={reasons} />}
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
