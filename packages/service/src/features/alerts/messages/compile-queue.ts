import { AppError } from "../../../platform/errors.ts";
import { fairQueue } from "../../../platform/fair-queue.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { compileMjml } from "./compile-mjml.ts";

export type Compiler = {
  /** Compiles the MJML of a store when it is the store's turn. */
  compile(storeId: StoreId, source: string): Promise<string>;
};

/** One store has one compiler at a time, so a store with slow templates leaves the other to everyone else. */
const RUNNING_MAX = 2;
const WAITING_MAX = 10;
const WAITING_TOTAL_MAX = 500;

/** Compiles templates two at a time. The stores take turns. */
export function createCompiler(compile: (source: string) => Promise<string> = compileMjml): Compiler {
  const queue = fairQueue<StoreId, () => void>({ perOwner: WAITING_MAX, total: WAITING_TOTAL_MAX });
  const running = new Set<StoreId>();

  function next() {
    while (running.size < RUNNING_MAX) {
      const turn = queue.take((storeId) => !running.has(storeId));
      if (!turn) return;
      running.add(turn.owner);
      turn.job();
    }
  }

  const waitForTurn = (storeId: StoreId) =>
    new Promise<void>((start, refuse) => {
      if (queue.add(storeId, start)) next();
      else refuse(tooManyWaiting());
    });

  return {
    async compile(storeId, source) {
      await waitForTurn(storeId);
      try {
        return await compile(source);
      } finally {
        running.delete(storeId);
        next();
      }
    },
  };
}

const tooManyWaiting = () =>
  new AppError(
    "unavailable",
    "unavailable",
    `Too many templates are waiting to be compiled: a store may have ${WAITING_MAX}. Wait for their answers, then try again.`,
    { retryAfterSeconds: 5 },
  );
