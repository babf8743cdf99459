/** The village at the top of the page, drawn for Hamlet; by night its windows are lit. For the eye only. */

interface House {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly tone: "a" | "b" | "c";
}

const HOUSES: readonly House[] = [
  { x: 96, y: 172, w: 74, h: 46, tone: "b" },
  { x: 160, y: 160, w: 58, h: 58, tone: "a" },
  { x: 340, y: 150, w: 66, h: 56, tone: "c" },
  { x: 398, y: 162, w: 84, h: 44, tone: "a" },
  { x: 620, y: 152, w: 70, h: 54, tone: "b" },
  { x: 682, y: 140, w: 56, h: 66, tone: "c" },
  { x: 730, y: 158, w: 92, h: 48, tone: "a" },
  { x: 984, y: 166, w: 64, h: 52, tone: "c" },
  { x: 1040, y: 154, w: 78, h: 64, tone: "b" },
];

const TREES = [40, 62, 250, 286, 306, 508, 860, 884, 936, 1146, 1172];

export function Skyline() {
  return (
    <svg class="skyline" viewBox="0 0 1200 240" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
      <circle class="sun" cx="980" cy="62" r="30" />
      <path class="far" d="M0 176C120 120 250 116 380 150s240 22 360-8 300-26 460 30v68H0Z" />
      <Windmill />
      {TREES.map((x, at) => (
        <path key={x} class="tree" d={`M${x} ${206 - (at % 3) * 5}v-14m0-34c14 10 16 26 0 34-16-8-14-24 0-34Z`} />
      ))}
      <Church />
      {HOUSES.map((house) => (
        <Cottage key={house.x} {...house} />
      ))}
      <path class="near" d="M0 212c180-22 330 10 520-4s330-14 680 4v32H0Z" />
      <path class="way" d="M560 240c-10-14 26-20 18-32h18c12 12-20 20-6 32Z" />
    </svg>
  );
}

function Cottage({ x, y, w, h, tone }: House) {
  const ridge = y - w * 0.42;
  const windows = w > 80 ? [0.16, 0.44, 0.72] : [0.18, 0.6];
  return (
    <g>
      <path class={`wall ${tone}`} d={`M${x} ${y}h${w}v${h}h${-w}Z`} />
      <path class="roof" d={`M${x - 6} ${y + 3}L${x + w / 2} ${ridge}L${x + w + 6} ${y + 3}Z`} />
      {windows.map((share) => (
        <path key={share} class="window" d={`M${x + w * share} ${y + 12}h12v14h-12Z`} />
      ))}
    </g>
  );
}

function Church() {
  return (
    <g>
      <path class="wall c" d="M520 152h84v56h-84Z" />
      <path class="roof" d="M512 154l22-34h62l16 34Z" />
      <path class="wall b" d="M548 84h36v124h-36Z" />
      <path class="roof" d="M542 86l24-62 24 62Z" />
      <path class="cross" d="M566 26V8m-7 6h14" />
      <path class="window" d="M559 104a7 8 0 0 1 14 0v16h-14Zm-30 62h11v18h-11Zm62 0h9v18h-9Z" />
    </g>
  );
}

function Windmill() {
  return (
    <g transform="translate(600 6)">
      <path class="wall a" d="M226 166l8-62h22l8 62Z" />
      <path class="roof" d="M230 106l15-20 15 20Z" />
      <path class="sails" d="M245 98l-34-30m34 30l30-34m-30 34l34 30m-34-30l-30 34" />
    </g>
  );
}
