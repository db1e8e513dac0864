import type { Config } from "./config.ts";
import { createHooks } from "./features/alerts/feedback/hook-urls.ts";
import { feedbackRoutes } from "./features/alerts/feedback/routes.ts";
import { createRenderer } from "./features/alerts/messages/renderer.ts";
import { templateRoutes } from "./features/alerts/messages/routes.ts";
import { createTemplateCache } from "./features/alerts/messages/template-cache.ts";
import { offerPageRoutes } from "./features/alerts/offers/page-routes.ts";
import { offerRoutes } from "./features/alerts/offers/routes.ts";
import { planRoutes } from "./features/alerts/plans/routes.ts";
import { catalogRoutes } from "./features/catalog/routes.ts";
import { createVariantCache } from "./features/catalog/variants/variant-cache.ts";
import { createLiveHub } from "./features/events/live-hub.ts";
import { liveRoutes } from "./features/events/routes.ts";
import { socialCountRoutes } from "./features/insights/routes.ts";
import { createAddItems } from "./features/lists/items/add-items.ts";
import { itemRoutes } from "./features/lists/items/routes.ts";
import { mergeLists } from "./features/lists/merge/merge-lists.ts";
import { createFindSavedProducts } from "./features/lists/reading/find-saved-products.ts";
import { createListLoader } from "./features/lists/reading/list-loader.ts";
import { readingRoutes } from "./features/lists/reading/routes.ts";
import { listRoutes } from "./features/lists/routes.ts";
import { saveForLaterRoutes } from "./features/lists/save-for-later/routes.ts";
import { shareRoutes } from "./features/lists/sharing/routes.ts";
import { shopperBrowserRoutes } from "./features/shoppers/browser-routes.ts";
import type { MergeParticipants } from "./features/shoppers/merge/participant.ts";
import { shopperAdminRoutes } from "./features/shoppers/routes.ts";
import { createShopperSessions } from "./features/shoppers/sessions/shopper-sessions.ts";
import { createShopperFinder } from "./features/shoppers/shopper-finder.ts";
import { readCredentials } from "./features/shoppers/wire.ts";
import { createHashSecret } from "./features/stores/keys/api-key.ts";
import { createRequireKey } from "./features/stores/keys/require-key.ts";
import { storeRoutes } from "./features/stores/routes.ts";
import { allowOrigins } from "./features/stores/settings/allow-origins.ts";
import { createStoreCache } from "./features/stores/store-cache.ts";
import { createHashAddress } from "./features/subscriptions/address.ts";
import { createAlertLinks } from "./features/subscriptions/alert-links.ts";
import { confirmationRoutes } from "./features/subscriptions/confirmation/routes.ts";
import { mergeSubscriptions } from "./features/subscriptions/merge-subscriptions.ts";
import { preferencePageRoutes } from "./features/subscriptions/preferences/page-routes.ts";
import { preferenceRoutes } from "./features/subscriptions/preferences/routes.ts";
import { signUpAdminRoutes, signUpRoutes } from "./features/subscriptions/sign-up/routes.ts";
import { createSignUp } from "./features/subscriptions/sign-up/subscribe.ts";
import { watchRoutes } from "./features/subscriptions/watches/routes.ts";
import { type Clock, systemClock } from "./platform/clock.ts";
import { createSeal } from "./platform/crypto/seal.ts";
import { createDb } from "./platform/db/db.ts";
import { healthRoutes } from "./platform/http/health.ts";
import { createWithIdempotencyKey } from "./platform/http/idempotency-key.ts";
import { createLimits } from "./platform/http/limits.ts";
import { referenceRoutes } from "./platform/http/reference.ts";
import { scriptRoutes } from "./platform/http/script.ts";
import { createHttp, type Http } from "./platform/http/server.ts";
import { createLog, type Log } from "./platform/log.ts";
import { createMetrics } from "./platform/metrics.ts";
import { OUTBOX_WAKE_UP } from "./platform/outbox/relay.ts";
import { createWakeUps } from "./platform/wake-ups.ts";

const MERGE_PARTICIPANTS: MergeParticipants = { lists: mergeLists, subscriptions: mergeSubscriptions };

export type Deps = ReturnType<typeof createDeps>;

