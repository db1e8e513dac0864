import type { Pool } from "pg";
import type { Logger } from "pino";
import { createKeepsake, type Keepsake } from "../../client/src/keepsake.ts";
import type { HostedConfig } from "./config.ts";
import { createHealth } from "./health.ts";
import { createHints } from "./hints.ts";
import type { Installations, Shop } from "./installations.ts";
import { createKnownVariants } from "./known-variants.ts";
import type { Platform } from "./platform.ts";
import { reconcile } from "./reconcile.ts";
import { reportReading } from "./report-reading.ts";
import type { Requests } from "./requests.ts";
import type { Reservations } from "./reservations.ts";
import { serveHolds } from "./serve-holds.ts";

const TICK_MS = 1_000;
const LEASE_MS = 2 * 60_000;
const EXTEND_MS = 30_000;
/** A bulk read of a very large shop takes a while; one that takes longer than this has hung. */
const RECONCILE_MAX_MS = 60 * 60_000;
/** Most of a reconcile's time, the platform prepares a file. */
const RECONCILES = 8;
const HOLDS_LEASE_MS = 60_000;
const HOLDS_BACKOFF_MS = 30_000;
const SHOPS_PER_CLAIM = 8;
const HOLDS_AT_ONCE = 64;
const BACKOFF_MS = 60_000;
const REQUEST_RETRY_MS = 60_000;
const REQUEST_RETRY_MAX_MS = 6 * 60 * 60_000;
/** Shopify and BigCommerce expect an answer to the merchant within 30 days. */
const REQUESTS_KEPT_MS = 45 * 24 * 60 * 60_000;
const PRUNE_EVERY_MS = 60 * 60_000;

export type HostedDeps = {
  readonly config: Pick<HostedConfig, "keepsakeUrl" | "reconcileMs" | "holdsMs">;
  readonly pool: Pool;
  readonly log: Logger;
  readonly clock: () => number;
  readonly installations: Installations;
  readonly reservations: Reservations;
  readonly requests: Requests;
  readonly platform: Platform;
};

export type HostedApp = ReturnType<typeof createHostedApp>;

