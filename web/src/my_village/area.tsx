/** An area of a village: its villager, and the cards beside it. */

import type { ComponentChildren } from "preact";

import { Spot } from "../table/spot";
import { useSight } from "./card";
import type { Place } from "./place";
import { Icon, Marker, type Symbol } from "./symbols";
import { own } from "./words";

export type Profession = NonNullable<Place["village"]["villagers"]>[number];

interface AreaProps extends Place {
  /** The villager that the area needs; fields need none. */
  readonly of: Profession | "field";
  readonly children: ComponentChildren;
}

export function Area({ at, village, of, children }: AreaProps) {
  const { facts } = useSight();
  const villagers = village.villagers ?? [];
  if (of === "field") {
    return (
      <div class="mv-area field" role="group" aria-label={facts.word("score_items", "fields")}>
        <div class="mv-villager">
          <span class="mv-sign">
            <Icon of="field" />
          </span>
          <span class="mv-caption">{facts.word("score_items", "fields")}</span>
        </div>
        <div class="mv-cards">{children}</div>
      </div>
    );
  }
  const place = villagers.indexOf(of);
  const name = facts.word("villagers", of);
  const present = place >= 0;
  const where = present ? `${at}/villagers/${place}` : `${at}/villagers`;
  return (
    <div class={`mv-area ${of} ${present ? "" : "still"}`} role="group" aria-label={name}>
      <Spot at={where} class="mv-villager" label={`${name}: ${own(present ? "present" : "absent")}`}>
        <Marker filled={present} of={of} />
        <span class="mv-caption">{name}</span>
      </Spot>
      <div class="mv-cards">{children}</div>
    </div>
  );
}

interface PlotProps {
  readonly at: string;
  readonly name: string;
  readonly of: Symbol;
  /** Whether to draw it small, because cards lie there already. */
  readonly small?: boolean;
  readonly children?: ComponentChildren;
}

/** The place for the next card. */
export function Plot({ at, name, of, small = false, children }: PlotProps) {
  return (
    <Spot at={at} class={`mv-plot ${small ? "small" : ""}`} label={name}>
      <Icon of={of} class={small ? "" : "big"} />
      {children}
    </Spot>
  );
}
