import { dataOf } from "@hamlet-games/client";
import { useLocation, useRoute } from "preact-iso";

import { Absent } from "../shared/absent";
import { useAnswer } from "../shared/asking";
import { JoinForm } from "../shared/joining";
import { language } from "../shared/keep";
import { hamlet } from "../shared/server";
import { say } from "../shared/words";

/** The page of an invitation: who waits there, and a button to take the seat. */
export function InvitedPage() {
  const code = useRoute().params["code"] ?? "";
  const { route } = useLocation();
  const path = { code };
  const ask = async () => {
    const { game } = await dataOf(hamlet.api.GET("/v1/invitations/{code}", { params: { path } }));
    const { name } = await dataOf(hamlet.api.GET("/v1/rulesets/{ruleset}", { params: { path: { ruleset: game.ruleset } } }));
    return { game, name };
  };
  const { value, failure } = useAnswer(ask, [code, language.value]);
  if (failure) return <Absent failure={failure} />;
  if (!value) return <p role="status">{say("loading")}</p>;
  const { game, name } = value;
  if (!game.seats.some(({ status }) => status === "open"))
    return (
      <Absent failure={say("nobodyMissing")}>
        <a href={`/table/${game.id}`}>{say("toTable")}</a>
      </Absent>
    );
  const names = [...new Set([game.host_name, ...game.seats.map((seat) => seat.name)])].filter(Boolean).join(", ");
  return (
    <section class="panel narrow">
      <h1>{say("invited")}</h1>
      <p>
        <strong>{name}</strong>
        {names && ` – ${names}`}
      </p>
      <JoinForm
        ways={[
          {
            label: say("join"),
            join: (body) => dataOf(hamlet.api.POST("/v1/invitations/{code}", { params: { path }, body })),
          },
        ]}
        rated={game.rated}
        joined={({ id }) => route(`/table/${id}`)}
      />
    </section>
  );
}
