import type { Game, Review } from "@hamlet-games/client";

import { percent, say } from "../shared/words";
import { seatName } from "../table/seats";
import { across, chanceAt, down, HEIGHT, lineOf, versionAt, WIDTH } from "./lines";

export interface CurveProps {
  readonly game: Game;
  readonly review: Review;
  readonly version: number;
  readonly go: (version: number) => void;
}

/** Every player's chances over the game. A click leads to that moment. The table below has the same data. */
export function Curve({ game, review, version, go }: CurveProps) {
  const { curve, turning_points: turns } = review;
  const last = game.version;
  return (
    <figure class="curve">
      <figcaption>
        <ul class="legend">
          {game.seats.map(({ seat }) => (
            <li key={seat}>
              <svg viewBox="0 0 40 10" aria-hidden="true">
                <path class={`line seat-${seat}`} d="M0 5H40" />
              </svg>
              {seatName(game, seat)} {percent(chanceAt(curve, seat, version))}
            </li>
          ))}
        </ul>
      </figcaption>
      <div class="scale" aria-hidden="true">
        {[1, 0.5, 0].map((share) => (
          <span key={share}>{percent(share)}</span>
        ))}
      </div>
      <svg
        class="plot"
        role="img"
        aria-label={say("curveOf")}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        onClick={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect();
          go(versionAt((event.clientX - left) / width, last));
        }}
      >
        <path class="grid" d={`M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
        <path class="here" d={`M${across(version, last)} 0V${HEIGHT}`} />
        {game.seats.map(({ seat }) => (
          <path key={seat} class={`line seat-${seat}`} d={lineOf(curve, seat, last)} />
        ))}
        {turns.map((turn) => (
          <path
            key={turn.version}
            class={`turn seat-${turn.seat}`}
            d={`M${across(turn.version, last)} ${down(turn.after)}h0`}
          />
        ))}
      </svg>
      <details>
        <summary>{say("asTable")}</summary>
        <div class="scrolled" role="region" aria-label={say("curveOf")} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{say("step")}</th>
                {game.seats.map(({ seat }) => (
                  <th key={seat} scope="col">
                    {seatName(game, seat)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {curve.map((point) => (
                <tr key={point.version}>
                  <th scope="row">
                    <StepButton version={point.version} go={go} />
                  </th>
                  {point.chances.map((chance, seat) => (
                    <td key={seat}>{percent(chance)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

/** Leads to a moment of the replay. */
export function StepButton({ version, go }: { version: number; go: (version: number) => void }) {
  return (
    <button type="button" class="plain to" aria-label={`${say("step")} ${version}`} onClick={() => go(version)}>
      {version}
    </button>
  );
}
