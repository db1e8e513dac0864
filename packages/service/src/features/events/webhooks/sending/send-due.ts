import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors.ts";
import type { StoreId } from "../../../../platform/ids.ts";
import type { Log } from "../../../../platform/log.ts";
import type { Metrics } from "../../../../platform/metrics.ts";
import type { NotifyMembers } from "../../../stores/members/notify-members.ts";
import type { Store } from "../../../stores/store.ts";
import type { StoreCache } from "../../../stores/store-cache.ts";
import { giveUpEndpoint, warnAboutEndpoint } from "../endpoints/disable-endpoint.ts";
import { createOpenSecret } from "../secret.ts";
import { readTestTime, type TestTime } from "../time.ts";
import { type EndedTurn, endTurns, leaseTurns, recordAttempts } from "./sql.ts";
import { type TurnDeps, takeTurn } from "./take-turn.ts";
import type { Turn, TurnResult } from "./turn.ts";

export type SendingDeps = TurnDeps &
  TestTime & {
    readonly db: Db;
    readonly stores: Pick<StoreCache, "getById">;
    readonly notifyMembers: NotifyMembers;
    readonly metrics: Metrics;
    readonly log: Log;
    /** After this time another worker takes over from one that died. A turn lasts 17 seconds at most. */
    readonly leaseSeconds?: number;
  };

const LEASE_SECONDS = 30;
const LEASED_AT_ONCE = 128;
/** Turns at a time in one process. Those of endpoints that are slow, or have been for a second, count apart. */
const TURNS_MAX = 256;
const SLOW_TURNS_MAX = 384;
const SLOW_AFTER_MS = 1_000;
/** Turns of one store, of each kind. */
const TURNS_PER_STORE = 16;
const RECORDED_AT_ONCE = 200;
/** After this the turns of a worker that stops are given up. */
const STOP_MS = 8_000;
const RETRY_MS = 500;
/** Turns that end within this time are recorded together. */
const RECORD_AFTER_MS = 20;

type Running = { readonly turn: Turn; readonly since: number; readonly done: Promise<void> };

/** Sends what is due, for all endpoints of all stores. An endpoint has one turn at a time, so what is in flight to it is
 *  bounded. A worker has many turns at a time, and those of slow receivers take none away from the others. */