/** The connections, keys and caches that the API and the worker of one process share. */
export function createDeps(
  config: Config,
  { log = createLog(config.logLevel), clock = systemClock }: { log?: Log; clock?: Clock } = {},
) {
  const wakeUps = createWakeUps(config.natsUrl, log);
  const db = createDb(config.databaseUrl, {
    onError: (error) => log.warn({ error }, "The database closed an idle connection"),
    wakeWorkers: () => wakeUps.send(OUTBOX_WAKE_UP),
  });
  const metrics = createMetrics({ poolWaiting: db.waiting });
  const seal = createSeal(config.secret);
  const hashSecret = createHashSecret(config.secret);
  const limits = createLimits({
    redisUrl: config.redisUrl,
    processes: config.processes,
    log,
    onFallback: () => metrics.limiterFallbacks.inc(),
  });
  const hashAddress = createHashAddress(config.secret);
  const links = createAlertLinks(config.secret, { publicUrl: config.publicUrl, clock });
  const hooks = createHooks(config.secret, config.publicUrl);
  const stores = createStoreCache({ hot: db.hot, seal, hashSecret, clock });
  const renderer = createRenderer();
  const templates = createTemplateCache({ db, renderer, clock });
  return {
    config,
    log,
    clock,
    db,
    metrics,
    seal,
    hashSecret,
    wakeUps,
    limits,
    stores,
    hashAddress,
    links,
    hooks,
    renderer,
    templates,
    async close() {
      await Promise.all([wakeUps.close(), limits.close()]);
      await db.end();
    },
  };
}

/** The HTTP API. `beforeRoutes` runs before the routes are added; the generator of openapi.json collects them there. */
export function createApi(
  deps: Deps,
  { isStopping = () => false, beforeRoutes }: { isStopping?: () => boolean; beforeRoutes?: (http: Http) => void } = {},
) {
  const { config, log, clock, db, metrics, seal, limits, stores, wakeUps, hashAddress, links } = deps;
  const http = createHttp({ log, metrics, trustProxy: config.trustProxy });
  beforeRoutes?.(http);

  const requireKey = createRequireKey({ stores, limits, metrics });
  const withIdempotencyKey = createWithIdempotencyKey(db, seal);
  const variants = createVariantCache(db.hot, clock);
  const identity = { db, finder: createShopperFinder(db.hot, metrics), clock, mergeParticipants: MERGE_PARTICIPANTS };

  const shoppers = createShopperSessions(identity, { stores, limits, readCredentials });
  const hub = createLiveHub({ hot: db.hot, wakeUps, log });
  http.addHook("preClose", async () => hub.close());

  const subscriptions = {
    db,
    variants,
    hashAddress,
    links,
    withIdempotencyKey,
    signUp: createSignUp(db.hot, metrics, () => wakeUps.send(OUTBOX_WAKE_UP)),
    canMail: config.mail !== undefined,
  };

  http.register(async (admin) => {
    storeRoutes(admin, { requireKey });
    catalogRoutes(admin, { db, variants, requireKey, withIdempotencyKey, clock });
    planRoutes(admin, { db, variants, requireKey, withIdempotencyKey });
    offerRoutes(admin, { db, variants, requireKey, withIdempotencyKey });
    templateRoutes(admin, { db, requireKey, withIdempotencyKey, renderer: deps.renderer });
    shopperAdminRoutes(admin, { deps: identity, requireKey, withIdempotencyKey });
    signUpAdminRoutes(admin, { ...subscriptions, requireKey });
  });
  http.register(async (browser) => {
    allowOrigins(browser, stores);
    const loader = createListLoader(db.hot, metrics);
    const lists = {
      db,
      variants,
      shoppers,
      loader,
      addItems: createAddItems(db.hot, metrics, () => wakeUps.send(OUTBOX_WAKE_UP)),
      findSavedProducts: createFindSavedProducts({ hot: db.hot, metrics }, { loader, variants }),
      canMail: config.mail !== undefined,
      stores,
      withIdempotencyKey,
    };
    listRoutes(browser, lists);
    itemRoutes(browser, lists);
    readingRoutes(browser, lists);
    shareRoutes(browser, lists);
    saveForLaterRoutes(browser, lists);
    signUpRoutes(browser, { ...subscriptions, shoppers, limits });
    preferenceRoutes(browser, { ...subscriptions, shoppers });
    watchRoutes(browser, { ...subscriptions, shoppers, limits });
    liveRoutes(browser, { shoppers, stores, limits, hub, clock });
    socialCountRoutes(browser, { hot: db.hot, stores, limits });
    shopperBrowserRoutes(browser, { deps: identity, stores, limits, withIdempotencyKey });
  });
  http.register(async (reports) => feedbackRoutes(reports, { db, log, stores, hashAddress, hooks: deps.hooks }));
  http.register(async (pages) => {
    confirmationRoutes(pages, { db, links, variants, stores });
    preferencePageRoutes(pages, { db, links, variants, stores });
    offerPageRoutes(pages, { db, links, variants, stores });
  });
  http.register(async (open) => {
    healthRoutes(open, { ping: db.ping, isStopping });
    await scriptRoutes(open);
    await referenceRoutes(open);
  });
  return http;
}
