/**
 * Where each of several things can be touched of which equal ones are one choice: moves name the first of them, then the
 * second, and so on. So whichever is touched stands for the next one that moves can name.
 */
export function alike(things: readonly unknown[], at: string, touched: readonly string[]): string[] {
  const kinds = things.map((thing) => JSON.stringify(thing));
  return kinds.map((kind, number) => {
    const same = kinds.flatMap((one, place) => (one === kind ? [`${at}/${place}`] : []));
    const taken = same.filter((one) => touched.includes(one)).length;
    const own = kinds.slice(0, number).filter((one) => one === kind).length;
    return same[Math.min(Math.max(own, 0), taken)] ?? `${at}/${number}`;
  });
}
