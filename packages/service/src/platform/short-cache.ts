import { LRUCache } from "lru-cache";
import type { Clock } from "./clock.ts";

/** Caches loaded values for a short time. Concurrent calls for one key share one load; a failed load is not cached. */
export type ShortCache<Value> = { get(key: string): Promise<Value>; clear(): void };

export function shortCache<Value>(
  load: (key: string) => Promise<Value>,
  options: { ttlMs: number; max: number; clock: Clock; keep?: (value: Value) => boolean },
): ShortCache<Value> {
  const { ttlMs, max, clock, keep = () => true } = options;
  const entries = new LRUCache<string, { value: Promise<Value>; freshUntil: number }>({ max });

  return {
    get(key) {
      const known = entries.get(key);
      if (known && known.freshUntil > clock()) return known.value;
      const entry = { value: load(key), freshUntil: clock() + ttlMs };
      entries.set(key, entry);
      const drop = () => entries.peek(key) === entry && entries.delete(key);
      entry.value.then((loaded) => keep(loaded) || drop(), drop);
      return entry.value;
    },
    clear: () => entries.clear(),
  };
}
