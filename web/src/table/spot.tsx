/** Things on the table that can be touched, and what lights them up. */

import type { LegalMove } from "@hamlet-games/client";
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { type ComponentChildren, createContext } from "preact";
import { useContext, useLayoutEffect, useMemo } from "preact/hooks";

import { percent, say } from "../shared/words";
import { type Narrowed, narrow, type Pointing, spotsOf } from "./touch";

/** A move that an AI has thought about: the probability to win with it, from 0 to 1. */
export interface Thought extends Pointing {
  readonly id: string;
  readonly value: number;
}

/** What is touched at a table, and what is lit there. One for each table; give it to its drawing by `TouchContext`. */
export class Touching {
  readonly moves: Signal<readonly LegalMove[]> = signal([]);
  readonly touched: Signal<readonly string[]> = signal([]);
  readonly thoughts: Signal<readonly Thought[]> = signal([]);
  /** The places of the event shown just now. */
  readonly told: Signal<Pointing | undefined> = signal(undefined);
  /** A closer look at what was touched last. */
  readonly look: Signal<(() => void) | undefined> = signal(undefined);
  readonly narrowed: ReadonlySignal<Narrowed<LegalMove>>;
  readonly chances: ReadonlySignal<ReadonlyMap<string, number>>;
  readonly lit: ReadonlySignal<readonly string[]>;
  /** The pointers of the move that was made here last. */
  made: readonly string[] = [];
  private readonly drawn: Signal<ReadonlySet<string>> = signal(new Set());
  private readonly counts = new Map<string, number>();
  private due = false;

  /** `play`: makes a move, once it is chosen. */
  constructor(private readonly play: (move: LegalMove) => void = () => undefined) {
    this.narrowed = computed(() => narrow(this.moves.value.filter((move) => !isPlain(move)), this.drawn.value, this.touched.value));
    this.lit = computed(() => (this.told.value ? spotsOf(this.told.value, this.drawn.value) : []));
    this.chances = computed(() => {
      const best = new Map<string, number>();
      for (const [spot, moves] of this.narrowed.value.next) {
        const values = this.thoughts.value.filter(({ id }) => moves.some((move) => move.id === id)).map(({ value }) => value);
        if (values.length > 0) best.set(spot, Math.max(...values));
      }
      return best;
    });
  }

  /** Touch a spot; ignored if it is no longer open, as after the second of two quick clicks. */
  touch(spot: string, look?: () => void): void {
    if (!this.narrowed.value.next.has(spot)) return;
    this.touched.value = [...this.touched.value, spot];
    this.look.value = look;
  }

  /** Touched once more: the only move left is made; where there are several, none of them is meant. */
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

  /** Something is on the table as long as its place says so. Told together, after all of it is drawn. */
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

/** Whether a move takes hold of nothing but its own seat, such as the end of a turn: it has a button of its own. */
export function isPlain({ about }: Pointing): boolean {
  return about.length === 1 && /^\/seats\/\d+$/.test(about[0] ?? "");
}

/** A table without one (a replay, say) is looked at only. */
export const TouchContext = createContext(new Touching());

export interface SpotProps {
  /** A JSON pointer into the view: what this draws. */
  readonly at: string;
  readonly class?: string;
  /** What it is called aloud, where what it shows does not say. Begins with the name that is to be seen, if there is one. */
  readonly label?: string;
  /** The name of the card or die that this is: it flies when it comes to lie elsewhere. */
  readonly piece?: string | undefined;
  /** Shows it closer; also reached by the context menu, and by the key "i". */
  readonly look?: (() => void) | undefined;
  readonly children?: ComponentChildren;
}

/** What is to be seen at a spot: drawn anew when it changes, or when the spot stands for something else. */
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
  // A name aloud stands in the place of what is drawn: signs and numbers, of which a screen reader would make no sense.
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
