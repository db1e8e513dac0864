import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "./config.ts";
import { clickRoutes } from "./features/alerts/clicks/page-routes.ts";
import { createCheckReport } from "./features/alerts/feedback/check-report.ts";
import { createHooks } from "./features/alerts/feedback/hook-urls.ts";
import { feedbackRoutes } from "./features/alerts/feedback/routes.ts";
import { createSns } from "./features/alerts/feedback/sns.ts";
import { holdRoutes } from "./features/alerts/holds/routes.ts";
import { createLivePlans } from "./features/alerts/live/live-plans.ts";
import { livePlanRoutes } from "./features/alerts/live/routes.ts";
import { planText } from "./features/alerts/live/wire.ts";
import { createCompiler } from "./features/alerts/messages/compile-queue.ts";
import { previewRoutes } from "./features/alerts/messages/preview-routes.ts";
import { createRenderer } from "./features/alerts/messages/renderer.ts";
import { templateRoutes } from "./features/alerts/messages/routes.ts";
import { createTemplateCache } from "./features/alerts/messages/template-cache.ts";
import { offerPageRoutes } from "./features/alerts/offers/page-routes.ts";
import { offerRoutes } from "./features/alerts/offers/routes.ts";
import { orderRoutes } from "./features/alerts/orders/routes.ts";
import { overviewRoutes } from "./features/alerts/overview/routes.ts";
import { PriceWhy } from "./features/alerts/overview/wire.ts";
import { peopleRoutes } from "./features/alerts/people/routes.ts";
import { planRoutes } from "./features/alerts/plans/routes.ts";
import { PLAN_WHYS } from "./features/alerts/plans/wire.ts";
import { replayRoutes } from "./features/alerts/replay/routes.ts";
import { ReplayNoteWhy } from "./features/alerts/replay/wire.ts";
import { findAccess } from "./features/alerts/senders/find-own-provider.ts";
import { senderRoutes } from "./features/alerts/senders/routes.ts";
import { SENDER_WHYS } from "./features/alerts/senders/wire.ts";
import { catalogRoutes } from "./features/catalog/routes.ts";
import { createVariantCache } from "./features/catalog/variants/variant-cache.ts";
import { operatorRoutes } from "./features/dashboard/operator/routes.ts";
import { problemRoutes } from "./features/dashboard/problems/routes.ts";
import { stopReportRoutes } from "./features/dashboard/reports/page-routes.ts";
import { reportRoutes } from "./features/dashboard/reports/routes.ts";
import { sampleRoutes } from "./features/dashboard/samples/routes.ts";
import { createLiveHub } from "./features/events/live-hub.ts";
import { liveRoutes } from "./features/events/routes.ts";
import { createCheckWebhookUrl } from "./features/events/webhooks/endpoints/get-endpoint.ts";
import { endpointRoutes } from "./features/events/webhooks/endpoints/routes.ts";
import { deliveryRoutes } from "./features/events/webhooks/log/routes.ts";
import { WEBHOOK_WHYS } from "./features/events/webhooks/wire.ts";
import { adviceRoutes } from "./features/insights/advice/routes.ts";
import { demandRoutes } from "./features/insights/demand/routes.ts";
import { resultRoutes } from "./features/insights/results/routes.ts";
import { socialCountRoutes } from "./features/insights/routes.ts";
import { summaryRoutes } from "./features/insights/summary/routes.ts";
import { createAddItems } from "./features/lists/items/add-items.ts";
import { itemRoutes } from "./features/lists/items/routes.ts";
import { mergeLists } from "./features/lists/merge/merge-lists.ts";
import { createFindSavedProducts } from "./features/lists/reading/find-saved-products.ts";
import { createListLoader } from "./features/lists/reading/list-loader.ts";
import { readingRoutes } from "./features/lists/reading/routes.ts";
import { listRoutes } from "./features/lists/routes.ts";
import { saveForLaterRoutes } from "./features/lists/save-for-later/routes.ts";
import { shareRoutes } from "./features/lists/sharing/routes.ts";
import { marketingRoutes } from "./features/marketing/connections/routes.ts";
import { createSendTest } from "./features/marketing/connections/send-test.ts";
import { MARKETING_WHYS } from "./features/marketing/connections/wire.ts";
import { createTools, type ToolOptions } from "./features/marketing/tools/create-tool.ts";
import { exportRoutes } from "./features/moving/export/routes.ts";
import { createErasureLog } from "./features/privacy/log/erasure-log.ts";
import { createParticipants } from "./features/privacy/participants.ts";
import { privacyRoutes } from "./features/privacy/routes.ts";
import { createRemoveStore } from "./features/privacy/stores/remove-store.ts";
import { shopperBrowserRoutes } from "./features/shoppers/browser-routes.ts";
import type { MergeParticipants } from "./features/shoppers/merge/participant.ts";
import { shopperAdminRoutes } from "./features/shoppers/routes.ts";
import { createShopperSessions } from "./features/shoppers/sessions/shopper-sessions.ts";
import { createShopperFinder } from "./features/shoppers/shopper-finder.ts";
import { readCredentials } from "./features/shoppers/wire.ts";
import { createChange } from "./features/stores/access/change.ts";
import { createRequireScope } from "./features/stores/access/require-scope.ts";
import { createWatchAccess } from "./features/stores/access/watch-access.ts";
import { auditRoutes } from "./features/stores/audit/routes.ts";
import { followScript } from "./features/stores/connections/follow-script.ts";
import { connectionRoutes } from "./features/stores/connections/routes.ts";
import { createSightings } from "./features/stores/connections/sightings.ts";
import { createRecordConnectorReport } from "./features/stores/connectors/record-report.ts";
import { connectorRoutes } from "./features/stores/connectors/routes.ts";
import { elementRoutes } from "./features/stores/elements/routes.ts";
import { createHashSecret } from "./features/stores/keys/api-key.ts";
import { keyRoutes } from "./features/stores/keys/routes.ts";
import { isInvited } from "./features/stores/members/find-access.ts";
import { createMailLoginLink } from "./features/stores/members/mail-login-link.ts";
import { createNotifyMembers } from "./features/stores/members/notify-members.ts";
import { createRecordAccount } from "./features/stores/members/record-account.ts";
import { memberRoutes } from "./features/stores/members/routes.ts";
import { storeRoutes } from "./features/stores/routes.ts";
import { createSealAnswers } from "./features/stores/seal-answers.ts";
import { loadKeyring } from "./features/stores/secret/load-keyring.ts";
import { allowOrigins } from "./features/stores/settings/allow-origins.ts";
import { settingsRoutes } from "./features/stores/settings/routes.ts";
import { createCallAuth } from "./features/stores/sign-in/call-auth.ts";
import { createCompany } from "./features/stores/sign-in/company.ts";
import { createLoadAuth } from "./features/stores/sign-in/load-auth.ts";
import { createLockout } from "./features/stores/sign-in/lockout.ts";
import { meRoutes } from "./features/stores/sign-in/me-routes.ts";
import { createMemberSessions } from "./features/stores/sign-in/member-sessions.ts";
import { createReadSession } from "./features/stores/sign-in/read-session.ts";
import { createRequireOperator } from "./features/stores/sign-in/require-operator.ts";
import { signInRoutes } from "./features/stores/sign-in/routes.ts";
import { tellOfFactors } from "./features/stores/sign-in/tell-of-factors.ts";
import { createDashboardTokens } from "./features/stores/sign-in/tokens.ts";
import type { CanSend } from "./features/stores/store.ts";
import { createStoreCache } from "./features/stores/store-cache.ts";
import { createHashAddress } from "./features/subscriptions/address.ts";
import { createAlertLinks } from "./features/subscriptions/alert-links.ts";
import { confirmationRoutes } from "./features/subscriptions/confirmation/routes.ts";
import { createHashIp } from "./features/subscriptions/hash-ip.ts";
import { HappeningWhy } from "./features/subscriptions/line/wire.ts";
import { mergeSubscriptions } from "./features/subscriptions/merge-subscriptions.ts";
import { preferencePageRoutes } from "./features/subscriptions/preferences/page-routes.ts";
import { preferenceRoutes } from "./features/subscriptions/preferences/routes.ts";
import { signUpAdminRoutes, signUpRoutes } from "./features/subscriptions/sign-up/routes.ts";
import { createSignUp } from "./features/subscriptions/sign-up/subscribe.ts";
import { topicRoutes } from "./features/subscriptions/topic-routes.ts";
import { lineRoutes } from "./features/subscriptions/waiting/routes.ts";
import { watchRoutes } from "./features/subscriptions/watches/routes.ts";
import { type Clock, systemClock } from "./platform/clock.ts";
import type { Keyring } from "./platform/crypto/keyring.ts";
import { createDb } from "./platform/db/db.ts";
import { AppError } from "./platform/errors.ts";
import { type FollowEvents, followEvents } from "./platform/event-stream/follow-events.ts";
import { dashboardRoutes } from "./platform/http/dashboard-files.ts";
import { healthRoutes } from "./platform/http/health.ts";
import { createWithIdempotencyKey } from "./platform/http/idempotency-key.ts";
import { createLimits } from "./platform/http/limits.ts";
import { FILES, LINKS, WEBHOOKS } from "./platform/http/open-limits.ts";
import { limitByIp } from "./platform/http/rate-limit.ts";
import { referenceRoutes } from "./platform/http/reference.ts";
import { scriptRoutes } from "./platform/http/script.ts";
import { createHttp, type Http } from "./platform/http/server.ts";
import { createLog, type Log } from "./platform/log.ts";
import { createMetrics } from "./platform/metrics.ts";
import { createNats } from "./platform/nats.ts";
import { createDns } from "./platform/network/dns.ts";
import { createPost } from "./platform/network/post.ts";
import { createWall } from "./platform/network/wall.ts";
import type { Group } from "./platform/processes/group.ts";
import { takeTurns } from "./platform/take-turns.ts";
import { createWakeUps } from "./platform/wake-ups.ts";

