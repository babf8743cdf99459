import type { Game } from "@hamlet-games/client";
import { createContext } from "preact";
import { useContext } from "preact/hooks";

import { useCards, useNames } from "../shared/catalogue";
import { faceDown, say } from "../shared/words";
import type { DrawingProps } from "./drawing";
import { alike, isHidden, isShown, namesSeat, titleOf } from "./things";
import { seatName } from "./seats";
import { Spot } from "./spot";

type View = NonNullable<Game["view"]>;
interface Naming {
  /** Returns the name of a value. */
  value(value: unknown, key: string): string;
  seat(seat: number): string;
}
const Names = createContext<Naming>({ value: String, seat: String });

/** The table of a ruleset without a drawing: everything in its view, at the places that pointers use, with the server's names. */
export function Plain({ view, table: { game, seat } }: DrawingProps<View>) {
  const cards = useCards(game.ruleset)?.cards as readonly { readonly key: string; readonly name: string }[] | undefined;
  const called = useNames(game.ruleset);
  const named = (one: number) => seatName(game, one) + (one === seat ? ` (${say("you")})` : "");
  function value(one: unknown, key: string): string {
    if (one === null || one === undefined || one === false) return "–";
    if (one === true) return "✓";
    if (typeof one === "number") return namesSeat(key) && game.seats[one] ? named(one) : String(one);
    return cards?.find((card) => card.key === one)?.name ?? called(`${key}s`, one);
  }
  const { seats, ...rest } = view as unknown as Readonly<Record<string, unknown>>;
  const all = Array.isArray(seats) ? seats.map((_, at) => (at + (seat ?? 0)) % seats.length) : [];
  return (
    <Names.Provider value={{ value, seat: named }}>
      <div class="things">
        <Parts at="" record={rest} />
        {all.map((one) => (
          <Thing key={one} at={`/seats/${one}`} name={named(one)} value={(seats as unknown[])[one]} />
        ))}
      </div>
    </Names.Provider>
  );
}

/** The parts of a record. Nested parts come after the plain values. */
function Parts({ at, record }: { at: string; record: object }) {
  const parts = Object.entries(record).filter(([key]) => isShown(at, key));
  const nested = (one: unknown) => typeof one === "object" && one !== null;
  return (
    <>
      <div class="thing-row">
        {parts.filter(([, one]) => !nested(one)).map(([key, one]) => (
          <Leaf key={key} at={`${at}/${key}`} name={key} value={one} />
        ))}
      </div>
      {parts.filter(([, one]) => nested(one)).map(([key, one]) => (
        <Thing key={key} at={`${at}/${key}`} name={key.replaceAll("_", " ")} value={one} />
      ))}
    </>
  );
}

/** A thing with parts. Touching its name means the whole thing. */
function Thing({ at, name, value }: { at: string; name: string; value: unknown }) {
  return (
    <section class="thing">
      <Spot at={at} class="thing-name">
        {name}
      </Spot>
      {Array.isArray(value) ? <Items at={at} values={value} /> : typeof value === "object" && value !== null ? <Parts at={at} record={value} /> : null}
    </section>
  );
}

/** The items of a list. Equal items next to each other are shown as one. */
function Items({ at, values }: { at: string; values: readonly unknown[] }) {
  const names = useContext(Names);
  const key = at.slice(at.lastIndexOf("/") + 1);
  if (values.length === 0) return <span>–</span>;
  return (
    <div class="thing-row">
      {alike(values).map(({ value, from, count }) => {
        const place = `${at}/${from}`;
        if (typeof value === "object" && value !== null)
          return <Thing key={from} at={place} name={names.value(titleOf(value) ?? from + 1, "card")} value={value} />;
        return (
          <Spot key={from} at={place} piece={String(value)} class={isHidden(value) ? "piece hidden" : "piece"}>
            {isHidden(value) ? faceDown(count) : `${names.value(value, key)}${count > 1 ? ` ×${count}` : ""}`}
          </Spot>
        );
      })}
    </div>
  );
}

function Leaf({ at, name, value }: { at: string; name: string; value: unknown }) {
  const names = useContext(Names);
  return (
    <Spot at={at} class="leaf-value">
      <small>{name.replaceAll("_", " ")}</small> <b>{isHidden(value) ? faceDown(1) : names.value(value, name)}</b>
    </Spot>
  );
}
