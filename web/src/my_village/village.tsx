/** A village: its board, and the cards that lie in its areas. */

import type { MyVillageView } from "@hamlet-games/client";

import { Fold } from "../table/fold";
import { Spot } from "../table/spot";
import { useAlike } from "./alike";
import { Area, Plot } from "./area";
import { Board } from "./board";
import { Banner, CardSpot, Markers, useSight } from "./card";
import { type Place, tiled, type WhiteBanner } from "./place";
import { hasSymbol, Icon, Marker } from "./symbols";
import { own } from "./words";

export interface VillageProps {
  readonly view: MyVillageView;
  readonly seat: number;
  /** The name of the seat. */
  readonly name: string;
  /** Whether it is the viewer's own. */
  readonly mine: boolean;
}

export function Village({ view, seat, name, mine }: VillageProps) {
  const { facts, look } = useSight();
  const village = view.seats[seat];
  if (!village) return null;
  const at = `/seats/${seat}`;
  const begins = (view.starting_hand.owner ?? view.first_player) === seat;
  const acts = view.to_act?.[0] === seat;
  const laborers = village.laborers ?? 0;
  const head = (
    <>
      <Spot at={at} class="mv-owner">
        <b>{name}</b>
        {begins && (
          <span class="mv-begins">
            <Icon of="hand" />
            <span class="unseen">{own("begins")}</span>
          </span>
        )}
      </Spot>
      {(laborers > 0 || (acts && view.phase === "laborer")) && (
        <Spot at={`${at}/laborers`} class="mv-laborers" label={`${own("fork")}: ${laborers}`} look={() => look("day_laborer")}>
          <Icon of="laborer" /> {laborers}
          <small> −{laborers * facts.number("day_laborer", "penalty")}</small>
        </Spot>
      )}
    </>
  );
  const parts = (
    <>
      <Board at={at} village={village} />
      <div class="mv-areas">
        <Religion at={at} village={village} />
        <Council at={at} village={village} />
        <Travels at={at} village={village} />
        <Fields at={at} village={village} />
        <Crafts at={at} village={village} />
        <Market at={at} village={village} />
      </div>
    </>
  );
  return (
    <section class={`mv-village ${mine ? "mine" : ""} ${acts ? "acts" : ""}`} aria-label={`${own("village")} ${name}`}>
      {mine ? (
        <>
          <header>{head}</header>
          {parts}
        </>
      ) : (
        <Fold at={at} name={name} head={head}>
          {parts}
        </Fold>
      )}
    </section>
  );
}

function Religion({ at, village }: Place) {
  const { facts } = useSight();
  const { church, monks = [], wards = 0 } = village;
  const inside = church ? (facts.card(church)?.windows ?? 0) : 0;
  const windows = inside + monks.reduce((sum, monk) => sum + (facts.card(monk)?.windows ?? 0), 0);
  const points = facts.numbers("church_windows", "prestige")[windows] ?? 0;
  return (
    <Area at={at} village={village} of="abbot">
      {church ? (
        <CardSpot at={`${at}/church`} card={church} side="white" plain />
      ) : (
        <Plot at={`${at}/church`} name={facts.word("kinds", "church")} of="church" />
      )}
      {church && (facts.card(church)?.spaces ?? 0) > 0 && (
        <Spot at={`${at}/wards`} class="mv-on" label={`${own("wards")}: ${wards}`}>
          <Markers filled={wards} spaces={facts.card(church)?.spaces ?? 0} of="rat" />
        </Spot>
      )}
      {monks.map((monk, number) => (
        <CardSpot key={monk} at={`${at}/monks/${number}`} card={monk} side="white" class="slim" plain />
      ))}
      <Plot at={`${at}/monks`} name={`${own("windows")}: ${windows}, ${points} ${own("worth")}`} of="monk" small>
        {windows}
        <small>
          {points}
          <Icon of="points" />
        </small>
      </Plot>
    </Area>
  );
}

function Council({ at, village }: Place) {
  const { facts } = useSight();
  const { council, wild = 0, meeting_place: meeting = false, tokens = 0, tile } = village;
  const chamber = council ? facts.card(council) : undefined;
  const place = facts.card("meeting_place");
  return (
    <Area at={at} village={village} of="councilman">
      {council ? (
        <CardSpot at={`${at}/council`} card={council} side="white" tile={tiled(village, "council")} />
      ) : (
        <Plot at={`${at}/council`} name={facts.word("kinds", "council")} of="council" />
      )}
      {council && chamber && chamber.mark_points > 0 && <Marks at={at} village={village} />}
      {council && chamber?.effect === "marker" && chamber.mark_points === 0 && (
        <Spot at={`${at}/wild`} class="mv-on" label={`${facts.word("gains", "wild")}: ${wild}`}>
          <Markers filled={wild} spaces={chamber.spaces} of="wild" />
        </Spot>
      )}
      {meeting ? (
        <CardSpot at={`${at}/meeting_place`} card="meeting_place" side="white" tile={tiled(village, "meeting_place")} />
      ) : (
        <Plot at={`${at}/meeting_place`} name={facts.word("kinds", "meeting_place")} of="meeting_place" />
      )}
      {meeting && (
        <Spot at={`${at}/tokens`} class="mv-on" label={`${own("tokens")}: ${tokens}`}>
          <Markers filled={tokens} spaces={place?.spaces ?? 0} />
        </Spot>
      )}
      {tile && (
        <Spot at={`${at}/tile`} class="mv-on" label={`${own("tile")} ${nameOfBanner(tile)}`}>
          <b class="mv-tile">2/12</b> <small>{nameOfBanner(tile)}</small>
        </Spot>
      )}
    </Area>
  );

  function nameOfBanner({ kind, field, customer }: WhiteBanner): string {
    if (kind === "customer") return facts.name(customer ?? kind);
    return kind === "field" ? `${facts.word("banners", kind)} ${(field ?? 0) + 1}` : facts.word("banners", kind);
  }
}

