/** The pruners of a worker run one after the other, every minute. */
const RUN_MS = 5_000;

/** Deletes page after page until a page has nothing to delete, for at most five seconds; the next run goes on. A short page
 *  need not be the last: another worker may have deleted some of its rows. Returns how many rows were deleted. */
export async function pruneInPages(deletePage: () => Promise<number>, runMs = RUN_MS): Promise<number> {
  const end = performance.now() + runMs;
  let total = 0;
  for (;;) {
    const deleted = await deletePage();
    total += deleted;
    if (deleted === 0 || performance.now() >= end) return total;
  }
}
