import type { Config } from "./config.ts";
import { feedbackRoutes } from "./features/alerts/feedback-routes.ts";
import { createHooks } from "./features/alerts/feedback-token.ts";
import { createMessageBook } from "./features/alerts/messages/message-book.ts";
import { createRenderer } from "./features/alerts/messages/renderer.ts";
import { templateRoutes } from "./features/alerts/messages/routes.ts";
import { offerRoutes } from "./features/alerts/offer-routes.ts";
import { alertRoutes } from "./features/alerts/routes.ts";
import { catalogRoutes } from "./features/catalog/routes.ts";
import { createVariantBook } from "./features/catalog/variant-book.ts";
import { createLiveHub } from "./features/events/live-hub.ts";
import { liveRoutes } from "./features/events/routes.ts";
import { createPeople } from "./features/identity/find-people.ts";
import type { Follower } from "./features/identity/merge-guest.ts";
import { identityAdminRoutes, identityBrowserRoutes } from "./features/identity/routes.ts";
import { createShoppers } from "./features/identity/shoppers.ts";
import { socialCountRoutes } from "./features/insights/routes.ts";
import { createAddToList } from "./features/lists/change-items.ts";
import { createListReader } from "./features/lists/fetch-lists.ts";
import { createFindSaved } from "./features/lists/find-saved.ts";
import { listFollower } from "./features/lists/merge-lists.ts";
import { listRoutes } from "./features/lists/routes.ts";
import { saveForLaterRoutes } from "./features/lists/sfl-routes.ts";
import { shareRoutes } from "./features/lists/share-routes.ts";
import { allowOrigins } from "./features/stores/allow-origins.ts";
import { createHashSecret } from "./features/stores/api-key.ts";
import { createDirectory } from "./features/stores/directory.ts";
import { createRequireKey } from "./features/stores/require-key.ts";
import { storeRoutes } from "./features/stores/routes.ts";
import { createHashAddress } from "./features/subscriptions/address.ts";
import { createAlertLinks } from "./features/subscriptions/alert-links.ts";
import { subscriptionRoutes } from "./features/subscriptions/browser-routes.ts";
import { subscriptionFollower } from "./features/subscriptions/merge-subscriptions.ts";
import { alertPageRoutes } from "./features/subscriptions/page-routes.ts";
import { subscriptionAdminRoutes } from "./features/subscriptions/routes.ts";
import { createSignUp } from "./features/subscriptions/subscribe.ts";
import { type Clock, systemClock } from "./platform/clock.ts";
import { createDb } from "./platform/db.ts";
import { createDoorbell } from "./platform/doorbell.ts";
import { healthRoutes } from "./platform/http/health.ts";
import { createOnce } from "./platform/http/once.ts";
import { referenceRoutes } from "./platform/http/reference.ts";
import { scriptRoutes } from "./platform/http/script.ts";
import { createHttp, type Http } from "./platform/http/server.ts";
import { createLimits } from "./platform/limits.ts";
import { createLog, type Log } from "./platform/log.ts";
import { createMetrics } from "./platform/metrics.ts";
import { OUTBOX_BELL } from "./platform/outbox/relay.ts";
import { createSeal } from "./platform/seal.ts";

/** What moves along when a guest becomes part of an account. */
const FOLLOWERS: readonly Follower[] = [listFollower, subscriptionFollower];

export type Parts = ReturnType<typeof createParts>;

/** The engines and what stands on them, shared by every role of one process. */
export function createParts(
  config: Config,
  { log = createLog(config.logLevel), clock = systemClock }: { log?: Log; clock?: Clock } = {},
) {
  const doorbell = createDoorbell(config.natsUrl, log);
  const db = createDb(config.databaseUrl, {
    onError: (error) => log.warn({ error }, "The database closed an idle connection"),
    ring: () => doorbell.ring(OUTBOX_BELL),
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
  const directory = createDirectory({ hot: db.hot, seal, hashSecret, clock });
  const renderer = createRenderer();
  const messages = createMessageBook({ db, renderer, clock });
  return {
    config,
    log,
    clock,
    db,
    metrics,
    seal,
    hashSecret,
    doorbell,
    limits,
    directory,
    hashAddress,
    links,
    hooks,
    renderer,
    messages,
    async close() {
      await Promise.all([doorbell.close(), limits.close()]);
      await db.end();
    },
  };
}

/** The HTTP API. `beforeRoutes` sees every route as it is added: the generator of openapi.json listens there. */
export function createApi(
  parts: Parts,
  { isStopping = () => false, beforeRoutes }: { isStopping?: () => boolean; beforeRoutes?: (http: Http) => void } = {},
) {
  const { config, log, clock, db, metrics, seal, limits, directory, doorbell, hashAddress, links } = parts;
  const http = createHttp({ log, metrics, trustProxy: config.trustProxy });
  beforeRoutes?.(http);

  const requireKey = createRequireKey({ directory, limits, metrics });
  const once = createOnce(db, seal);
  const variants = createVariantBook(db.hot, clock);
  const identity = { db, people: createPeople(db.hot, metrics), clock, followers: FOLLOWERS };

  const shoppers = createShoppers(identity, { directory, limits });
  const hub = createLiveHub({ hot: db.hot, doorbell, log });
  http.addHook("preClose", async () => hub.close());

  const subscriptions = {
    db,
    variants,
    hashAddress,
    links,
    once,
    signUp: createSignUp(db.hot, metrics, () => doorbell.ring(OUTBOX_BELL)),
    canMail: config.mail !== undefined,
  };

  http.register(async (admin) => {
    storeRoutes(admin, { requireKey });
    catalogRoutes(admin, { db, variants, requireKey, once, clock });
    alertRoutes(admin, { db, variants, requireKey, once });
    templateRoutes(admin, { db, requireKey, once, renderer: parts.renderer });
    identityAdminRoutes(admin, { parts: identity, requireKey, once });
    subscriptionAdminRoutes(admin, { ...subscriptions, requireKey });
  });
  http.register(async (browser) => {
    allowOrigins(browser, directory);
    const reader = createListReader(db.hot, metrics);
    const lists = {
      db,
      variants,
      shoppers,
      reader,
      addToList: createAddToList(db.hot, metrics, () => doorbell.ring(OUTBOX_BELL)),
      findSaved: createFindSaved({ hot: db.hot, metrics }, { reader, variants }),
      canMail: config.mail !== undefined,
      directory,
      once,
    };
    listRoutes(browser, lists);
    shareRoutes(browser, lists);
    saveForLaterRoutes(browser, lists);
    subscriptionRoutes(browser, { ...subscriptions, shoppers, limits });
    liveRoutes(browser, { shoppers, directory, limits, hub, clock });
    socialCountRoutes(browser, { hot: db.hot, directory, limits });
    identityBrowserRoutes(browser, { parts: identity, directory, limits, once });
  });
  http.register(async (reports) => feedbackRoutes(reports, { db, log, directory, hashAddress, hooks: parts.hooks }));
  http.register(async (pages) => {
    alertPageRoutes(pages, { db, links, variants, directory });
    offerRoutes(pages, { db, links, variants, directory });
  });
  http.register(async (open) => {
    healthRoutes(open, { ping: db.ping, isStopping });
    await scriptRoutes(open);
    await referenceRoutes(open);
  });
  return http;
}
