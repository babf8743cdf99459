import { useContext, useLayoutEffect } from "preact/hooks";

import { TouchContext } from "../table/spot";

/**
 * The places where each of several things can be touched. Equal things are one choice: moves name the first of them,
 * then the second, and so on, so touching any of them means the next one that a move can name.
 */
export function alike(things: readonly unknown[], at: string, touched: readonly string[]): string[] {
  const kinds = things.map((thing) => JSON.stringify(thing));
  return kinds.map((kind, number) => {
    const same = kinds.flatMap((one, place) => (one === kind ? [`${at}/${place}`] : []));
    const taken = same.filter((one) => touched.includes(one)).length;
    return same[Math.min(same.indexOf(`${at}/${number}`), taken)] ?? `${at}/${number}`;
  });
}

/** Do the same for drawing a table: everything is drawn, even a thing for which an equal one stands. */
export function useAlike(things: readonly unknown[], at: string): string[] {
  const touching = useContext(TouchContext);
  const count = things.length;
  useLayoutEffect(() => {
    const gone = Array.from({ length: count }, (_, number) => touching.draw(`${at}/${number}`));
    return () => gone.forEach((one) => one());
  }, [touching, at, count]);
  return alike(things, at, touching.touched.value);
}
