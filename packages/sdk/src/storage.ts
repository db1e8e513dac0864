/** Named values that outlive the page. If the browser blocks storage, they last as long as the page. */
export type Storage = {
  get(name: string): unknown;
  /** `undefined` removes the value. */
  set(name: string, value: unknown): void;
  /** The names that begin with `prefix`. */
  names(prefix: string): string[];
};

export function openStorage(prefix: string): Storage {
  const memory = new Map<string, string>();
  const local = findLocalStorage();
  return {
    get(name) {
      try {
        const text = memory.get(prefix + name) ?? local?.getItem(prefix + name);
        return text ? JSON.parse(text) : undefined;
      } catch {
        return undefined; // Another script wrote something that is not JSON.
      }
    },
    set(name, value) {
      const key = prefix + name;
      memory.delete(key);
      try {
        local?.removeItem(key);
        if (value === undefined) return;
        if (local) return local.setItem(key, JSON.stringify(value));
      } catch {
        // The storage is full, or was blocked meanwhile.
      }
      memory.set(key, JSON.stringify(value));
    },
    names: (start) =>
      [...memory.keys(), ...Object.keys(local ?? {})]
        .filter((key) => key.startsWith(prefix + start))
        .map((key) => key.slice(prefix.length)),
  };
}

/** Reading `localStorage` throws where cookies are blocked, and writing may throw in private windows. */
function findLocalStorage() {
  try {
    const local = globalThis.localStorage;
    local.setItem("keepsake", "1");
    local.removeItem("keepsake");
    return local;
  } catch {
    return undefined;
  }
}
