export type Place = { readonly name: string; readonly max: number };

/** Takes one place under each name, or none if one name has no place left. Returns a function that gives them back. */
export type TakePlaces = (wanted: readonly Place[]) => (() => void) | undefined | Promise<(() => void) | undefined>;

/** Counts what is open now, such as live streams. */
export function createPlaces() {
  const taken = new Map<string, number>();
  const change = (wanted: readonly Place[], by: 1 | -1) => {
    for (const { name } of wanted) {
      const left = (taken.get(name) ?? 0) + by;
      if (left > 0) taken.set(name, left);
      else taken.delete(name);
    }
  };
  return (wanted: readonly Place[]): (() => void) | undefined => {
    if (wanted.some(({ name, max }) => (taken.get(name) ?? 0) >= max)) return undefined;
    change(wanted, 1);
    let isTaken = true;
    return () => {
      if (isTaken) change(wanted, -1);
      isTaken = false;
    };
  };
}
