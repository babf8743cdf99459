import type { ComponentType } from "preact";

import { Emblem as MyVillage } from "../my_village/emblem";
import { Emblem as Villagers } from "../villagers/emblem";

/** The picture of each ruleset that has one. */
const EMBLEMS: Readonly<Record<string, ComponentType>> = { villagers: Villagers, my_village: MyVillage };

/** What stands for a ruleset in lists and choices; for one without a picture the first letter of its name. */
export function Emblem({ ruleset, name }: { ruleset: string; name: string }) {
  const Picture = EMBLEMS[ruleset];
  if (Picture) return <Picture />;
  return (
    <span class="emblem letter" aria-hidden="true">
      {name.slice(0, 1)}
    </span>
  );
}