/** The sentences of the management API that have a code, for openapi.json. */
const WHYS = [...SENDER_WHYS, ...PLAN_WHYS, ...WEBHOOK_WHYS, ...MARKETING_WHYS, HappeningWhy, PriceWhy, ReplayNoteWhy];

const MERGE_PARTICIPANTS: MergeParticipants = { lists: mergeLists, subscriptions: mergeSubscriptions };

export type Deps = ReturnType<typeof createDeps>;

/** Writes of one shopper that may wait for each other. */
const WRITES_WAITING_MAX = 256;
const DATABASE_MS = 10_000;
const PAUSE_MS = 250;

/** Tries again for ten seconds while the database does not answer: it may be starting, too. */
async function whenAvailable<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + DATABASE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== "unavailable" || performance.now() > end) throw error;
      await pause(PAUSE_MS);
    }
  }
}

/** `group`: the processes that one parent started, if this is one of them. */
type DepsOptions = { log?: Log; clock?: Clock; group?: Group | undefined; tools?: ToolOptions | undefined };

/** Opens the keys of the installation in its database. Throws when KEEPSAKE_SECRET does not open them. */
export async function openDeps(config: Config, options: DepsOptions = {}): Promise<Deps> {
  const { databaseUrl, roleUrls, allowPrivilegedLogin } = config;
  const db = createDb(databaseUrl, {
    onError: () => undefined,
    wake: () => undefined,
    roleUrls,
    allowPrivilegedLogin,
  });
  try {
    const keyring = await whenAvailable(async () => {
      await db.checkLogins(["keepsake_hot"]); // first, because it says what is wrong with a login
      return loadKeyring(db.hot, config.secrets);
    });
    return createDeps(config, keyring, options);
  } finally {
    await db.end();
  }
}

