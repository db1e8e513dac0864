/** What outlives the page, by name. Where the browser refuses it, what outlives the call. */
export type Storage = {
  get(name: string): unknown;
  /** `undefined` removes it. */
  set(name: string, value: unknown): void;
  /** Names that begin so, in order. */
  names(prefix: string): string[];
};

export function openStorage(prefix: string): Storage {
  const memory = new Map<string, string>();
  const local = findLocalStorage();
  const keys = () => [...memory.keys(), ...(local ? Object.keys(local) : [])];
  return {
    get(name) {
      try {
        const text = memory.get(prefix + name) ?? local?.getItem(prefix + name);
        return text ? JSON.parse(text) : undefined;
      } catch {
        return undefined; // somebody else wrote there
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
        // Full, or taken away meanwhile.
      }
      memory.set(key, JSON.stringify(value));
    },
    names: (start) =>
      [...new Set(keys())]
        .filter((key) => key.startsWith(prefix + start))
        .map((key) => key.slice(prefix.length))
        .toSorted(),
  };
}

/** Asking for it throws where cookies are blocked; in private windows it may be there and refuse. */
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
