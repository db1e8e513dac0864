/** A set of listeners. One that throws does not keep the others from being called. */
export function createObservers<Details extends unknown[] = []>() {
  const listeners = new Set<(...details: Details) => void>();
  return {
    get count() {
      return listeners.size;
    },
    notify(...details: Details) {
      for (const listener of Array.from(listeners)) {
        try {
          listener(...details);
        } catch (error) {
          reportError(error);
        }
      }
    },
    add(listener: (...details: Details) => void) {
      const own = (...details: Details) => listener(...details); // The same function added twice counts as two listeners.
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    clear: () => listeners.clear(),
  };
}

/** Reports to the page's error handlers, and to its console. */
export function reportError(error: unknown) {
  if (globalThis.reportError) globalThis.reportError(error);
  else console.error(error);
}
