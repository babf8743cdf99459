import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";

import { say } from "../shared/words";

/** Return the id in a pasted text, which is an id or a link that ends in one. */
export function idIn(text: string): string | undefined {
  return /([A-Za-z0-9_-]{8,})\/?\s*$/.exec(text.split(/[?#]/)[0] ?? "")?.[1];
}

/** Return the invitation's code in a pasted text. */
export function codeIn(text: string): string | undefined {
  return /(?:^|\/)([A-Za-z0-9]{5})-?([A-Za-z0-9]{5})\s*$/.exec(text.trim())?.slice(1).join("-").toUpperCase();
}

export function JoinGame() {
  const [text, setText] = useState("");
  const { route } = useLocation();
  const id = idIn(text);
  const code = codeIn(text);
  return (
    <section class="panel" aria-labelledby="join-game">
      <h2 id="join-game">{say("joinGame")}</h2>
      <form
        class="inline"
        onSubmit={(event) => {
          event.preventDefault();
          if (code) route(`/join/${code}`);
          else if (id) route(`/table/${id}`);
        }}
      >
        <label>
          {say("code")}
          <input value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <button type="submit" disabled={!id && !code}>
          {say("open")}
        </button>
      </form>
    </section>
  );
}