export function createSending(deps: SendingDeps, { onTurnEnd }: { onTurnEnd: (dueInMs: number | null) => void }) {
  const { db, stores, metrics, log, leaseSeconds = LEASE_SECONDS } = deps;
  const turnDeps = { ...deps, openSecret: createOpenSecret() };
  const running = new Set<Running>();
  const stopping = new AbortController();
  const abort = new AbortController();

  const isSlow = ({ turn, since }: Running) => turn.isTroubled || performance.now() - since > SLOW_AFTER_MS;

  /** Leases turns as far as there is room, and starts them. Returns how many. */
  async function startTurns(due = { turns: true, troubled: true }): Promise<number> {
    const started = due.turns ? await startTurnsOf({ isTroubled: false }) : 0;
    return started + (due.troubled ? await startTurnsOf({ isTroubled: true }) : 0);
  }

  async function startTurnsOf({ isTroubled }: { isTroubled: boolean }): Promise<number> {
    const alike = [...running].filter((one) => isSlow(one) === isTroubled);
    const room = Math.min((isTroubled ? SLOW_TURNS_MAX : TURNS_MAX) - alike.length, LEASED_AT_ONCE);
    if (room <= 0 || running.size >= TURNS_MAX + SLOW_TURNS_MAX || stopping.signal.aborted) return 0;
    const turnsOf = new Map<StoreId, number>();
    for (const { turn } of alike) turnsOf.set(turn.storeId, (turnsOf.get(turn.storeId) ?? 0) + 1);
    const leased = await leaseTurns(db.worker, {
      at: readTestTime(deps),
      isTroubled,
      limit: room,
      perStore: TURNS_PER_STORE,
      fullStores: [...turnsOf].filter(([, turns]) => turns >= TURNS_PER_STORE).map(([storeId]) => storeId),
      leaseSeconds,
    });
    for (const turn of leased) start(turn);
    return leased.length;
  }

  function start(turn: Turn) {
    const done = run(turn)
      .catch((error: unknown) =>
        log.warn({ error, endpoint: turn.endpointId }, "The turn of a webhook endpoint failed"),
      )
      .finally(() => running.delete(one));
    const one: Running = { turn, since: performance.now(), done };
    running.add(one);
    metrics.webhooksInFlight.set(running.size);
  }

  async function run(turn: Turn) {
    const store = await stores.getById(turn.storeId);
    if (store.isErased) return;
    const result = await takeTurn(turnDeps, store, turn, { stopping: stopping.signal, abort: abort.signal });
    countAttempts(result);
    const ended = await record(result);
    // A turn that was taken away says nothing about the endpoint any more.
    if (ended && result.giveUpBecause !== undefined) await giveUp(store, result, result.giveUpBecause);
    else if (ended && result.isFailingForADay) await warn(store, result);
    metrics.webhooksInFlight.set(running.size - 1);
    onTurnEnd(ended?.dueInMs ?? null);
  }

  function countAttempts({ attempts }: TurnResult) {
    for (const { state, delivery, triedAt, tookMs } of attempts) {
      metrics.webhookTries.inc({ outcome: state === "waiting" ? "failed" : state === "failed" ? "given up" : state });
      if (state === "delivered" && delivery.tries === 0)
        metrics.webhookDelay.observe((triedAt.getTime() - delivery.createdAt.getTime() + tookMs) / 1_000);
    }
  }

  // Turns that end together are recorded together.

  type Waiting = { readonly result: TurnResult; readonly resolve: (ended: EndedTurn | undefined) => void };
  let waiting: Waiting[] = [];
  let recording: Promise<void> | undefined;

  /** Returns undefined when the turn was no longer this worker's, or could not be recorded. */
  function record(result: TurnResult): Promise<EndedTurn | undefined> {
    const { promise, resolve } = Promise.withResolvers<EndedTurn | undefined>();
    waiting.push({ result, resolve });
    recording ??= pause(RECORD_AFTER_MS)
      .then(recordAll)
      .finally(() => {
        recording = undefined;
      });
    return promise;
  }

  async function recordAll() {
    while (waiting.length > 0) {
      const some = waiting.slice(0, RECORDED_AT_ONCE);
      waiting = waiting.slice(RECORDED_AT_ONCE);
      // Until the leases have expired. Then others send the deliveries again.
      const until = performance.now() + leaseSeconds * 500;
      const ended = await recordSome(
        some.map(({ result }) => result),
        until,
      );
      for (const [of, { resolve }] of some.entries()) resolve(ended[of]);
    }
  }

  /** Tries again while the database is not available. When it refuses what is to be recorded, each turn is recorded alone, so
   *  that the one that it refuses costs no other endpoint its turn. */
  async function recordSome(results: readonly TurnResult[], until: number): Promise<(EndedTurn | undefined)[]> {
    for (;;) {
      try {
        return await db.asWorker(async (tx) => {
          const counts = await recordAttempts(tx, results);
          return endTurns(tx, results, counts, readTestTime(deps));
        });
      } catch (error) {
        const isRefused = !(error instanceof AppError && error.kind === "unavailable");
        log.warn(
          { error, endpoints: results.map(({ turn }) => turn.endpointId) },
          `Could not record the results of webhooks${isRefused ? "" : ": trying again"}`,
        );
        if (isRefused && results.length > 1) return recordEach(results, until);
        if (isRefused || performance.now() > until) return [];
        await pause(RETRY_MS);
      }
    }
  }

  async function recordEach(results: readonly TurnResult[], until: number) {
    const ended: (EndedTurn | undefined)[] = [];
    for (const result of results) ended.push((await recordSome([result], until))[0]);
    return ended;
  }

  async function giveUp(store: Store, { turn: { endpointId } }: TurnResult, because: string) {
    const told = { store, notifyMembers: deps.notifyMembers };
    if (!(await db.inStore(store.id, (tx) => giveUpEndpoint(tx, told, endpointId, because)))) return;
    metrics.webhooksDisabled.inc();
    log.warn({ endpoint: endpointId, store: store.id, because }, "Disabled a webhook endpoint");
  }

  async function warn(store: Store, { turn: { endpointId } }: TurnResult) {
    const told = { store, notifyMembers: deps.notifyMembers };
    await db.inStore(store.id, (tx) => warnAboutEndpoint(tx, told, endpointId));
  }

  return {
    startTurns,
    /** Waits for the turns that have begun. */
    settle: async () => void (await Promise.all([...running].map(({ done }) => done))),
    /** Begins no more deliveries, and waits a while for the answers to those in flight. The others are sent again. */
    async stop() {
      stopping.abort();
      const timer = setTimeout(() => abort.abort(), STOP_MS);
      while (running.size > 0) await Promise.all([...running].map(({ done }) => done));
      clearTimeout(timer);
    },
  };
}
