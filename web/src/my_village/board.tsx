/** A village board: the time, the houses, the tree, the barn and the school. */

import { Spot } from "../table/spot";
import { Banner, useSight } from "./card";
import { type Place, tiled } from "./place";
import { Icon, Marker, Sign } from "./symbols";
import { own } from "./words";

export function Board({ at, village }: Place) {
  const { facts, look } = useSight();
  const { coins = 0, board = 1 } = village;
  const values = facts.numbers(`village_board_${board}`, "banner");
  return (
    <div class="mv-board">
      <Clouds at={at} village={village} />
      <Path at={at} village={village} />
      <Spot at={`${at}/coins`} class="mv-tilebox mv-barn" label={`${own("coins")}: ${coins}`}>
        <Icon of="coin" class="big" />
        <b class="mv-count">{coins}</b>
      </Spot>
      <Spot
        at={`${at}/board`}
        class="mv-tilebox mv-play"
        label={`${facts.word("banners", "play")}: ${values.join(` ${own("or")} `)}`}
        look={() => look(`village_board_${board}`)}
      >
        <Banner values={values} side="white" tile={tiled(village, "play")} />
        <Icon of="play" class="big" />
        <small>
          +{facts.number(`village_board_${board}`, "story")} <Icon of="story" />
        </small>
      </Spot>
      <School at={at} village={village} />
    </div>
  );
}

const [WIDTH, HEIGHT] = [120, 84];

/** The ring of clouds around which the time marker goes, clockwise from the bridge. */
function Clouds({ at, village }: Place) {
  const { facts, look } = useSight();
  const count = facts.number("life_track", "clouds");
  const { time = 0, reaper = false } = village;
  const spot = (place: number) => {
    const angle = (2 * Math.PI * (place + 1)) / (count + 1) - Math.PI / 2;
    return { x: WIDTH / 2 + 49 * Math.cos(angle), y: HEIGHT / 2 + 2 + 31 * Math.sin(angle) };
  };
  const marker = spot(time);
  const left = count - time;
  const ahead = own(left === 1 ? "lastToBridge" : "toBridge");
  const label = `${facts.name("life_track")}: ${time + 1}, ${left} ${ahead}${reaper ? `. ${own("reaper")}` : ""}`;
  return (
    <Spot at={`${at}/time`} class="mv-time" label={label} look={() => look("life_track")}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <ellipse class="way" cx={WIDTH / 2} cy={HEIGHT / 2 + 2} rx="49" ry="31" />
        {Array.from({ length: count }, (_, place) => {
          const { x, y } = spot(place);
          return <path key={place} class="cloud" transform={`translate(${x} ${y})`} d="M-6 4a3.5 3.500 0 0 1-.5-7 4.5 4.500 0 0 1 8-2 4 4 0 0 1 5 4.5A2.500 2.5 0 0 1 6 4z" />;
        })}
        <path class="bridge" d={`M${WIDTH / 2 - 9} 14v-3.5a9 7 0 0 1 18 0V14h-4a5 4 0 0 0-10 0z`} />
        <g class={reaper ? "marker reaped" : "marker"} transform={`translate(${marker.x} ${marker.y})`}>
          <circle r="7.5" />
          <g transform="translate(-5 -5) scale(.42)">
            <Sign of={reaper ? "reaper" : "time"} />
          </g>
        </g>
        <text x={WIDTH / 2} y={HEIGHT / 2 + 7}>
          {left}
        </text>
        <text class="under" x={WIDTH / 2} y={HEIGHT / 2 + 19}>
          {ahead.split(" ")[0]}
        </text>
      </svg>
    </Spot>
  );
}

const STEPS = ["main_house", "coin", "story"] as const;
const SIGNS = { main_house: "house", coin: "coin", story: "story" } as const;

/** The headman's path between main house, coin and story points, and the things on the house and on the tree. */
function Path({ at, village }: Place) {
  const { facts, look } = useSight();
  const { saved = 0, story = 0, headman = "main_house" } = village;
  return (
    <div class="mv-path">
      <Spot at={`${at}/saved`} class="mv-tilebox mv-house" label={`${own("saved")}: ${saved}`}>
        <Icon of="house" class="big" />
        <b class="mv-count">{saved}</b>
        <small>{own("saved")}</small>
      </Spot>
      <Spot
        at={`${at}/headman`}
        class="mv-headman"
        label={`${facts.name("headman")}: ${facts.word("headman_places", headman)}`}
        look={() => look("headman")}
      >
        <span class="mv-banner black">
          <b>?</b>
          <Icon of="time" />
        </span>
        <span class="mv-steps">
          {STEPS.map((step) => (
            <span key={step} class={step === headman ? "here" : ""}>
              <Icon of={step === headman ? "headman" : SIGNS[step]} />
            </span>
          ))}
        </span>
      </Spot>
      <Spot at={`${at}/story`} class="mv-tilebox mv-tree" label={`${own("tree")}: ${story} ${facts.word("gains", "story")}`}>
        <Icon of="tree" class="big" />
        <b class="mv-count">{story}</b>
        <small>{own("tree")}</small>
      </Spot>
    </div>
  );
}

function School({ at, village }: Place) {
  const { facts, look } = useSight();
  const { left = false, right = false } = village.school ?? {};
  const name = facts.name("school");
  const values = facts.numbers("school", "banner");
  return (
    <div class="mv-tilebox mv-school">
      <Spot at={`${at}/school`} class="mv-schoolhouse" label={`${name}: ${values.join(` ${own("or")} `)}`} look={() => look("school")}>
        <Banner values={values} side="white" tile={tiled(village, "school")} />
        <Icon of="school" />
      </Spot>
      <span class="mv-markers">
        <Spot at={`${at}/school/left`} label={`${name}, 1: ${own(left ? "learns" : "nobody")}`}>
          <Marker filled={left} />
        </Spot>
        <Spot at={`${at}/school/right`} label={`${name}, 2: ${own(right ? "learns" : "nobody")}`}>
          <Marker filled={right} />
        </Spot>
        <small>
          +{facts.number("school", "right_story")}
          <Icon of="story" />
        </small>
      </span>
    </div>
  );
}
