/** Things on the table that can be touched, and how they are lit up. */

import type { LegalMove } from "@hamlet-games/client";
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { type ComponentChildren, createContext } from "preact";
import { useContext, useLayoutEffect, useMemo } from "preact/hooks";

import { percent, say } from "../shared/words";
import { type Narrowed, narrow, type Pointing, spotsOf } from "./touch";

/** A move that an AI has evaluated: the probability of winning with it, from 0 to 1. */
export interface Thought extends Pointing {
  readonly id: string;
  readonly chance: number;
}

/** The state of touching at a table: what was touched, and what is lit. Give each table's drawing its own by `TouchContext`. */
export class Touching {
  readonly moves: Signal<readonly LegalMove[]> = signal([]);
  readonly touched: Signal<readonly string[]> = signal([]);
  readonly thoughts: Signal<readonly Thought[]> = signal([]);
  /** The places of the event that is shown now. */
  readonly told: Signal<Pointing | undefined> = signal(undefined);
  /** A function that shows the last touched thing closer. */
  readonly look: Signal<(() => void) | undefined> = signal(undefined);
  readonly narrowed: ReadonlySignal<Narrowed<LegalMove>>;
  readonly chances: ReadonlySignal<ReadonlyMap<string, number>>;
  readonly lit: ReadonlySignal<readonly string[]>;
  /** The pointers of the last move that was made here. */
  made: readonly string[] = [];
  private readonly drawn: Signal<ReadonlySet<string>> = signal(new Set());
  private readonly counts = new Map<string, number>();
  private due = false;

  /** `play`: makes a move once the player has chosen it. */
  constructor(private readonly play: (move: LegalMove) => void = () => undefined) {
    this.narrowed = computed(() => narrow(this.moves.value.filter((move) => !isPlain(move)), this.drawn.value, this.touched.value));
    this.lit = computed(() => (this.told.value ? spotsOf(this.told.value, this.drawn.value) : []));
    this.chances = computed(() => {
      const best = new Map<string, number>();
      for (const [spot, moves] of this.narrowed.value.next) {
        const chances = this.thoughts.value.filter(({ id }) => moves.some((move) => move.id === id)).map(({ chance }) => chance);
        if (chances.length > 0) best.set(spot, Math.max(...chances));
      }
      return best;
    });
  }

  /** Touch a spot. Ignored if the spot is no longer open, for example at the second of two quick clicks. */
  touch(spot: string, look?: () => void): void {
    if (!this.narrowed.value.next.has(spot)) return;
    this.touched.value = [...this.touched.value, spot];
    this.look.value = look;
  }

  /** A second touch makes the move if only one is left. If several are left, it does nothing. */
  again(): void {
    const [only, ...others] = this.narrowed.value.meant;
    if (only && others.length === 0) this.make(only);
    else this.clear();
  }

  make(move: LegalMove): void {
    this.clear();
    this.made = move.about;
    this.play(move);
  }

  clear(): void {
    this.touched.value = [];
    this.look.value = undefined;
  }

  /** Register a spot as drawn. Returns a function that removes it. Changes are reported together, after everything is drawn. */
  draw(spot: string): () => void {
    this.count(spot, 1);
    return () => this.count(spot, -1);
  }

  private count(spot: string, by: number): void {
    this.counts.set(spot, (this.counts.get(spot) ?? 0) + by);
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => {
      this.due = false;
      for (const [one, count] of this.counts) if (count === 0) this.counts.delete(one);
      const same = this.counts.size === this.drawn.value.size && [...this.counts.keys()].every((one) => this.drawn.value.has(one));
      if (!same) this.drawn.value = new Set(this.counts.keys());
    });
  }
}

/** Return whether a move concerns only its own seat, such as the end of a turn. Such a move has a button of its own. */
export function isPlain({ about }: Pointing): boolean {
  return about.length === 1 && /^\/seats\/\d+$/.test(about[0] ?? "");
}

/** A table without a value for this context, such as a replay, can only be looked at. */
export const TouchContext = createContext(new Touching());

export interface SpotProps {
  /** A JSON pointer into the view, to the thing that this draws. */
  readonly at: string;
  readonly class?: string;
  /** Its name for screen readers, if its contents do not say it. It begins with the visible name, if there is one. */
  readonly label?: string;
  /** The name of the card or die. If that moves to another place, it flies there. */
  readonly piece?: string | undefined;
  /** Shows it closer. The context menu and the key "i" do the same. */
  readonly look?: (() => void) | undefined;
  readonly children?: ComponentChildren;
}

/** The contents of a spot. They are drawn again when they change, or when the spot stands for something else. */
function useSeen<T>(at: string, see: () => T): T {
  const touching = useContext(TouchContext);
  return useMemo(() => computed(see), [touching, at]).value;
}

/**
 * A thing on the table. While legal moves are about it, it is a button that narrows them down; otherwise a button for a
 * closer look, where it has one. Put no button into it.
 */
export function Spot({ at, class: own = "", label, piece, look, children }: SpotProps) {
  const touching = useContext(TouchContext);
  useLayoutEffect(() => touching.draw(at), [touching, at]);
  const open = useSeen(at, () => touching.narrowed.value.next.has(at));
  const held = useSeen(at, () => touching.touched.value.includes(at));
  const rank = useSeen(at, () => touching.lit.value.indexOf(at));
  const chance = useSeen(at, () => touching.chances.value.get(at));
  const classes = ["spot", own, open && "open", held && "held", rank === 0 && "told", rank > 0 && "told-too"];
  const name = classes.filter(Boolean).join(" ");
  const aloud = label && chance !== undefined ? `${label}, ${percent(chance)} ${say("chance")}` : label;
  const shown = (
    <>
      {children}
      {chance !== undefined && (
        <span class="chance">
          {percent(chance)}
          <span class="unseen"> {say("chance")}</span>
        </span>
      )}
    </>
  );
  // A name for screen readers replaces the drawing: signs and numbers that they could not read out sensibly.
  const inner = aloud ? (
    <>
      <span class="unseen">{aloud}</span>
      <span class="seen" aria-hidden="true">
        {shown}
      </span>
    </>
  ) : (
    shown
  );
  if (!open && !held && !look)
    return (
      <div class={name} data-spot={at} data-piece={piece}>
        {inner}
      </div>
    );

  function clicked(): void {
    if (open) touching.touch(at, look);
    else if (held) touching.again();
    else look?.();
  }

  return (
    <button
      type="button"
      class={name}
      data-spot={at} data-piece={piece}
      {...(open || held ? { "aria-pressed": held } : {})}
      onClick={clicked}
      onContextMenu={(event) => {
        if (!look) return;
        event.preventDefault();
        look();
      }}
      onKeyDown={(event) => {
        if (event.key === "i") look?.();
      }}
    >
      {inner}
    </button>
  );
}
