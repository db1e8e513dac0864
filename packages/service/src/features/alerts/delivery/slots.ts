/** A number of slots for things that may happen at once. */
export function createSlots(count: number) {
  let free = count;
  const waiting: ((isTaken: boolean) => void)[] = [];

  return {
    /** Takes a slot, and waits for one if there is none. Returns false, without a slot, once `signal` is aborted. */
    async take(signal: AbortSignal): Promise<boolean> {
      if (signal.aborted) return false;
      if (free > 0) {
        free -= 1;
        return true;
      }
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
