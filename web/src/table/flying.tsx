import { Component, type ComponentChildren } from "preact";

import { calm } from "../settings/settings";
import { flights } from "./flights";
import type { Pointing } from "./touch";

const TIME = 450;

interface Seen {
  readonly places: ReadonlyMap<string, DOMRect>;
  readonly pieces: ReadonlyMap<string, string>;
}

/** Everything on the table, and which pieces are there. */
function look(): Seen {
  const places = new Map<string, DOMRect>();
  const pieces = new Map<string, string>();
  for (const spot of document.querySelectorAll<HTMLElement>(".board [data-spot]")) {
    const place = spot.getBoundingClientRect();
    const { spot: at = "", piece } = spot.dataset;
    if (place.width === 0) continue;
    places.set(at, place);
    if (piece !== undefined) pieces.set(at, piece);
  }
  return { places, pieces };
}

interface FlyingProps {
  readonly view: unknown;
  readonly about: readonly Pointing[];
  readonly children: ComponentChildren;
}

/** Lets pieces fly from their former places. With reduced motion they appear at once. */
export class Flying extends Component<FlyingProps> {
  override getSnapshotBeforeUpdate({ view }: FlyingProps): Seen | undefined {
    return view === this.props.view || calm() ? undefined : look();
  }

  override componentDidUpdate(_props: FlyingProps, _state: object, before?: Seen): void {
    if (!before) return;
    const after = look();
    for (const [to, from] of flights(before.pieces, after.pieces, new Set(before.places.keys()), this.props.about)) {
      const [start, end] = [before.places.get(from), after.places.get(to)];
      if (!start || !end) continue;
      const [x, y] = [start.x + start.width / 2 - end.x - end.width / 2, start.y + start.height / 2 - end.y - end.height / 2];
      const piece = document.querySelector(`.board [data-spot="${CSS.escape(to)}"]`);
      piece?.animate([{ transform: `translate(${x}px, ${y}px)`, zIndex: 4 }, { transform: "none", zIndex: 4 }], { duration: TIME, easing: "ease-in-out" });
    }
  }

  override render() {
    return this.props.children;
  }
}
