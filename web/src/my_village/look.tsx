/** A closer look at a component: its numbers, and the rules that say what it does. */

import { useEffect, useRef } from "preact/hooks";

import { Cost, symbolOf, useSight } from "./card";
import type { Card, Facts } from "./facts";
import { Icon } from "./symbols";
import { own } from "./words";

/** The rules of each kind of component, and of each effect that a kind may have. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  church: ["MVCARD-3"],
  sanatory: ["MVRAT-5", "MVRAT-6"],
  cloister: ["MVMONK-2"],
  trading: ["MVSTEWARD-7", "MVSTEWARD-8", "MVSTEWARD-9"],
  travel_church: ["MVTRAVEL-8"],
  council: ["MVCARD-4"],
  monetary_council: ["MVCOUNCIL-1"],
  area_council: ["MVCOUNCIL-2", "MVCOUNCIL-4", "MVCOUNCIL-5"],
  population_council: ["MVCOUNCIL-2", "MVCOUNCIL-6"],
  guild_council: ["MVCOUNCIL-2", "MVCOUNCIL-3"],
  meeting_place: ["MVMEETING-1", "MVMEETING-2", "MVMEETING-3", "MVDICE-6"],
  field: ["MVFIELD-1", "MVFIELD-2", "MVFIELD-3"],
  craft: ["MVCARD-5", "MVCARD-9", "MVWHITE-7"],
  monk: ["MVMONK-1", "MVMONK-2"],
  story: ["MVMONK-4"],
  headman: ["MVMONK-5"],
  steward: ["MVMONK-7"],
  travel: ["MVTRAVEL-2", "MVTRAVEL-3", "MVTRAVEL-4", "MVTRAVEL-7"],
  customer: ["MVCUSTOMER-1", "MVCUSTOMER-2"],
  school: ["MVSCHOOL-1", "MVSCHOOL-2", "MVSCHOOL-3", "MVSCHOOL-4", "MVSCHOOL-5"],
  starting_hand: ["MVHAND-1", "MVHAND-2", "MVHAND-3", "MVHAND-4", "MVHAND-5", "MVSCORE-8"],
  stewards_office: ["MVSTEWARD-1", "MVSTEWARD-2", "MVSTEWARD-4", "MVSTEWARD-5"],
  rat_track: ["MVRAT-1", "MVRAT-2", "MVRAT-3", "MVRAT-4"],
  graves: ["MVDEATH-3", "MVDEATH-4", "MVEND-1"],
  life_track: ["MVTIME-1", "MVTIME-2", "MVTIME-4", "MVDEATH-1"],
  headman_path: ["MVHEADMAN-1", "MVHEADMAN-2", "MVHEADMAN-3", "MVHEADMAN-4", "MVHEADMAN-5", "MVHEADMAN-6"],
  village_board: ["MVSETUP-6", "MVWHITE-6"],
  church_windows: ["MVSCORE-1"],
  value_tile: ["MVMEETING-4", "MVMEETING-5", "MVMEETING-6"],
  day_laborer: ["MVDEATH-5", "MVSCORE-7"],
  dice: ["MVDICE-1", "MVDICE-2", "MVDICE-3", "MVDICE-5", "MVDICE-6"],
};

/** The ids of the rules about a component. */
export function rulesOf(card: Card): readonly string[] {
  const { key, kind, effect } = card;
  if (kind === "component") return RULES[key === "headman" ? "headman_path" : key.replace(/_\d$/, "")] ?? [];
  const more = kind === "monk" && effect === "school" ? ["MVMONK-6"] : RULES[kind === "council" || key === "travel_church" ? key : (effect ?? "")];
  return [...new Set([...(RULES[kind] ?? []), ...(kind === "church" || kind === "council" || kind === "monk" ? (more ?? []) : [])])];
}

/** The dialog; closed by Escape, its button, or a click beside it. */
export function Look({ card, close }: { card: Card; close: () => void }) {
  const { facts } = useSight();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), [card]);
  return (
    <dialog
      class="mv-look"
      ref={dialog}
      aria-labelledby="mv-look"
      onClose={close}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div class="inner">
        <h2 id="mv-look">
          <Icon of={symbolOf(card)} />
          {card.name}
        </h2>
        <Numbers card={card} facts={facts} />
        <h3>{own("rules")}</h3>
        <ul>
          {facts.rules
            .filter(({ id }) => rulesOf(card).includes(id))
            .map(({ id, text, lang }) => (
              <li key={id} lang={lang}>
                {text}{" "}
                <a href={`/rules/my_village#${id}`} target="_blank" rel="noopener">
                  {id}
                </a>
              </li>
            ))}
        </ul>
        <form method="dialog">
          <button class="main">{own("close")}</button>
        </form>
      </div>
    </dialog>
  );
}

function Numbers({ card, facts }: { card: Card; facts: Facts }) {
  const banner = card.kind === "component" ? facts.numbers(card.key, "banner") : card.banner;
  const values = card.any_value ? own("anyValue") : banner.join(` ${own("or")} `);
  return (
    <dl>
      {values && <Row name={own("values")}>{values}</Row>}
      {card.time > 0 && (
        <Row name={own("costs")}>
          <Cost cost={{ time: card.time }} /> {card.time} {own("time")}
        </Row>
      )}
      {card.costs.map((cost, at) => (
        <Row key={at} name={at === 0 ? own("costs") : own("or")}>
          <Cost cost={cost} /> {facts.cost(cost)}
        </Row>
      ))}
      {Object.keys(card.gray).length > 0 && (
        <Row name={own("next")}>
          <Cost cost={card.gray} /> {facts.cost(card.gray)}
        </Row>
      )}
      {card.prestige > 0 && <Row name={own("worth")}>{card.prestige}</Row>}
      {card.spaces > 0 && <Row name={own("spaces")}>{card.spaces}</Row>}
      {card.ends && <Row name={own("ends")}>✓</Row>}
    </dl>
  );
}

function Row({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
