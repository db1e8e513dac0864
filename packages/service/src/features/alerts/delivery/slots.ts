/** A number of slots for things that may happen at once. */
export function createSlots(count: number) {
  let free = count;
  const waiting: ((isTaken: boolean) => void)[] = [];

  const takeFree = (signal: AbortSignal) => {
    if (signal.aborted || free === 0) return false;
    free -= 1;
    return true;
  };

  return {
    /** Takes a slot if one is free. */
    takeFree,
    /** Takes a slot, and waits for one if there is none. Returns false, without a slot, once `signal` is aborted. */
    async take(signal: AbortSignal): Promise<boolean> {
      if (takeFree(signal)) return true;
      if (signal.aborted) return false;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const stop = () => {
        waiting.splice(waiting.indexOf(resolve), 1);
        resolve(false);
      };
      waiting.push(resolve);
      signal.addEventListener("abort", stop, { once: true });
      const isTaken = await promise;
      signal.removeEventListener("abort", stop);
      return isTaken;
    },
    give() {
      const next = waiting.shift();
      if (next) next(true);
      else free += 1;
    },
  };
}

export type Slots = ReturnType<typeof createSlots>;
