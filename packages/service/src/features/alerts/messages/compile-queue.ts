import { AppError } from "../../../platform/errors.ts";
import { fairTurns } from "../../../platform/fair-turns.ts";
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
  const inTurn = fairTurns({
    runningMax: RUNNING_MAX,
    perStore: WAITING_MAX,
    total: WAITING_TOTAL_MAX,
    refusal: tooManyWaiting,
  });
  return { compile: (storeId, source) => inTurn(storeId, () => compile(source)) };
}

const tooManyWaiting = () =>
  new AppError(
    "unavailable",
    "unavailable",
    `Too many templates are waiting to be compiled: a store may have ${WAITING_MAX}. Wait for their answers, then try again.`,
    { retryAfterSeconds: 5 },
  );
