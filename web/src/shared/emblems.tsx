import type { ComponentType } from "preact";

import { Emblem as MyVillage } from "../my_village/emblem";
import { Emblem as Villagers } from "../villagers/emblem";

/** The picture of each ruleset that has one. */
const EMBLEMS: Readonly<Record<string, ComponentType>> = { villagers: Villagers, my_village: MyVillage };

/** The picture of a ruleset in lists and choices. Without a picture, it is the first letter of the name. */
export function Emblem({ ruleset, name }: { ruleset: string; name: string }) {
  const Picture = EMBLEMS[ruleset];
  if (Picture) return <Picture />;
  return (
    <span class="emblem letter" aria-hidden="true">
      {name.slice(0, 1)}
    </span>
  );
}