/** The connections, keys and caches that the API and the worker of one process share. */
export function createDeps(
  config: Config,
  { seal, keys }: Keyring,
  { log = createLog(config.logLevel), clock = systemClock, group, tools }: DepsOptions = {},
) {
  const nats = config.natsUrl ? createNats(config.natsUrl, log) : undefined;
  const wakeUps = createWakeUps(nats, group?.wakeUps);
  const follow: FollowEvents | undefined = nats && ((follower) => followEvents({ nats, log }, follower));
  const db = createDb(config.databaseUrl, {
    onError: (error) => log.warn({ error }, "The database closed an idle connection"),
    wake: (bell) => wakeUps.send(bell),
    roleUrls: config.roleUrls,
    allowPrivilegedLogin: config.allowPrivilegedLogin,
  });
  const metrics = createMetrics({ poolWaiting: db.waiting });
  const hashSecret = createHashSecret(keys["api-keys"]);
  const limits = createLimits({
    redisUrl: config.redisUrl,
    processes: config.processes,
    group,
    log,
    onFallback: () => metrics.limiterFallbacks.inc(),
  });
  const hashAddress = createHashAddress(keys.addresses);
  const hashIp = createHashIp(keys.addresses);
  const links = createAlertLinks(keys["alert-links"], { publicUrl: config.publicUrl, clock });
  const hooks = createHooks(keys.hooks, { publicUrl: config.publicUrl, clock });
  const stores = createStoreCache({ hot: db.hot, seal, hashSecret, clock });
  const variants = createVariantCache(db.hot, clock);
  const tokens = createDashboardTokens(keys.dashboard, clock);
  const recordAccount = tellOfFactors(createRecordAccount(db), { db, stores, config, log });
  const company = config.oidc && createCompany(config.oidc, clock);
  const loadAuth = createLoadAuth({
    pool: db.hotPool(),
    key: keys.dashboard,
    publicUrl: config.publicUrl,
    company,
    mayHaveAccount: (email) => isInvited(db.hot, email),
    sendLink: createMailLoginLink({ db, stores, publicUrl: config.publicUrl, canMail: config.mail !== undefined, log }),
    // better-auth ends the person's sessions only after this, so it must not throw.
    onPasswordReset: (email) =>
      recordAccount({ email, storeId: null }, { what: "factor-changed", details: { change: "password reset" } }).catch(
        (error: unknown) => log.error({ error }, "Could not record that a password was reset"),
      ),
    log,
  });
  const readSession = createReadSession({ loadAuth, hot: db.hot, clock });
  const members = createMemberSessions({
    readSession,
    hot: db.hot,
    stores,
    tokens,
    limits,
    publicUrl: config.publicUrl,
    clock,
  });
  const renderer = createRenderer({ clock });
  const templates = createTemplateCache({ db, renderer, clock });
  const privacy = {
    db,
    stores,
    participants: createParticipants(hashAddress),
    log: createErasureLog(config.erasureLog),
  };
  const wall = createWall(config.network);
  const poster = createPost(wall);
  return {
    config,
    log,
    clock,
    db,
    metrics,
    group,
    seal,
    keys,
    hashSecret,
    nats,
    wakeUps,
    follow,
    limits,
    stores,
    variants,
    hashAddress,
    hashIp,
    links,
    hooks,
    renderer,
    templates,
    wall,
    /** For hosts that merchants name. */
    post: poster.post,
    createTool: createTools(tools),
    tokens,
    loadAuth,
    company,
    readSession,
    recordAccount,
    members,
    privacy,
    async close() {
      poster.close();
      await wakeUps.close();
      await Promise.all([nats?.close(), limits.close()]);
      await db.end();
    },
  };
}

