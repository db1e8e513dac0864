/** Runs work that nobody waits for, a limited number of pieces at a time, in all and for each key. The work must not throw. */
export function createBackground<Key>({ max, maxOfKey }: { readonly max: number; readonly maxOfKey: number }) {
  const running = new Set<Promise<void>>();
  const counts = new Map<Key, number>();
  let ring: () => void = () => undefined;

  return {
    /** Returns false, without starting it, when too much is running already. */
    start(key: Key, work: () => Promise<void>): boolean {
      const count = counts.get(key) ?? 0;
      if (running.size >= max || count >= maxOfKey) return false;
      counts.set(key, count + 1);
      const piece = work().finally(() => {
        running.delete(piece);
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
        ring();
      });
      running.add(piece);
      return true;
    },
    /** The keys for which nothing more can be started now. */
    fullKeys: (): Key[] => [...counts].filter(([, count]) => count >= maxOfKey).map(([key]) => key),
    onFree(listener: () => void) {
      ring = listener;
    },
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
