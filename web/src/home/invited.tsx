import { useState } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";

import { anybody, idempotencyKey, told } from "../api/client";
import { sentence, useAnswer } from "../shared/asking";
import { keep, language, name } from "../shared/keep";
import { say } from "../shared/words";

/** Where an invitation leads, and a button to take the seat. */
export function InvitedPage() {
  const code = useRoute().params["code"] ?? "";
  const params = { path: { code } };
  const offer = useAnswer(() => told(anybody.GET("/v1/invitations/{code}", { params })), [code, language.value]);
  const [player, setPlayer] = useState(name.get());
  const [failure, setFailure] = useState<string>();
  const { route } = useLocation();

  async function accept(): Promise<void> {
    const given = player.trim();
    name.set(given);
    try {
      const header = { "Idempotency-Key": idempotencyKey() };
      const body = given ? { name: given } : {};
      const joined = await told(anybody.POST("/v1/invitations/{code}", { params: { ...params, header }, body }));
      keep(joined.id, joined.ruleset, joined.tokens);
      route(`/table/${joined.id}`);
    } catch (error) {
      setFailure(sentence(error));
    }
  }

  if (!offer.value) return <p role="status">{offer.failure ?? say("loading")}</p>;
  const { game } = offer.value;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void accept();
      }}
    >
      <h1>{say("invited")}</h1>
      <p>{[game.host_name, ...game.seats.map((seat) => seat.name)].filter((one, at, all) => one && all.indexOf(one) === at).join(", ")}</p>
      <label>
        {say("yourName")}
        <input value={player} maxLength={40} autocomplete="nickname" onInput={(event) => setPlayer(event.currentTarget.value)} />
      </label>
      <button type="submit" class="main">
        {say("join")}
      </button>
      {failure && <p role="alert">{failure}</p>}
    </form>
  );
}
