import type { MyVillageView } from "../api/contract";
import type { DrawingProps } from "../table/drawing";
import { Plain } from "../table/plain";
import { Spot } from "../table/spot";
import "./my_village.css";

/** The table of My Village. */
export function MyVillage({ view }: DrawingProps<MyVillageView>) {
  return (
    <div class="my-village">
      {Object.entries(view).map(([key, value]) => (
        <Spot key={key} at={`/${key}`}>
          <Plain value={value} />
        </Spot>
      ))}
    </div>
  );
}
