import "./learn.css";
import { say } from "../shared/words";
import { useTeaching } from "./teaching";
import type { Chapter } from "./text";
import { Sign, Written } from "./written";

interface PartProps {
  readonly ruleset: string;
  /** The boxes in play. Passages about other boxes are left out. */
  readonly boxes: ReadonlySet<string>;
}

function isIn({ box, without }: { readonly box?: string; readonly without?: string }, boxes: ReadonlySet<string>): boolean {
  return (box === undefined || boxes.has(box)) && (without === undefined || !boxes.has(without));
}

/** The rules as a text for people: first the goal, then the round as a whole, then its parts. */
export function Chapters({ ruleset, boxes }: PartProps) {
  const { value, failure } = useTeaching(ruleset);
  if (!value) return <p role="status">{failure ?? say("loading")}</p>;
  return (
    <div class="written">
      {value.chapters.filter((one) => isIn(one, boxes)).map((chapter) => (
        <section key={chapter.id} id={chapter.id}>
          <h3>{chapter.title}</h3>
          <Lines ruleset={ruleset} lines={chapter.lines} />
        </section>
      ))}
    </div>
  );
}

const ITEM = "- ";

/** Paragraphs, and lists made of consecutive items. */
function Lines({ ruleset, lines }: { ruleset: string } & Pick<Chapter, "lines">) {
  const blocks: string[][] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    if (line.startsWith(ITEM) && last?.[0]?.startsWith(ITEM)) last.push(line);
    else blocks.push([line]);
  }
  return (
    <>
      {blocks.map((block, at) =>
        block[0]?.startsWith(ITEM) ? (
          <ul key={at}>
            {block.map((line) => (
              <li key={line}>
                <Written ruleset={ruleset} line={line.slice(ITEM.length)} />
              </li>
            ))}
          </ul>
        ) : (
          <p key={at}>
            <Written ruleset={ruleset} line={block[0] ?? ""} />
          </p>
        ),
      )}
    </>
  );
}

/** All symbols of the game, and what they mean. */
export function Legend({ ruleset, boxes }: PartProps) {
  const { value } = useTeaching(ruleset);
  // `Chapters` say why there is nothing.
  if (!value) return null;
  return (
    <dl class="written signs">
      {value.signs.filter((one) => isIn(one, boxes)).map(({ sign, name, text }) => (
        <div key={sign}>
          <dt>
            <Sign ruleset={ruleset} sign={sign} /> {name}
          </dt>
          <dd>
            <Written ruleset={ruleset} line={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