/** The HTTP API. `beforeRoutes` runs before the routes are added; the generator of openapi.json collects them there. */
export function createApi(
  deps: Deps,
  { isStopping = () => false, beforeRoutes }: { isStopping?: () => boolean; beforeRoutes?: (http: Http) => void } = {},
) {
  const {
    config,
    log,
    clock,
    db,
    metrics,
    seal,
    limits,
    stores,
    variants,
    wakeUps,
    hashAddress,
    hashIp,
    links,
    members,
    tokens,
  } = deps;
  const { publicUrl } = config;
  const http = createHttp({ log, metrics, trustProxy: config.trustProxy });
  beforeRoutes?.(http);

  const requireScope = createRequireScope({ stores, limits, metrics, members });
  const withIdempotencyKey = createWithIdempotencyKey(db, createSealAnswers(stores, seal));
  const change = createChange({ db, withIdempotencyKey });
  const sightings = createSightings({ hot: db.hot, stores, clock });
  const identity = { db, finder: createShopperFinder(db.hot, metrics), clock, mergeParticipants: MERGE_PARTICIPANTS };

  const shoppers = createShopperSessions(identity, { stores, limits, readCredentials });
  const hub = createLiveHub({ hot: db.hot, follow: deps.follow, takePlaces: deps.group?.takePlaces, log });
  http.addHook("preClose", hub.close);
  const livePlans = createLivePlans({ db, variants, toText: planText, takePlaces: deps.group?.takePlaces, log });
  http.addHook("preClose", async () => livePlans.close());

  const canMail: CanSend = ({ senders }) => config.mail !== undefined || senders.email;
  const canText: CanSend = ({ senders }) => config.sms !== undefined || senders.sms;
  const subscriptions = {
    db,
    variants,
    hashAddress,
    hashIp,
    links,
    withIdempotencyKey,
    signUp: createSignUp(db.hot, metrics, () => wakeUps.send("outbox")),
    canMail,
    canText,
  };

  http.register(async (admin) => {
    for (const record of WHYS) admin.addSchema(record);
    storeRoutes(admin, { requireScope });
    auditRoutes(admin, { db, requireScope });
    settingsRoutes(admin, { db, stores, requireScope, change });
    keyRoutes(admin, {
      db,
      stores,
      hashSecret: deps.hashSecret,
      requireScope,
      change,
      notifyMembers: createNotifyMembers(config),
      canMail: config.mail !== undefined,
    });
    meRoutes(admin, { db, stores, clock, requireScope, members, tokens });
    connectionRoutes(admin, { db, requireScope });
    connectorRoutes(admin, { requireScope, change, recordConnectorReport: createRecordConnectorReport(db.hot) });
    memberRoutes(admin, { db, requireScope, change, publicUrl, canMail: config.mail !== undefined });
    catalogRoutes(admin, { db, variants, requireScope, withIdempotencyKey, sightings, clock });
    planRoutes(admin, { db, variants, requireScope, change });
    offerRoutes(admin, { db, variants, hashAddress, requireScope, withIdempotencyKey });
    holdRoutes(admin, { db, variants, requireScope });
    replayRoutes(admin, { db, variants, requireScope });
    overviewRoutes(admin, { db, variants, requireScope });
    livePlanRoutes(admin, { requireScope, watchAccess: createWatchAccess({ stores, members }), livePlans });
    orderRoutes(admin, { db, variants, hashAddress, requireScope, withIdempotencyKey, sightings });
    peopleRoutes(admin, { ...subscriptions, requireScope, change });
    lineRoutes(admin, { db, variants, requireScope });
    summaryRoutes(admin, { db, clock, requireScope });
    demandRoutes(admin, { db, variants, clock, requireScope });
    adviceRoutes(admin, { db, variants, requireScope });
    operatorRoutes(admin, {
      db,
      stores,
      clock,
      requireOperator: createRequireOperator({ hot: db.hot, limits, members, requireScope }),
      notifyMembers: createNotifyMembers(config),
    });
    problemRoutes(admin, { db, variants, clock, canMail, requireScope });
    reportRoutes(admin, { db, clock, requireScope });
    resultRoutes(admin, { db, variants, clock, requireScope });
    senderRoutes(admin, {
      ...deps,
      requireScope,
      change,
      notifyMembers: createNotifyMembers(config),
      mail: config.mail,
      sms: config.sms,
      createDns: () => createDns(config.network),
      allowLoopback: config.network.allowLoopback,
    });
    const compiler = createCompiler();
    templateRoutes(admin, { db, requireScope, change, renderer: deps.renderer, compiler });
    previewRoutes(admin, { ...deps, requireScope, change, compiler, mail: config.mail, sms: config.sms });
    shopperAdminRoutes(admin, { deps: identity, requireScope, withIdempotencyKey });
    topicRoutes(admin, { requireScope });
    signUpAdminRoutes(admin, { ...subscriptions, requireScope });
    endpointRoutes(admin, { db, requireScope, change, checkWebhookUrl: createCheckWebhookUrl(config.network) });
    deliveryRoutes(admin, { db, requireScope, change, clock });
    marketingRoutes(admin, {
      db,
      limits,
      requireScope,
      change,
      checkUrl: createCheckWebhookUrl(config.network),
      notifyMembers: createNotifyMembers(config),
      sendTest: createSendTest(deps),
    });
    privacyRoutes(admin, { ...deps.privacy, hashAddress, requireScope, clock });
    exportRoutes(admin, { db, requireScope, clock });
    const removeSample = createRemoveStore({ ...deps.privacy, seal, appLog: log });
    sampleRoutes(admin, { db, stores, variants, hashAddress, seal, clock, config, requireScope, removeSample });
  });
  http.register(async (browser) => {
    allowOrigins(browser, { stores, limits });
    followScript(browser, sightings);
    const loader = createListLoader(db.hot, metrics);
    const lists = {
      db,
      variants,
      shoppers,
      loader,
      addItems: createAddItems(db.hot, metrics, () => wakeUps.send("outbox")),
      sightings,
      findSavedProducts: createFindSavedProducts({ hot: db.hot, metrics }, { loader, variants }),
      canMail,
      stores,
      limits,
      withIdempotencyKey,
      inTurn: takeTurns({ waitingMax: WRITES_WAITING_MAX }),
    };
    listRoutes(browser, lists);
    itemRoutes(browser, lists);
    readingRoutes(browser, lists);
    shareRoutes(browser, { ...lists, clock });
    saveForLaterRoutes(browser, lists);
    signUpRoutes(browser, { ...subscriptions, shoppers, limits, clock });
    preferenceRoutes(browser, { ...subscriptions, shoppers });
    watchRoutes(browser, { ...subscriptions, shoppers, limits });
    liveRoutes(browser, { shoppers, stores, limits, hub, clock });
    socialCountRoutes(browser, { hot: db.hot, stores, limits });
    elementRoutes(browser, { stores, limits });
    shopperBrowserRoutes(browser, { deps: identity, shoppers, stores, limits, withIdempotencyKey });
  });
  const sns = createSns({ clock });
  http.register(async (reports) => {
    limitByIp(reports, limits, WEBHOOKS);
    feedbackRoutes(reports, {
      db,
      log,
      stores,
      hashAddress,
      hooks: deps.hooks,
      checkReport: createCheckReport({
        sns,
        publicUrl,
        operator: config.hooks,
        findProvider: (store, medium) => findAccess(db, store, medium),
      }),
      confirmSns: sns.confirm,
    });
  });
  const callAuth = createCallAuth({
    loadAuth: deps.loadAuth,
    company: deps.company,
    readSession: deps.readSession,
    hot: db.hot,
    limits,
    tokens,
    lockout: createLockout(db.hot, deps.keys.dashboard),
    recordAccount: deps.recordAccount,
    publicUrl,
    log,
  });
  http.register(async (pages) => {
    limitByIp(pages, limits, LINKS);
    const pageDeps = { db, hashIp, links, variants, stores, canMail };
    confirmationRoutes(pages, pageDeps);
    preferencePageRoutes(pages, pageDeps);
    offerPageRoutes(pages, pageDeps);
    clickRoutes(pages, pageDeps);
    stopReportRoutes(pages, pageDeps);
  });
  http.register(async (signIn) => signInRoutes(signIn, callAuth));
  http.register(async (health) => healthRoutes(health, { ping: db.ping, isStopping }));
  http.register(async (files) => {
    limitByIp(files, limits, FILES);
    await scriptRoutes(files);
    await dashboardRoutes(files, {
      publicUrl,
      hasCompanySignIn: config.oidc !== undefined,
      canMail: config.mail !== undefined,
    });
    await referenceRoutes(files);
  });
  return http;
}
