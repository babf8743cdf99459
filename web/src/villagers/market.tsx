import type { VillagersView } from "@hamlet-games/client";

import { Spot } from "../table/spot";
import { Back, Card } from "./card";
import { useKnown } from "./facts";
import { together } from "./chains";
import { Symbol } from "./symbols";
import { cardCount, tell } from "./words";

/** The stacks under which the two market cards lie (SETUP-10). */
const MARKETS: Readonly<Record<number, { readonly number: number; readonly word: "marketA" | "marketB" }>> = {
  1: { number: 1, word: "marketA" },
  5: { number: 2, word: "marketB" },
};

/** The middle of the table: the stacks with the road below them, the reserve, basic villagers and the discard pile. */
export function Market({ view }: { view: VillagersView }) {
  const { nameOf } = useKnown();
  return (
    <section class="market" aria-label={nameOf("piles", "road")}>
      <ol class="lanes">
        {view.road.map((_, at) => (
          <li key={at} class="lane">
            <Stack view={view} at={at} />
            <RoadSlot view={view} at={at} />
          </li>
        ))}
      </ol>
      <div class="piles">
        <Reserve view={view} />
        <Basics view={view} />
        <Discard view={view} />
      </div>
    </section>
  );
}

function Stack({ view, at }: { view: VillagersView; at: number }) {
  const { nameOf } = useKnown();
  const stack = view.stacks[at];
  const title = `${nameOf("piles", "stack")} ${at + 1}`;
  const market = MARKETS[at];
  const held = market !== undefined && view.markets_held.includes(market.number as 1 | 2);
  return (
    <div class="stack">
      {stack?.top ? (
        <Pile at={`/stacks/${at}`} title={title} pile={stack} />
      ) : (
        <Spot at={`/stacks/${at}`} class="vcard gap" label={`${title}: ${tell("empty")}`}>
          <span>{title}</span>
        </Spot>
      )}
      {market && (
        <p class={`under ${held ? "held" : ""}`}>
          {tell(market.word)} <small>{held ? `✓ ${tell("held")}` : tell("ahead")}</small>
        </p>
      )}
    </div>
  );
}

type SeenPile = VillagersView["reserve"];

/** A pile. Its top card is visible. */
function Pile({ at, title, pile }: { at: string; title: string; pile: SeenPile }) {
  const { top, count } = pile;
  if (!top) return null;
  if (top.card) return <Card at={at} card={top.card} showing="half" count={count} notes={[title]} />;
  return <Back at={at} suit={top.suit} origin={top.origin} count={count} title={title} />;
}

function RoadSlot({ view, at }: { view: VillagersView; at: number }) {
  const slot = view.road[at];
  if (slot) return <Card at={`/road/${at}`} card={slot.card} gold={slot.gold} />;
  return (
    <Spot at={`/road/${at}`} class="vcard gap" label={tell("gap")}>
      <span>{tell("gap")}</span>
    </Spot>
  );
}

function Reserve({ view }: { view: VillagersView }) {
  const { nameOf } = useKnown();
  const title = nameOf("piles", "reserve");
  if (view.reserve.top) return <Pile at="/reserve" title={title} pile={view.reserve} />;
  return (
    <Spot at="/reserve" class="vcard gap" label={`${title}: ${tell("empty")}`}>
      <span>{title}</span>
    </Spot>
  );
}

function Basics({ view }: { view: VillagersView }) {
  return (
    <section class="basics" aria-label={tell("basics")}>
      {Object.entries(view.basics).map(([card, count]) => (
        <Card key={card} at={`/basics/${card}`} card={card} showing="strip" count={count} notes={[cardCount(count)]} />
      ))}
    </section>
  );
}

function Discard({ view }: { view: VillagersView }) {
  const { nameOf } = useKnown();
  const title = nameOf("piles", "discard");
  const { discard, recycled } = view;
  return (
    <div class="discard">
      <Spot at="/discard" class="vcard gap" label={`${title}: ${cardCount(discard.length)}`}>
        <span>
          {title} ×{discard.length}
        </span>
      </Spot>
      <Listed title={title} cards={discard} />
      <Listed title={tell("recycled")} cards={recycled} />
    </div>
  );
}

/** Cards that need no room on the table. Their names are in a section that opens. */
function Listed({ title, cards }: { title: string; cards: readonly string[] }) {
  const known = useKnown();
  if (cards.length === 0) return null;
  return (
    <details class="listed">
      <summary>
        {title} ({cards.length})
      </summary>
      <ul>
        {together([...cards].reverse(), (card) => card).map(({ card, count }) => (
          <li key={card}>
            <button type="button" class="plain" onClick={() => known.look({ key: card })}>
              <Symbol name={known.facts.get(card)?.suit ?? ""} /> {known.facts.get(card)?.name ?? card}
              {count > 1 && ` ×${count}`}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
