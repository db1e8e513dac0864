import type { Deps } from "./app.ts";
import { pruneClicks } from "./features/alerts/clicks/prune-clicks.ts";
import { findPlannedVariants } from "./features/alerts/find-planned-variants.ts";
import { pruneHolds } from "./features/alerts/holds/prune-holds.ts";
import { findGuestsWithOrders } from "./features/alerts/orders/find-guests-with-orders.ts";
import { findOrderedVariants } from "./features/alerts/orders/find-ordered-variants.ts";
import { pruneOrders } from "./features/alerts/orders/prune-orders.ts";
import { planAlertsReader } from "./features/alerts/planning/plan-alerts-reader.ts";
import { prunePlans } from "./features/alerts/retention/prune-plans.ts";
import { createReportHealth } from "./features/alerts/senders/health.ts";
import { createQueueOutlets } from "./features/alerts/senders/queue-outlets.ts";
import { createStoreSenders } from "./features/alerts/senders/store-senders.ts";
import { startAlerts } from "./features/alerts/start-alerts.ts";
import { recountMarketsReader } from "./features/catalog/markets/recount-markets-reader.ts";
import { createPruneVariants } from "./features/catalog/variants/prune-variants.ts";
import { startReports } from "./features/dashboard/reports/start-reports.ts";
import { createToDeliveries } from "./features/events/webhooks/log/replay-events-reader.ts";
import { queueDeliveriesReader } from "./features/events/webhooks/messages/queue-deliveries-reader.ts";
import { createPruneDeliveries } from "./features/events/webhooks/sending/prune-deliveries.ts";
import { startWebhooks } from "./features/events/webhooks/start-webhooks.ts";
import { findSavedVariants } from "./features/insights/find-saved-variants.ts";
import { recordSavesReader } from "./features/insights/record-saves-reader.ts";
import { pruneRollups } from "./features/insights/rollups/prune-rollups.ts";
import { rollUpReader } from "./features/insights/rollups/roll-up-reader.ts";
import { copyListReader } from "./features/lists/copying/copy-list-reader.ts";
import { findListOwners } from "./features/lists/find-list-owners.ts";
import { createPruneErasures } from "./features/marketing/privacy/prune-erasures.ts";
import { queueMessagesReader } from "./features/marketing/queue/queue-messages-reader.ts";
import { createPruneMessages } from "./features/marketing/sending/prune-messages.ts";
import { startMarketing } from "./features/marketing/start-marketing.ts";
import { startErasures } from "./features/privacy/erasing/run-erasures.ts";
import { createWatchErasures } from "./features/privacy/erasing/watch-erasures.ts";
import { createPruneGuestLists } from "./features/privacy/retention/prune-guest-lists.ts";
import { createPruneLeft } from "./features/privacy/retention/prune-left.ts";
import { createPruneGuests } from "./features/shoppers/prune-guests.ts";
import { pruneSessions } from "./features/shoppers/sessions/prune-sessions.ts";
import { pruneAudit } from "./features/stores/audit/prune-audit.ts";
import { createNotifyMembers } from "./features/stores/members/notify-members.ts";
import { pruneSignIn } from "./features/stores/sign-in/prune-sign-in.ts";
import { createPruneRequests, pruneConfirmations } from "./features/subscriptions/confirmation/prune-confirmations.ts";
import { findSubscribedVariants } from "./features/subscriptions/find-subscribed-variants.ts";
import { findSubscribers } from "./features/subscriptions/find-subscribers.ts";
import { createIsWithheld } from "./features/subscriptions/suppression/is-withheld.ts";
import { endWatchesReader } from "./features/subscriptions/watches/end-watches-reader.ts";
import { pruneIdempotencyKeys } from "./platform/db/idempotency.ts";
import { createWatchSnapshots } from "./platform/db/watch-snapshots.ts";
import { createPublishEvents } from "./platform/event-stream/publish-events.ts";
import { startHousekeeping } from "./platform/housekeeping.ts";
import { createMailSender } from "./platform/messaging/mail/create-mail-sender.ts";
import { pruneMails, startMailer } from "./platform/messaging/mail/send-queued-mails.ts";
import { mailSender } from "./platform/messaging/sender.ts";
import { createSendText, createSmsSender } from "./platform/messaging/sms/create-sms-sender.ts";
import { createPruneOutbox } from "./platform/outbox/prune.ts";
import { startRelay } from "./platform/outbox/relay.ts";

