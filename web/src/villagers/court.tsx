/** Things that only some games have: the Countess with her events, developments, and pending decisions. */

import type { VillagersView } from "@hamlet-games/client";

import { Spot } from "../table/spot";
import { Amount, Back, Card } from "./card";
import { called, sitter, useKnown } from "./facts";
import { Village, VillagersCount } from "./seat";
import { Symbol } from "./symbols";
import { tell } from "./words";

export function Countess({ view }: { view: VillagersView }) {
  const { nameOf } = useKnown();
  const { countess } = view;
  if (!countess) return null;
  const gold = countess.gold ?? 0;
  return (
    <section class="area countess" aria-label={tell("countess")}>
      <header>
        <Spot at="/countess" class="plate">
          <strong>{tell("countess")}</strong>
        </Spot>
        <Spot at="/countess/gold" class="purse" label={`${nameOf("symbols", "gold")}: ${gold}`}>
          <Amount symbol="gold" amount={gold} />
        </Spot>
        <VillagersCount at="/countess/village" count={countess.village?.length ?? 0} />
      </header>
      <Village at="/countess/village" village={countess.village ?? []} own={false} />
    </section>
  );
}

/** The face-up events, their decks, and the Jester. */
export function Events({ view }: { view: VillagersView }) {
  const known = useKnown();
  const { events } = view;
  if (!events) return null;
  return (
    <section class="events" aria-label={tell("events")}>
      <h3>{tell("events")}</h3>
      <div class="row">
        {(events.face_up ?? []).map((event, at) => (
          <Notice key={event} at={`/events/face_up/${at}`} card={event} note={events.begun?.includes(event) ? tell("inForce") : ""} />
        ))}
        {events.jester ? (
          <Notice at="/events/jester" card="jester" note="" />
        ) : (
          <Spot at="/events/jester" class="chip soft">
            <s>{called(known, "jester")}</s>
          </Spot>
        )}
        <Deck name="summer" left={events.summer} gone={events.summer_discard ?? []} />
        <Deck name="winter" left={events.winter} gone={events.winter_discard ?? []} />
      </div>
    </section>
  );
}

/** A card that consists of text: an event, the Jester. */
function Notice({ at, card, note }: { at: string; card: string; note: string }) {
  const known = useKnown();
  const text = known.facts.get(card)?.text ?? "";
  return (
    <Spot at={at} class="notice" label={[called(known, card), note, text].filter(Boolean).join(", ")} look={() => known.look({ key: card })}>
      <strong>{called(known, card)}</strong>
      {note && <small> {note}</small>}
      <span class="does">{text}</span>
    </Spot>
  );
}

function Deck({ name, left, gone }: { name: "summer" | "winter"; left: number; gone: readonly string[] }) {
  const known = useKnown();
  return (
    <div class="deck">
      <Spot at={`/events/${name}`} class="chip">
        {known.nameOf("piles", name)} {left}
      </Spot>
      {gone.length > 0 && (
        <Spot at={`/events/${name}_discard`} class="chip soft">
          {gone.map((event) => called(known, event)).join(", ")}
        </Spot>
      )}
    </div>
  );
}

export function Developments({ view }: { view: VillagersView }) {
  const known = useKnown();
  if (view.developments.length === 0) return null;
  return (
    <section class="developments row" aria-label={known.nameOf("expansions", "developments")}>
      {view.developments.map((one, at) => {
        const facts = known.facts.get(one.development);
        const holder = one.holder === null ? tell("nobody") : sitter(known, one.holder);
        const counts = one.counts.map((count, seat) => `${sitter(known, seat)}: ${count}`).join(", ");
        return (
          <Spot
            key={one.development}
            at={`/developments/${at}`}
            class={`notice deck-${one.suit}`}
            label={`${called(known, one.development)}, ${counts}, ${tell("holder")} ${holder}`}
            look={() => known.look({ key: one.development, notes: [counts, `${tell("holder")} ${holder}`] })}
          >
            <strong>{called(known, one.development)}</strong>
            <span class="reward">
              <Amount symbol="gold" amount={facts?.gold ?? 0} />
              {!!facts?.food && <Symbol name="food" />}
              {!!facts?.builders && <Symbol name="builders" />}
            </span>
            <span class="does">{counts}</span>
            <small>
              {tell("holder")} {holder}
            </small>
          </Spot>
        );
      })}
    </section>
  );
}

/** A pending decision: the question, and its cards if they are nowhere else on the table. */
export function Pending({ view }: { view: VillagersView }) {
  const { nameOf } = useKnown();
  const { pending } = view;
  if (!pending) return null;
  return (
    <section class="pending" aria-label={nameOf("pending", pending.type)}>
      <Spot at="/pending" class="chip">
        {nameOf("pending", pending.type)}
      </Spot>
      {pending.type === "return_card" && <Returned card={pending.card} />}
      {pending.type === "look" && <LookedThrough view={view} pile={pending.pile} stack={pending.stack ?? 0} depth={pending.depth} />}
    </section>
  );
}

function Returned({ card }: { card: { readonly card: string | null; readonly suit: string } }) {
  return (
    <div class="row">
      {card.card ? <Card at="/pending/card" card={card.card} /> : <Back at="/pending/card" suit={card.suit} title={tell("returning")} />}
    </div>
  );
}

interface LookedProps {
  readonly view: VillagersView;
  readonly pile: string;
  readonly stack: number;
  readonly depth: number;
}

/** The cards of a pile that is looked through, from its top down, as far as the viewer knows them. */
function LookedThrough({ view, pile, stack, depth }: LookedProps) {
  const at = pile === "reserve" ? "/reserve" : `/stacks/${stack}`;
  const found = pile === "reserve" ? view.reserve : view.stacks[stack];
  if (!found) return null;
  const below = found.below.map((card, index) => ({ ...card, at: `${at}/below/${index}` }));
  const top = found.top ? [{ ...found.top, depth: 0, at: `${at}/top` }] : [];
  return (
    <div class="row" role="group" aria-label={tell("looking")}>
      {[...top, ...below]
        .filter((card) => card.depth < depth)
        .map((card) => card.card && <Card key={card.at} at={card.at} card={card.card} />)}
    </div>
  );
}
