/** Who wants to hear of changes. One that throws does not silence the others. */
export function createObservers() {
  const listeners = new Set<() => void>();
  return {
    get count() {
      return listeners.size;
    },
    tell() {
      for (const listener of Array.from(listeners)) {
        try {
          listener();
        } catch (error) {
          reportError(error);
        }
      }
    },
    add(listener: () => void) {
      const own = () => listener(); // the same function twice is two listeners
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}

/** To the page's console, and to whoever watches its errors. */
export function reportError(error: unknown) {
  if (globalThis.reportError) globalThis.reportError(error);
  else console.error(error);
}