const CATEGORIES = {
  travel_cards: "traveller",
  craft_buildings: "craftsman",
  served_customers: "merchant",
  church_and_monks: "church",
  fields: "field",
} as const;
const VILLAGERS = { abbot: "abbot", councilman: "councilman", traveller: "traveller", craftsman: "craftsman", merchant: "merchant" } as const;

/** The spaces of the area or the population council. */
function Marks({ at, village }: Place) {
  const { facts } = useSight();
  const spaces = Object.entries(village.council === "area_council" ? CATEGORIES : VILLAGERS);
  const covered = new Set<string>(village.marks);
  const told = [...covered].map((space) => facts.word("marker_spaces", space)).join(", ");
  return (
    <Spot at={`${at}/marks`} class="mv-on" label={`${own("marks")}: ${told || own("empty")}`}>
      <span class="mv-markers">
        {spaces.map(([space, symbol]) => (
          <Marker key={space} filled={covered.has(space)} of={symbol} />
        ))}
      </span>
    </Spot>
  );
}

function Travels({ at, village }: Place) {
  const { facts } = useSight();
  const travels = village.travels ?? [];
  const last = facts.card(travels.at(-1) ?? "");
  return (
    <Area at={at} village={village} of="traveller">
      {travels.map((key, number) => {
        const card = facts.card(key);
        const gray = card ? facts.cost(card.gray) : "";
        return (
          <CardSpot key={key} at={`${at}/travels/${number}`} card={key} side="white" plain also={gray && `${own("next")}: ${gray}`}>
            <span class="mv-letter">{card?.letter?.toUpperCase()}</span>
            {card && card === last && gray && <Banner values={[]} costs={[card.gray]} side="white" />}
            {card?.ends && <Icon of="ends" />}
          </CardSpot>
        );
      })}
      {!last?.ends && <Plot at={`${at}/travels`} name={facts.word("kinds", "travel")} of="traveller" small={travels.length > 0} />}
    </Area>
  );
}

function Fields({ at, village }: Place) {
  const { facts, look } = useSight();
  const fields = village.fields ?? [];
  const card = facts.card("field");
  const places = useAlike(fields, `${at}/fields`);
  return (
    <Area at={at} village={village} of="field">
      {card &&
        fields.map(({ plow = false, used = false }, number) => {
          const label = [`${card.name} ${number + 1}`, card.banner.join(", "), plow && own("plowed"), used && own("once")];
          return (
            <Spot
              key={number}
              at={places[number] ?? ""}
              class={`mv-card field white ${used ? "used" : ""}`}
              label={label.filter(Boolean).join(", ")}
              look={() => look("field")}
            >
              <Banner values={card.banner} time={card.white_time} side="white" tile={tiled(village, "field", number)} />
              <Icon of="field" class="big" />
              <Marker filled={plow} of="plow" />
            </Spot>
          );
        })}
      <Plot at={`${at}/fields`} name={facts.word("kinds", "field")} of="field" small={fields.length > 0} />
    </Area>
  );
}

function Crafts({ at, village }: Place) {
  const { facts } = useSight();
  const crafts = village.crafts ?? [];
  return (
    <Area at={at} village={village} of="craftsman">
      {crafts.map(({ card: key, goods }, number) => {
        const card = facts.card(key);
        const kind = key.replace(/_\d+$/, "");
        return (
          <CardSpot
            key={key}
            at={`${at}/crafts/${number}`}
            card={key}
            side="white"
            also={`${own("onIt")}: ${goods} ${facts.word("goods", card?.good)}`}
            tile={tiled(village, kind)}
          >
            <Markers filled={goods} spaces={card?.spaces ?? 0} of={hasSymbol(card?.good) ? card.good : "any"} />
          </CardSpot>
        );
      })}
      {crafts.length < 5 && <Plot at={`${at}/crafts`} name={facts.word("kinds", "craft")} of="craftsman" small={crafts.length > 0} />}
    </Area>
  );
}

function Market({ at, village }: Place) {
  const { facts } = useSight();
  const { customers = [], served = [] } = village;
  const points = served.reduce((sum, one) => sum + (facts.card(one)?.prestige ?? 0), 0);
  return (
    <Area at={at} village={village} of="merchant">
      {customers.map((key, number) => (
        <CardSpot key={key} at={`${at}/customers/${number}`} card={key} side="white" tile={tiled(village, "customer", key)} />
      ))}
      <Plot at={`${at}/customers`} name={own("waiting")} of="customer" small={customers.length > 0} />
      <Spot at={`${at}/served`} class="mv-card back served" label={`${own("served")}: ${served.length}, ${points} ${own("worth")}`}>
        <span class="mv-name">{own("served")}</span>
        <b>{served.length}</b>
        <span class="mv-points">
          <Icon of="points" />
          {points}
        </span>
      </Spot>
    </Area>
  );
}
