import type { ComponentType } from "preact";

import { Sign as MyVillage } from "../my_village/sign";
import { Sign as Villagers } from "../villagers/sign";

const SIGNS: Readonly<Record<string, ComponentType<{ sign: string }>>> = { villagers: Villagers, my_village: MyVillage };

/** A symbol of a ruleset's table. The text beside it names it. */
export function Sign({ ruleset, sign }: { ruleset: string; sign: string }) {
  const Drawn = SIGNS[ruleset];
  return Drawn ? (
    <span class="drawn" aria-hidden="true">
      <Drawn sign={sign} />
    </span>
  ) : null;
}

/** A line of a text, with its symbols drawn and its `**words**` in bold. */
export function Written({ ruleset, line }: { ruleset: string; line: string }) {
  return (
    <>
      {line.split(/(\{[^}]+\}|\*\*[^*]+\*\*)/).map((part, at) => {
        if (part.startsWith("{")) return <Sign key={at} ruleset={ruleset} sign={part.slice(1, -1)} />;
        return part.startsWith("**") ? <b key={at}>{part.slice(2, -2)}</b> : part;
      })}
    </>
  );
}