export function startWorker(deps: Deps) {
  const { db, wakeUps, metrics, log, config } = deps;
  const mail = config.mail && createMailSender(config.mail);
  const isWithheld = createIsWithheld(deps);
  const senders = {
    ...(mail ? { email: mailSender(mail, config.mail) } : {}),
    ...(config.sms ? { sms: createSmsSender(config.sms) } : {}),
  };
  const sendText = config.sms && createSendText(config.sms);
  const installation = { senders, sendMail: mail, sendText };
  const storeSenders = createStoreSenders({ ...deps, installation });
  const reportHealth = createReportHealth(deps);
  const isCatcher = config.mail?.isCatcher;
  const mailer = startMailer(
    {
      db,
      senders: { email: mail, sms: sendText },
      rates: { email: senders.email?.rate, sms: senders.sms?.rate },
      outlets: createQueueOutlets({
        stores: deps.stores,
        storeSenders,
        installation,
        reportHealth,
        isCatcher,
        clock: deps.clock,
      }),
      isWithheld,
      log,
    },
    { wakeUps, pollMs: config.pollMs },
  );
  const alerts = startAlerts(
    {
      db,
      log,
      stores: deps.stores,
      links: deps.links,
      templates: deps.templates,
      variants: deps.variants,
      senders,
      storeSenders,
      reportHealth,
      clock: deps.clock,
      isCatcher,
    },
    { wakeUps, pollMs: config.pollMs, lanes: config.deliveryLanes },
  );

  const names = { hot: db.hot, stores: deps.stores, variants: deps.variants };
  const webhooks = startWebhooks(
    {
      db,
      stores: deps.stores,
      post: deps.post,
      metrics,
      log,
      toDeliveries: createToDeliveries(names),
      notifyMembers: createNotifyMembers(config),
    },
    { wakeUps, pollMs: config.pollMs },
  );
  const marketing = startMarketing(
    { ...deps, notifyMembers: createNotifyMembers(config) },
    { wakeUps, pollMs: config.pollMs },
  );
  const reports = startReports({
    ...deps,
    publicUrl: config.publicUrl,
    canMail: ({ senders: { email } }) => config.mail !== undefined || email,
  });
  const erasures = startErasures({ ...deps.privacy, problems: log }, { pollMs: config.pollMs });

  const readers = [
    ...(deps.nats ? [createPublishEvents({ nats: deps.nats, log })] : []),
    recordSavesReader,
    rollUpReader,
    recountMarketsReader(deps),
    copyListReader(deps),
    planAlertsReader(deps),
    endWatchesReader(deps),
    queueDeliveriesReader({ ...names, wake: () => wakeUps.send("webhooks") }),
    queueMessagesReader({ wake: () => wakeUps.send("marketing") }),
  ];
  const relay = startRelay({
    db,
    wakeUps,
    readers,
    pollMs: config.pollMs,
    log,
    metrics,
  });

  const housekeeping = startHousekeeping(deps, [
    createPruneOutbox(readers.map(({ name }) => name)),
    pruneIdempotencyKeys,
    pruneMails,
    prunePlans,
    pruneHolds,
    pruneRollups,
    pruneClicks,
    pruneOrders,
    pruneConfirmations,
    createPruneRequests(deps.stores),
    pruneSessions,
    pruneAudit,
    pruneSignIn,
    createPruneGuestLists(deps.stores),
    createPruneLeft(deps),
    createPruneGuests([findListOwners, findSubscribers, findGuestsWithOrders]),
    createPruneVariants([findSavedVariants, findSubscribedVariants, findPlannedVariants, findOrderedVariants]),
    createPruneDeliveries(deps),
    createPruneMessages(deps),
    createPruneErasures({ ...deps, notifyMembers: createNotifyMembers(config) }),
    createWatchSnapshots(metrics),
    createWatchErasures(metrics),
  ]);

  return {
    async stop() {
      await Promise.all([housekeeping.stop(), relay.stop(), erasures.stop(), reports.stop()]);
      await Promise.all([mailer.stop(), alerts.stop(), webhooks.stop(), marketing.stop()]);
      await reportHealth.settled();
      storeSenders.close();
      mail?.close();
    },
  };
}

/** Drops the cached stores, keys and products of this process when they change. Without events they expire after four
 *  seconds. Returns a function that ends it. */
export function forgetOnChange({
  follow,
  stores,
  variants,
}: Pick<Deps, "follow" | "stores" | "variants">): () => Promise<void> {
  const following = follow?.({
    subjects: ["store.changed", "variant.changed"],
    onEvent(event) {
      if (event.subject === "variant.changed") variants.forget(event.payload.variantIds);
      else stores.forget(event.storeId);
    },
    onGap() {
      stores.clear();
      variants.clear();
    },
  });
  return async () => following?.close();
}
