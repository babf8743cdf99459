/** The middle of the table: dice, the starting hand, the rat, the coffins, the steward's customers. */

import type { MyVillageView } from "@hamlet-games/client";

import { Spot } from "../table/spot";
import { useAlike } from "./alike";
import { Banner, CardSpot, useSight } from "./card";
import { Die, hasSymbol, Icon, Marker, Sign } from "./symbols";
import { own } from "./words";

interface Part {
  readonly view: MyVillageView;
  /** Returns the name of a seat. */
  readonly named: (seat: number) => string;
}

export function Dice({ view }: { view: MyVillageView }) {
  const { facts, look } = useSight();
  const { white = [], black = [] } = view.pool;
  const pool = [
    ...useAlike(white, "/pool/white").map((at, number) => ({ at, face: white[number] ?? 0, color: "white" })),
    ...useAlike(black, "/pool/black").map((at, number) => ({ at, face: black[number] ?? 0, color: "black" })),
  ];
  const { dice = [], value = 0 } = view.turn;
  return (
    <div class="mv-dice">
      <Spot at="/pool" class="mv-pool" label={own("pool")}>
        <span class="mv-caption">{own("pool")}</span>
      </Spot>
      <div class="mv-row">
        {pool.map(({ at, face, color }, number) => (
          <Spot key={number} at={at} piece={`${color} ${face}`} class="mv-diespot" label={`${facts.word("dice", color)} ${face}`}>
            <Die face={face} color={color} />
          </Spot>
        ))}
        {pool.length === 0 && <small>{own("noDice")}</small>}
      </div>
      {dice.length > 0 && (
        <div class="mv-row mv-taken" role="group" aria-label={own("taken")}>
          {dice.map(({ color, face }, at) => (
            <Spot key={at} at={`/turn/dice/${at}`} piece={`${color} ${face}`} class="mv-diespot" label={`${facts.word("dice", color)} ${face}`} look={() => look("dice")}>
              <Die face={face} color={color} />
            </Spot>
          ))}
          <Spot at="/turn/value" class="mv-value" label={`${own("value")} ${value || "?"}`}>
            <small>{own("value")}</small> <b>{value || "?"}</b>
          </Spot>
        </div>
      )}
    </div>
  );
}

export function StartingHand({ view, named }: Part) {
  const { facts, look } = useSight();
  const { owner = view.first_player ?? 0, palm = false, story = 0 } = view.starting_hand;
  const label = `${facts.name("starting_hand")}: ${named(owner)}, ${own(palm ? "palm" : "back")}, ${story} ${facts.word("gains", "story")}`;
  return (
    <Spot at="/starting_hand" class={`mv-tilebox mv-hand ${palm ? "palm" : "back"}`} label={label} look={() => look("starting_hand")}>
      <Banner values={facts.numbers("starting_hand", "banner")} side="black" />
      <Icon of="hand" class="big" />
      <span class="mv-amount">
        {story} <Icon of="story" />
      </span>
      <small>{own(palm ? "palm" : "back")}</small>
    </Spot>
  );
}

/** The longest way of the rat with one die. From this distance on, the next roll may bring the invasion. */
const DIE = 6;
const STEP = 14;

export function Rat({ view }: { view: MyVillageView }) {
  const { facts, look } = useSight();
  const last = facts.number("rat_track", "invasion");
  const { space = 0, die = 0 } = view.rat;
  const label = `${facts.name("rat_track")}: ${own("space")} ${space}, ${own("invasion")} ${last}${die ? `, ${own("dieShows")} ${die}` : ""}`;
  return (
    <Spot at="/rat" class="mv-rat" label={label} look={() => look("rat_track")}>
      <span class="mv-caption">{facts.name("rat_track")}</span>
      <svg preserveAspectRatio="xMinYMid" viewBox={`0 0 ${(last + 1) * STEP + 2} 20`} aria-hidden="true">
        {Array.from({ length: last + 1 }, (_, at) => (
          <g key={at} transform={`translate(${at * STEP + 1} 4)`} class={at === last ? "goal" : at >= last - DIE ? "near" : ""}>
            <rect width="12.5" height="12.5" rx={at === last ? 0 : 3} />
            {at >= last - DIE && at < last && <path d="M3 10l6.5-7" />}
            {at === last && <path d="M3 3l6.5 6.500M9.5 3L3 9.5" />}
          </g>
        ))}
        <g class="rat" transform={`translate(${space * STEP + 7.25} 10.25)`}>
          <circle r="8" />
          <g transform="translate(-5.5 -6) scale(.46)">
            <Sign of="rat" />
          </g>
        </g>
      </svg>
    </Spot>
  );
}

/** Coffins of two kinds: the chronicle's, by profession, and the graves. */
export function Coffins({ view }: { view: MyVillageView }) {
  const { facts, look } = useSight();
  const limit = facts.numbers("end", "deaths")[view.seats.length - 2] ?? 0;
  const chronicle = Object.entries(view.chronicle);
  const dead = chronicle.reduce((sum, [, count]) => sum + count, 0) + (view.graves ?? 0);
  return (
    <div class="mv-coffins">
      <span class="mv-caption">
        {own("end")}: {dead} / {limit}
      </span>
      <div class="mv-row">
        {chronicle.map(([villager, count]) => {
          const story = facts.numbers(`chronicle_${villager}`, "story");
          const left = story.slice(count).map((one) => `+${one}`);
          const label = `${facts.name(`chronicle_${villager}`)}: ${count}${left.length ? `, ${own("free")}: ${left.join(", ")}` : ""}`;
          return (
            <Spot key={villager} at={`/chronicle/${villager}`} class="mv-chronicle" label={label} look={() => look("graves")}>
              {hasSymbol(villager) && <Icon of={villager} />}
              <span class="mv-markers">
                {story.map((points, at) => (
                  <span key={at} class="mv-coffin">
                    <Marker filled={at < count} />
                    {at >= count && <b>{points}</b>}
                  </span>
                ))}
              </span>
            </Spot>
          );
        })}
        <Spot at="/graves" class="mv-chronicle" label={`${facts.name("graves")}: ${view.graves ?? 0}`} look={() => look("graves")}>
          <Icon of="grave" />
          <b>{view.graves ?? 0}</b>
        </Spot>
      </div>
    </div>
  );
}

export function Steward({ view }: { view: MyVillageView }) {
  const { facts, look } = useSight();
  const times = facts.numbers("stewards_office", "time");
  const coins = facts.numbers("stewards_office", "coins");
  return (
    <section class="mv-steward" aria-label={own("customersAt")}>
      <Spot at="/display" class="mv-tilebox mv-office" label={facts.name("stewards_office")} look={() => look("stewards_office")}>
        <Banner values={facts.numbers("stewards_office", "banner")} side="black" />
        <span class="mv-name">{facts.name("stewards_office")}</span>
        {times.map((time, at) => (
          <span key={at} class="mv-price">
            {at + 1}
            <Icon of="customer" />= {time}
            <Icon of="time" />
            {!!coins[at] && (
              <>
                +{coins[at]}
                <Icon of="coin" />
              </>
            )}
          </span>
        ))}
      </Spot>
      <div class="mv-row mv-customers">
        {(view.display ?? []).map((card, at) => (
          <CardSpot key={card} at={`/display/${at}`} card={card} side="white" />
        ))}
        <Spot at="/customers" class="mv-card back stack" label={`${facts.word("kinds", "customer")}: ${view.customers} ${own("stack")}`}>
          <Icon of="customer" class="big" />
          <b>{view.customers}</b>
        </Spot>
      </div>
    </section>
  );
}
