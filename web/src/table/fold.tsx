import type { ComponentChildren } from "preact";
import { useContext, useState } from "preact/hooks";

import { say } from "../shared/words";
import { TouchContext } from "./spot";

/** At this width and above, there is room for everybody's cards. */
const WIDE = "(min-width: 56rem)";

interface FoldProps {
  /** The pointer with which everything inside it begins. */
  readonly at: string;
  readonly name: string;
  readonly head: ComponentChildren;
  readonly children: ComponentChildren;
}

/**
 * Another player's part of the table: a strip that opens. It opens by itself while something in it may be touched. Folded, its
 * cards are only drawn if a move is about them.
 */
export function Fold({ at, name, head, children }: FoldProps) {
  const touching = useContext(TouchContext);
  const [chosen, choose] = useState<boolean>();
  const isNamed = touching.moves.value.some(({ about }) => about.some((one) => one.startsWith(`${at}/`)));
  const asked = [...touching.narrowed.value.next.keys()].some((spot) => spot.startsWith(`${at}/`));
  const open = asked || (chosen ?? matchMedia(WIDE).matches);
  return (
    <>
      <header>
        {head}
        <button type="button" class="plain unfold" aria-expanded={open} aria-label={`${say(open ? "foldCards" : "unfoldCards")}: ${name}`} onClick={() => choose(!open)}>
          <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
            <path d={open ? "M5 15l7-7 7 7" : "M5 9l7 7 7-7"} />
          </svg>
        </button>
      </header>
      <div class="folded" hidden={!open}>
        {(open || isNamed) && children}
      </div>
    </>
  );
}
