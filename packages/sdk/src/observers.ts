/** A set of listeners. One that throws does not keep the others from being called. */
export function createObservers<Details extends unknown[] = []>() {
  /** In lists of one, because the same function added twice counts as two listeners. */
  const listeners = new Set<readonly [(...details: Details) => void]>();
  return {
    get count() {
      return listeners.size;
    },
    notify(...details: Details) {
      for (const [listener] of Array.from(listeners)) {
        try {
          listener(...details);
        } catch (error) {
          reportError(error);
        }
      }
    },
    add(listener: (...details: Details) => void) {
      const own = [listener] as const;
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    clear: () => listeners.clear(),
  };
}

/** Reports to the page's error handlers, and to its console. */
export function reportError(error: unknown) {
  (globalThis.reportError ?? console.error)(error);
}
