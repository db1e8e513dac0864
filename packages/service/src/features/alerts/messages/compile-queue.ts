import { LRUCache } from "lru-cache";
import { AppError } from "../../../platform/errors.ts";
import { fairTurns } from "../../../platform/fair-turns.ts";
import { REFUSALS } from "../../../platform/http/refusals.ts";
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
/** Authors preview the same text in several looks, save it and send it as a test. */
const KEPT_CHARACTERS_MAX = 10_000_000;

/** Compiles templates two at a time. The stores take turns. What was compiled a moment ago is not compiled again. */
export function createCompiler(compile: (source: string) => Promise<string> = compileMjml): Compiler {
  const inTurn = fairTurns({
    runningMax: RUNNING_MAX,
    perStore: WAITING_MAX,
    total: WAITING_TOTAL_MAX,
    refusal: tooManyWaiting,
  });
  const kept = new LRUCache<string, string>({
    maxSize: KEPT_CHARACTERS_MAX,
    sizeCalculation: (html, key) => html.length + key.length,
  });
  return {
    async compile(storeId, source) {
      const key = `${storeId} ${source}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const html = await inTurn(storeId, () => compile(source));
      kept.set(key, html);
      return html;
    },
  };
}

const tooManyWaiting = () =>
  new AppError("unavailable", "unavailable", REFUSALS.say("too-many-compiles", { max: WAITING_MAX }), {
    retryAfterSeconds: 5,
  });
