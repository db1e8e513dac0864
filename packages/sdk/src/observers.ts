/** A set of listeners. One that throws does not keep the others from being called. */
export function createObservers() {
  const listeners = new Set<() => void>();
  return {
    get count() {
      return listeners.size;
    },
    notify() {
      for (const listener of Array.from(listeners)) {
        try {
          listener();
        } catch (error) {
          reportError(error);
        }
      }
    },
    add(listener: () => void) {
      const own = () => listener(); // The same function added twice counts as two listeners.
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}

/** Reports to the page's error handlers, and to its console. */
export function reportError(error: unknown) {
  if (globalThis.reportError) globalThis.reportError(error);
  else console.error(error);
}