/** The work that a hosted app does beside its pages and webhooks. Processes on one database share it. */
export function createHostedApp(deps: HostedDeps) {
  const { config, pool, log, clock, installations, reservations, requests, platform } = deps;
  const known = createKnownVariants({ pool, platform: platform.name });
  const health = createHealth({
    clock,
    reserves: platform.reservations !== undefined,
    onFailure: (shop, error) => log.warn({ shop, err: error }, "Keepsake did not take the health report"),
  });
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  /** Shops whose offers this process works on. */
  const withHolds = new Set<string>();
  let reconciles = 0;
  let isHandlingRequests = false;
  let prunedAt = 0;
  let timer: NodeJS.Timeout | undefined;

  const keepsakeOf = (store: NonNullable<Shop["store"]>): Keepsake =>
    createKeepsake({
      url: config.keepsakeUrl,
      pid: store.pid,
      key: store.key,
      name: platform.name,
      version: platform.version,
      log: (message) => log.info(message),
    });

  const hints = createHints({
    clock,
    async run(name, named, oldestChange) {
      const shop = await installations.find(name);
      if (!shop?.store) return; // removed, or not connected yet: connecting reconciles
      const keepsake = keepsakeOf(shop.store);
      const readFrom = new Date(clock());
      const reading = await platform.read(shop, named);
      await reportReading({ keepsake, known }, name, reading, readFrom);
      await health.event(name, keepsake, oldestChange);
    },
    giveUp(shop, error) {
      log.warn({ shop, err: error }, "Hints were lost; the shop is reconciled");
      track(installations.reconcileNow(shop, new Date(clock())));
    },
  });

  /** Keeps a promise whose failure must not end the process. */
  function track(work: Promise<unknown>) {
    const tracked = work.then(
      () => undefined,
      (error: unknown) => log.error({ err: error }, "A step failed; it is tried again"),
    );
    running.add(tracked);
    void tracked.then(() => running.delete(tracked));
  }

  async function runReconcile(shop: Shop, store: NonNullable<Shop["store"]>) {
    const keepsake = keepsakeOf(store);
    const startedAt = new Date(clock());
    const extending = setInterval(
      () => track(installations.extendReconcile(shop.shop, new Date(clock() + LEASE_MS))),
      EXTEND_MS,
    );
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(RECONCILE_MAX_MS)]);
    try {
      const sum = await reconcile({ keepsake, known, reservations, platform, clock }, shop, signal);
      await installations.endReconcile(shop.shop, {
        startedAt,
        next: new Date(clock() + withJitter(config.reconcileMs)),
        from: startedAt,
        failures: 0,
      });
      await health.reconciled(shop.shop, keepsake, startedAt, sum);
      log.info({ shop: shop.shop, ...sum }, "Reconciled");
    } catch (error) {
      const failures = shop.failures + 1;
      const backoff = Math.min(config.reconcileMs, BACKOFF_MS * 2 ** Math.min(shop.failures, 10));
      await installations.endReconcile(shop.shop, {
        startedAt,
        next: new Date(clock() + (stopping.signal.aborted ? 0 : withJitter(backoff))),
        from: undefined,
        failures: stopping.signal.aborted ? shop.failures : failures,
      });
      if (stopping.signal.aborted) return;
      log.warn({ shop: shop.shop, failures, err: error }, "The reconcile failed");
      await health.problem(shop.shop, keepsake, "reconcile", (error as Error).message);
    } finally {
      clearInterval(extending);
    }
  }

  async function beginReconciles() {
    while (reconciles < RECONCILES && !stopping.signal.aborted) {
      const now = clock();
      const shop = await installations.claimReconcile(new Date(now), new Date(now + LEASE_MS));
      if (!shop?.store) return;
      reconciles += 1;
      track(runReconcile(shop, shop.store).finally(() => (reconciles -= 1)));
    }
  }

  async function runHolds(shop: Shop, store: NonNullable<Shop["store"]>) {
    // The lease keeps other processes away, and this set keeps the next tick away should the lease have ended.
    if (withHolds.has(shop.shop)) return;
    withHolds.add(shop.shop);
    const keepsake = keepsakeOf(store);
    const extending = setInterval(
      () => track(installations.endHolds(shop.shop, new Date(clock() + HOLDS_LEASE_MS))),
      EXTEND_MS,
    );
    let pauseMs = config.holdsMs;
    try {
      await serveHolds({ keepsake, reservations, platform, clock }, shop, (variantId) =>
        hints.add(shop.shop, [platform.variantHint(variantId)]),
      );
      await health.servedHolds(shop.shop, keepsake, shop.failures);
    } catch (error) {
      pauseMs = HOLDS_BACKOFF_MS;
      log.warn({ shop: shop.shop, err: error }, "Accepted offers were not reserved");
      await health.problem(shop.shop, keepsake, "holds", (error as Error).message);
    } finally {
      clearInterval(extending);
      withHolds.delete(shop.shop);
    }
    await installations.endHolds(shop.shop, new Date(clock() + pauseMs));
  }

  async function beginHolds() {
    if (!platform.reservations) return;
    while (withHolds.size < HOLDS_AT_ONCE && !stopping.signal.aborted) {
      const now = clock();
      const shops = await installations.claimHolds(new Date(now), new Date(now + HOLDS_LEASE_MS), SHOPS_PER_CLAIM);
      for (const shop of shops) if (shop.store) track(runHolds(shop, shop.store));
      if (shops.length < SHOPS_PER_CLAIM) return;
    }
  }

  /** Ticks do not wait for it: a platform that hangs would hold back the reconciles and offers of all shops. */
  function beginRequests() {
    if (isHandlingRequests) return;
    isHandlingRequests = true;
    track(runRequests().finally(() => (isHandlingRequests = false)));
  }

  async function runRequests() {
    while (!stopping.signal.aborted) {
      const now = clock();
      const request = await requests.claim(new Date(now), new Date(now + REQUEST_RETRY_MS));
      if (!request) return;
      const { id, kind, detail, tries } = request;
      try {
        await platform.handleRequest?.(await installations.find(request.shop, { removed: true }), kind, detail);
        await requests.remove(id);
      } catch (error) {
        log.error({ shop: request.shop, kind, tries, err: error }, "A request was not carried out; it is tried again");
        const pause = Math.min(REQUEST_RETRY_MAX_MS, REQUEST_RETRY_MS * 2 ** Math.min(tries, 12));
        await requests.postpone(id, new Date(clock() + pause));
      }
    }
  }

  /** Begins everything that is due. One claim after the other: both lock the shop's row, and skip it while the other has it. */
  async function tick() {
    beginRequests();
    await beginReconciles();
    await beginHolds();
    if (clock() - prunedAt < PRUNE_EVERY_MS) return;
    prunedAt = clock();
    await requests.prune(new Date(clock() - REQUESTS_KEPT_MS));
  }

  return {
    /** What a webhook names is read and reported soon. `changedAt` is when it changed, as the platform dates it. */
    hint: hints.add,
    keepsakeOf,

    /** Does what is due now, to its end. */
    async runDue(): Promise<void> {
      await tick();
      while (running.size > 0) await Promise.all(running);
    },
    /** Resolves when all hints are reported. */
    drainHints: hints.drain,

    start(): void {
      let isTicking = false;
      timer = setInterval(() => {
        if (isTicking) return;
        isTicking = true;
        track(tick().finally(() => (isTicking = false)));
      }, TICK_MS);
    },

    /** Ends what runs, and gives its leases back. */
    async stop(): Promise<void> {
      clearInterval(timer);
      stopping.abort(new Error("The app is stopping"));
      hints.stop();
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** Up to a fifth earlier, so that shops that connected together do not stay together. */
const withJitter = (ms: number) => Math.round(ms * (0.8 + Math.random() * 0.2));
