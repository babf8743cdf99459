import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";

import { say } from "../shared/words";

/** The id in what somebody pasted: an id, or a link that ends in one. */
export function idIn(text: string): string | undefined {
  return /([A-Za-z0-9_-]{8,})\/?\s*$/.exec(text.split(/[?#]/)[0] ?? "")?.[1];
}

export function JoinGame() {
  const [text, setText] = useState("");
  const { route } = useLocation();
  const id = idIn(text);
  return (
    <section aria-labelledby="join-game">
      <h2 id="join-game">{say("joinGame")}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (id) route(`/table/${id}`);
        }}
      >
        <label>
          {say("gameId")}
          <input value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <button type="submit" disabled={!id}>
          {say("open")}
        </button>
      </form>
    </section>
  );
}
