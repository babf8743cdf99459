import { useEffect, useRef } from "preact/hooks";

import { useRules } from "../shared/catalogue";
import { useMeaning } from "../learn/teaching";
import { called, type Looked, signsOf, useKnown } from "./facts";
import { Symbol } from "./symbols";
import { tell } from "./words";

/** A closer look at a card: its symbols and its effect in words, with the rules about it. */
export function Look({ one, close }: { one: Looked; close: () => void }) {
  const known = useKnown();
  const dialog = useRef<HTMLDialogElement>(null);
  const facts = known.facts.get(one.key);
  const rules = useRules("villagers");
  const meaning = useMeaning("villagers");
  const about = rules.filter(({ id }) => facts?.rules.includes(id));
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog class="look" ref={dialog} onClose={close} onClick={(event) => event.target === dialog.current && dialog.current?.close()} aria-labelledby="looked">
      <article>
        <h2 id="looked">
          {facts?.suit && <Symbol name={facts.suit} />} {called(known, one.key)}
        </h2>
        {facts && <p class="soft">{[known.nameOf("kinds", facts.kind), known.nameOf("boxes", facts.box)].join(" · ")}</p>}
        {facts?.text && <p>{facts.text}</p>}
        <ul>
          {one.notes?.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {signsOf(known, one.key).map(({ sign, text }) => (
            <li key={sign}>
              <Symbol name={sign} /> {text}
              <small>{meaning(sign)}</small>
            </li>
          ))}
        </ul>
        {about.length > 0 && (
          <p>
            {tell("rules")}:{" "}
            {about.map(({ id, text }) => (
              <a key={id} href={`/rules/villagers#${id}`} title={text} target="_blank" rel="noopener">
                {id}
              </a>
            ))}
          </p>
        )}
        <button type="button" class="main" onClick={() => dialog.current?.close()}>
          {tell("close")}
        </button>
      </article>
    </dialog>
  );
}
