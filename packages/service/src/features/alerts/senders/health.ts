import { LRUCache } from "lru-cache";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { Log } from "../../../platform/log.ts";
import type { Medium } from "../../../platform/messaging/send-counts.ts";
import type { SendOutcome } from "../../../platform/messaging/send-outcome.ts";
import type { Store } from "../../stores/store.ts";
import { describeFor, sentenceOf } from "./describe-problem.ts";
import { recordFailure, recordSuccess } from "./sql.ts";

/** Records how sending goes for each store, for the merchant to see. */
export type ReportHealth = (store: Pick<Store, "id" | "senders">, medium: Medium, outcome: SendOutcome) => void;

const EVERY_MS = 60_000;
const STORES_MAX = 10_000;

/** Writes at once when sending begins to work or to fail, and otherwise once a minute. Nobody waits for it. */
export function createReportHealth({
  db,
  log,
  clock,
}: {
  readonly db: Db;
  readonly log: Log;
  readonly clock: Clock;
}): ReportHealth & { settled(): Promise<void> } {
  const last = new LRUCache<string, { readonly state: string; readonly at: number }>({ max: STORES_MAX });
  const writing = new Set<Promise<void>>();

  const report: ReportHealth = ({ id: storeId, senders }, medium, outcome) => {
    const isFailure = outcome.state === "deferred" && outcome.isProviderDown === true;
    if (!isFailure && outcome.state !== "sent" && outcome.state !== "rejected") return;
    const trouble = isFailure ? describeFor(senders[medium], outcome) : undefined;
    const state = `${senders.version} ${trouble?.reason ?? ""}`;
    const key = `${storeId}:${medium}`;
    const known = last.get(key);
    if (known && known.state === state && clock() - known.at < EVERY_MS) return;
    last.set(key, { state, at: clock() });
    const write = db
      .inStore(storeId, async (tx) => {
        if (trouble) await recordFailure(tx, medium, { problem: sentenceOf(trouble.reason), fix: trouble.fix });
        else await recordSuccess(tx, medium);
      })
      .catch((error: unknown) => {
        last.delete(key);
        log.warn({ error, store: storeId }, "How sending goes could not be recorded");
      })
      .finally(() => writing.delete(write));
    writing.add(write);
  };
  return Object.assign(report, {
    async settled() {
      await Promise.all(writing);
    },
  });
}
