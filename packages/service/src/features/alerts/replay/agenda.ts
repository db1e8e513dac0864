type Entry<What> = { readonly at: number; readonly what: What };

/** What is still to happen in a replay, earliest first, and at one time in the order in which it was added. */
export function createAgenda<What>(first: readonly Entry<What>[]) {
  const entries = first.toSorted((one, other) => one.at - other.at).toReversed();

  return {
    add(at: number, what: What) {
      let [low, high] = [0, entries.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((entries[middle]?.at ?? 0) > at) low = middle + 1;
        else high = middle;
      }
      entries.splice(low, 0, { at, what }); // the next one is the last
    },
    /** When the next thing happens. */
    nextAt: () => entries.at(-1)?.at,
    /** Takes the next thing if it happens until then. */
    takeUntil(at: number): Entry<What> | undefined {
      const next = entries.at(-1);
      return next && next.at <= at ? entries.pop() : undefined;
    },
  };
}
