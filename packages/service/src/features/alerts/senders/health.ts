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

/** A provider that has taken a message within this time, and asks for no longer wait, only slows us down. */
const SLOWED_MS = 2 * EVERY_MS;

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
    const failure = failureOf(outcome);
    if (!failure && outcome.state !== "sent" && outcome.state !== "rejected") return;
    const trouble = failure && describeFor(senders[medium], failure);
    const works = `${senders.version} `;
    const state = `${works}${trouble?.reason ?? ""}`;
    const key = `${storeId}:${medium}`;
    const known = last.get(key);
    const isSlowed = outcome.state === "throttled" && (outcome.retryAfterSeconds ?? 0) * 1_000 < SLOWED_MS;
    if (isSlowed && known?.state === works && clock() - known.at < SLOWED_MS) return;
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

/** What the merchant hears of. A message that itself could not be sent says nothing about the provider. */
function failureOf(outcome: SendOutcome) {
  if (outcome.state === "throttled") return { reason: outcome.reason, problem: "throttles" as const };
  return outcome.state === "deferred" && outcome.isProviderDown ? outcome : undefined;
}
