import type { Clock } from "./clock.ts";

/** Remembers what was loaded for a short while. Callers that ask together share one load; a failure is not remembered. */
export type ShortCache<Value> = { get(key: string): Promise<Value>; clear(): void };

export function shortCache<Value>(
  load: (key: string) => Promise<Value>,
  options: { ttlMs: number; max: number; clock: Clock; keep?: (value: Value) => boolean },
): ShortCache<Value> {
  const { ttlMs, max, clock, keep = () => true } = options;
  const entries = new Map<string, { value: Promise<Value>; until: number }>();

  return {
    get(key) {
      const known = entries.get(key);
      if (known && known.until > clock()) return known.value;
      if (entries.size >= max) entries.delete(entries.keys().next().value ?? "");
      const value = load(key);
      const entry = { value, until: clock() + ttlMs };
      entries.delete(key);
      entries.set(key, entry);
      const forget = () => entries.get(key) === entry && entries.delete(key);
      value.then((loaded) => keep(loaded) || forget(), forget);
      return value;
    },
    clear: () => entries.clear(),
  };
}
