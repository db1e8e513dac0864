/** Returns a function that runs work, at most `max` pieces at the same time. The others wait, in their order. */
export function limitInFlight(max: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < max) running += 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The next one takes this place, so that nobody overtakes it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
