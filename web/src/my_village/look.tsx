/** A closer look at a component: its numbers, and the rules that say what it does. */

import { useEffect, useRef } from "preact/hooks";

import { useMeaning } from "../learn/teaching";
import { useRules } from "../shared/catalogue";
import { Cost, symbolOf, useSight } from "./card";
import { type Card, type Facts, partsOf } from "./facts";
import { Icon, type Symbol } from "./symbols";
import { own } from "./words";

/** The dialog; closed by Escape, its button, or a click beside it. */
export function Look({ card, close }: { card: Card; close: () => void }) {
  const { facts } = useSight();
  const rules = useRules("my_village");
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
        <Meanings card={card} />
        <h3>{own("rules")}</h3>
        <ul>
          {rules
            .filter(({ id }) => card.rules.includes(id))
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

/** What the symbols of a card mean. */
function Meanings({ card }: { card: Card }) {
  const meaning = useMeaning("my_village");
  const paid = [...card.costs, card.gray].flatMap((cost) => partsOf(cost).map(([what]) => what));
  const signs: Symbol[] = [symbolOf(card), ...(card.time > 0 ? (["time"] as const) : []), ...paid, ...(card.prestige > 0 ? (["points"] as const) : [])];
  return (
    <ul class="meanings">
      {[...new Set(signs)].map((sign) => {
        const text = meaning(sign);
        return (
          text && (
            <li key={sign}>
              <Icon of={sign} /> {text}
            </li>
          )
        );
      })}
    </ul>
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
