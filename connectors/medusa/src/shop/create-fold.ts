const WAIT_MS = 200;
const AT_ONCE = 500;

/** Collects ids for a moment and then works on them together, one call at a time: a bulk import has an event for each id, and
 *  hundreds of reads at once would compete with the shop. `since` is when the first of the ids came. `work` must not throw. */
export function createFold(work: (ids: string[], since: number) => Promise<void>) {
  let waiting = new Set<string>();
  let since = 0;
  let isRunning = false;

  async function run() {
    while (waiting.size > 0) {
      const ids = [...waiting];
      const first = since;
      waiting = new Set();
      for (let index = 0; index < ids.length; index += AT_ONCE) await work(ids.slice(index, index + AT_ONCE), first);
    }
    isRunning = false;
  }

  return (ids: readonly string[]) => {
    if (waiting.size === 0) since = Date.now();
    for (const id of ids) waiting.add(id);
    if (isRunning || waiting.size === 0) return;
    isRunning = true;
    setTimeout(() => void run(), WAIT_MS);
  };
}
