import { randomText } from "@hamlet-games/client";
import { useState } from "preact/hooks";

import { sentence } from "./asking";
import { keep, name } from "./keep";
import { say } from "./words";

/** The answer of a call that gives a seat. */
interface Joined {
  readonly id: string;
  readonly ruleset: string;
  readonly tokens: Readonly<Record<string, string>>;
}

/** One of the seats that can be taken, and the call that takes it. */
export interface Way {
  readonly label: string;
  join(body: { readonly name?: string; readonly contribution?: string }): Promise<Joined>;
}

interface JoinFormProps {
  readonly ways: readonly Way[];
  /** Whether the game takes contributions to its secret. It does, unless its seed was chosen. */
  readonly rated: boolean;
  readonly joined?: (game: Joined) => void;
}

/** Asks for a name and takes a seat. Keeps the seat's token, then calls `joined`. */
export function JoinForm({ ways, rated, joined }: JoinFormProps) {
  const [player, setPlayer] = useState(name.get());
  const [failure, setFailure] = useState<string>();

  async function take(way: Way | undefined): Promise<void> {
    if (!way) return;
    setFailure(undefined);
    const given = player.trim();
    name.set(given);
    try {
      const body = { ...(given && { name: given }), ...(rated && { contribution: randomText() }) };
      const game = await way.join(body);
      keep(game.id, game.ruleset, game.tokens);
      joined?.(game);
    } catch (error) {
      setFailure(sentence(error));
    }
  }

  return (
    <form
      class="joining"
      onSubmit={(event) => {
        event.preventDefault();
        void take(ways[0]);
      }}
    >
      <label>
        {say("yourName")}
        <input value={player} maxLength={40} autocomplete="nickname" onInput={(event) => setPlayer(event.currentTarget.value)} />
      </label>
      <div class="choices">
        {ways.map((way, at) => (
          <button key={way.label} type={at === 0 ? "submit" : "button"} class={at === 0 ? "main" : ""} onClick={() => at > 0 && void take(way)}>
            {way.label}
          </button>
        ))}
      </div>
      {failure && <p role="alert">{failure}</p>}
    </form>
  );
}
