import type { AppError } from "./errors.ts";
import { fairQueue } from "./fair-queue.ts";
import type { StoreId } from "./ids.ts";

/** Runs at most `runningMax` jobs at a time, and one of each store. The stores take turns, so one with slow jobs leaves the
 *  other places to everyone else. A job is refused when too many wait: of its store, or in total. */
export function fairTurns({
  runningMax,
  perStore,
  total,
  refusal,
}: {
  readonly runningMax: number;
  readonly perStore: number;
  readonly total: number;
  readonly refusal: () => AppError;
}) {
  const queue = fairQueue<StoreId, () => void>({ perOwner: perStore, total });
  const running = new Set<StoreId>();

  function next() {
    while (running.size < runningMax) {
      const turn = queue.take((owner) => !running.has(owner));
      if (!turn) return;
      running.add(turn.owner);
      turn.job();
    }
  }

  const waitForTurn = (storeId: StoreId) =>
    new Promise<void>((start, refuse) => {
      if (queue.add(storeId, start)) next();
      else refuse(refusal());
    });

  return async <Result>(storeId: StoreId, work: () => Promise<Result>): Promise<Result> => {
    await waitForTurn(storeId);
    try {
      return await work();
    } finally {
      running.delete(storeId);
      next();
    }
  };
}
