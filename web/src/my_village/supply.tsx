/** The display: open columns of cards, and stacks of which the top can be taken. */

import type { MyVillageView } from "@hamlet-games/client";

import { hyphened } from "../shared/hyphens";
import { Spot } from "../table/spot";
import { Banner, CardSpot, symbolOf, useSight, worded } from "./card";
import { Icon } from "./symbols";
import { own } from "./words";

/** The open columns, in their order on the table: churches, council chambers, then one for each kind of building. */
const COLUMNS = { church: "church", council: "council", stables: "horse", brewery: "beer", smithy: "plow", office: "scroll", wainwright: "wagon" } as const;

export function Supply({ view }: { view: MyVillageView }) {
  const { facts } = useSight();
  const open = (view.cards ?? []).map((key, at) => ({ at, card: facts.card(key) }));
  return (
    <section class="mv-supply" aria-label={own("black")}>
      <div class="mv-columns">
        {Object.entries(COLUMNS).map(([column, symbol]) => {
          const cards = open.filter(({ card }) => card && (card.good ?? card.kind) === symbol);
          return (
            <div key={column} class={`mv-column ${column}`}>
              <span class="mv-caption">
                <Icon of={symbol} />
                {hyphened(facts.word(column === symbol ? "kinds" : "banners", column))}
              </span>
              {cards.map(({ at, card }) => card && <Strip key={card.key} at={`/cards/${at}`} card={card.key} named={!card.good} />)}
              {cards.length === 0 && <small class="mv-none">{own("noDice")}</small>}
            </div>
          );
        })}
      </div>
      <Stacks view={view} />
    </section>
  );
}

/** The upper half of a card in a column. */
function Strip({ at, card: key, named }: { at: string; card: string; named: boolean }) {
  const { facts, look } = useSight();
  const card = facts.card(key);
  if (!card) return null;
  return (
    <Spot at={at} class={`mv-strip ${card.kind}`} label={worded(facts, card, "black")} look={() => look(key)}>
      <Banner values={card.banner} time={card.time} costs={card.costs} side="black" />
      {named && (
        <span class="mv-name">
          {hyphened(card.name)}
          {card.prestige > 0 && (
            <span class="mv-points">
              <Icon of="points" />
              {card.prestige}
            </span>
          )}
        </span>
      )}
    </Spot>
  );
}

function Stacks({ view }: { view: MyVillageView }) {
  const { facts, look } = useSight();
  const single = [
    { key: "meeting_place", count: view.meeting_places ?? 0, at: "/meeting_places" },
    { key: "field", count: view.fields ?? 0, at: "/fields" },
  ];
  return (
    <div class="mv-stacks">
      {single.map(({ key, count, at }) =>
        count > 0 ? (
          <CardSpot key={key} at={at} card={key} side="black" class="stack" also={`${count} ${own("left")}`}>
            <Left count={count} />
          </CardSpot>
        ) : (
          <Gone key={key} at={at} name={facts.name(key)} />
        ),
      )}
      {Object.entries(view.monks).map(([symbol, { count, top }]) =>
        top ? (
          <CardSpot key={symbol} at={`/monks/${symbol}`} card={top} side="black" class="stack" also={`${count} ${own("left")}`}>
            <MonkGift card={top} />
            <Left count={count} />
          </CardSpot>
        ) : (
          <Gone key={symbol} at={`/monks/${symbol}`} name={facts.word("symbols", symbol)} />
        ),
      )}
      <div class="mv-journeys">
        <Spot at="/travels" class="mv-caption" label={facts.word("kinds", "travel")}>
          {facts.word("kinds", "travel")}
        </Spot>
        <div class="mv-row">{Object.entries(view.travels).map(([letter, count]) => {
        const card = facts.journey(letter);
        const name = `${facts.word("kinds", "travel")} ${letter.toUpperCase()}`;
        if (!card || count === 0) return <Gone key={letter} at={`/travels/${letter}`} name={name} />;
        const label = [name, card.banner.join(", "), `${card.time} ${own("time")}`, `${count} ${own("left")}`].join(", ");
        const costs = card.costs.map((cost) => facts.cost(cost)).join(` ${own("or")} `);
        return (
          <Spot key={letter} at={`/travels/${letter}`} class="mv-card travel black stack" label={[label, costs].filter(Boolean).join(", ")} look={() => look(`travel ${letter}`)}>
            <Banner values={card.banner} time={card.time} costs={card.costs} side="black" />
            <span class="mv-letter">
              <Icon of={symbolOf(card)} class="big" />
              {letter.toUpperCase()}
            </span>
            <Left count={count} />
          </Spot>
        );
      })}</div>
      </div>
    </div>
  );
}

function Left({ count }: { count: number }) {
  return <span class="mv-left">×{count}</span>;
}

function Gone({ at, name }: { at: string; name: string }) {
  return (
    <Spot at={at} class="mv-card gone" label={`${name}: ${own("noDice")}`}>
      <span class="mv-name">{name}</span>
      <small>–</small>
    </Spot>
  );
}

/** The action of a monk. */
export function MonkGift({ card: key }: { card: string }) {
  const { facts } = useSight();
  const card = facts.card(key);
  if (!card) return null;
  const symbol = ({ story: "story", headman: "headman", school: "school", steward: "steward" } as const)[card.effect as "story"];
  return (
    <span class="mv-gift">
      {card.count > 1 && `${card.count}×`}
      <Icon of={symbol} />
    </span>
  );
}
