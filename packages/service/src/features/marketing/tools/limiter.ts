/** How many requests one endpoint of a tool takes in a second and in a minute. */
export type Window = { readonly perSecond: number; readonly perMinute: number };
export type Windows = Readonly<Record<string, Window>>;

/** For each endpoint, how many requests ended so many seconds ago: what one turn hands to the next. */
export type Spent = Readonly<Record<string, Readonly<Record<string, number>>>>;

export type Limiter = {
  /** How long the next request of this endpoint must wait. 0: it may begin. */
  waitMs(endpoint: string): number;
  /** Counts a request. Call what it returns when the request has ended, however it did. */
  begin(endpoint: string): () => void;
  spent(): Spent;
};

const SECONDS = 60;

/** Never exceeds the tool's rate limits in any rolling second or minute. A request counts from its beginning until a whole window
 *  after its end, because it may arrive at any moment in between. `spent`: what was handed on, so long ago. `secondMs`: tests have
 *  shorter seconds. */
export function createLimiter(
  windows: Windows,
  { spent = {}, agoMs = 0, secondMs = 1_000 }: { spent?: Spent; agoMs?: number; secondMs?: number } = {},
): Limiter {
  const endsOf = new Map<string, number[]>();
  const inFlight = new Map<string, number>();
  const start = performance.now();
  for (const [endpoint, ages] of Object.entries(spent))
    endsOf.set(
      endpoint,
      Object.entries(ages)
        .toSorted(([one], [other]) => Number(other) - Number(one))
        .flatMap(([age, count]) => Array<number>(count).fill(start - agoMs - Number(age) * secondMs)),
    );

  /** When the request after these may begin, if no more than `allowed` of them may count. */
  const freeAt = (ends: readonly number[], running: number, { allowed, forMs }: { allowed: number; forMs: number }) => {
    if (running >= allowed) return Number.POSITIVE_INFINITY;
    const blocking = ends[ends.length - (allowed - running)];
    return blocking === undefined ? 0 : blocking + forMs;
  };

  function recentEnds(endpoint: string, now: number): number[] {
    const ends = (endsOf.get(endpoint) ?? []).filter((end) => end + SECONDS * secondMs > now);
    endsOf.set(endpoint, ends);
    return ends;
  }

  return {
    waitMs(endpoint) {
      const window = windows[endpoint];
      if (!window) throw new Error(`There is no window for ${endpoint}`);
      const now = performance.now();
      const ends = recentEnds(endpoint, now);
      const running = inFlight.get(endpoint) ?? 0;
      const bySecond = freeAt(ends, running, { allowed: window.perSecond, forMs: secondMs });
      const byMinute = freeAt(ends, running, { allowed: window.perMinute, forMs: SECONDS * secondMs });
      return Math.max(0, Math.ceil(Math.max(bySecond, byMinute) - now));
    },
    begin(endpoint) {
      inFlight.set(endpoint, (inFlight.get(endpoint) ?? 0) + 1);
      return () => {
        inFlight.set(endpoint, (inFlight.get(endpoint) ?? 1) - 1);
        const ends = endsOf.get(endpoint) ?? [];
        ends.push(performance.now());
        endsOf.set(endpoint, ends);
      };
    },
    spent() {
      const now = performance.now();
      return Object.fromEntries(
        [...endsOf.keys()].map((endpoint) => {
          // The younger end of each second, so that nothing is forgotten too early.
          const ages = recentEnds(endpoint, now).map((end) => Math.floor((now - end) / secondMs));
          const counts: Record<string, number> = {};
          for (const age of ages) counts[age] = (counts[age] ?? 0) + 1;
          return [endpoint, counts];
        }),
      );
    },
  };
}

/** The share of the published windows that Keepsake uses. Other programs of the shop share them. */
const SHARE = 0.8;
export const shareOf = (windows: Windows): Windows =>
  Object.fromEntries(
    Object.entries(windows).map(([endpoint, { perSecond, perMinute }]) => [
      endpoint,
      { perSecond: Math.max(1, Math.floor(perSecond * SHARE)), perMinute: Math.floor(perMinute * SHARE) },
    ]),
  );
