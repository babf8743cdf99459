import type { VillagersView } from "../api/contract";
import type { DrawingProps } from "../table/drawing";
import { Spot } from "../table/spot";
import "./villagers.css";

/** The table of Villagers. */
export function Villagers({ view }: DrawingProps<VillagersView>) {
  return (
    <ol class="villagers">
      {view.road.map((one, at) => (
        <li key={at}>
          <Spot at={`/road/${at}`}>{one?.card ?? "–"}</Spot>
        </li>
      ))}
    </ol>
  );
}
