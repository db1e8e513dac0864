import type { Deps } from "./app.ts";
import { findPlannedVariants } from "./features/alerts/find-planned-variants.ts";
import { planAlertsReader } from "./features/alerts/plans/plan-alerts-reader.ts";
import { startAlerts } from "./features/alerts/start-alerts.ts";
import { createPruneVariants } from "./features/catalog/variants/prune-variants.ts";
import { createVariantCache } from "./features/catalog/variants/variant-cache.ts";
import { liveReader } from "./features/events/live-reader.ts";
import { findSavedVariants } from "./features/insights/find-saved-variants.ts";
import { recordSavesReader } from "./features/insights/record-saves-reader.ts";
import { copyListReader } from "./features/lists/copying/copy-list-reader.ts";
import { findListOwners } from "./features/lists/find-list-owners.ts";
import { createPruneGuests } from "./features/shoppers/prune-guests.ts";
import { pruneSessions } from "./features/shoppers/sessions/prune-sessions.ts";
import { pruneConfirmations, pruneRequests } from "./features/subscriptions/confirmation/prune-confirmations.ts";
import { findSubscribedVariants } from "./features/subscriptions/find-subscribed-variants.ts";
import { findSubscribers } from "./features/subscriptions/find-subscribers.ts";
import { createIsWithheld } from "./features/subscriptions/suppression/is-withheld.ts";
import { endWatchesReader } from "./features/subscriptions/watches/end-watches-reader.ts";
import { pruneIdempotencyKeys } from "./platform/db/idempotency.ts";
import { createMailSender } from "./platform/messaging/mail/create-mail-sender.ts";
import { pruneMails, startMailer } from "./platform/messaging/mail/send-queued-mails.ts";
import { mailSender } from "./platform/messaging/sender.ts";
import { createSendText, createSmsSender } from "./platform/messaging/sms/create-sms-sender.ts";
import { pruneOutbox } from "./platform/outbox/prune.ts";
import type { OutboxReader } from "./platform/outbox/reader.ts";
import { startRelay } from "./platform/outbox/relay.ts";

const HOUSEKEEPING_MS = 60_000;

/** Sends a wake-up for every event, so that each process drops what it has cached. After a lost wake-up, a cache is out of
 *  date until it expires a few seconds later. */
const broadcast = ({ wakeUps }: Pick<Deps, "wakeUps">): OutboxReader => ({
  name: "broadcast",
  handle: async (_tx, events) => {
    for (const subject of new Set(events.map((event) => event.subject))) wakeUps.send(`event.${subject}`);
  },
});

export function startWorker(deps: Deps) {
  const { db, wakeUps, metrics, log, config } = deps;
  const mail = config.mail && createMailSender(config.mail);
  const isWithheld = createIsWithheld(deps);
  const senders = { email: mail, sms: config.sms && createSendText(config.sms) };
  const canSend = senders.email !== undefined || senders.sms !== undefined;
  const mailer = canSend
    ? startMailer({ db, senders, isWithheld, log }, { wakeUps, pollMs: config.pollMs })
    : undefined;
  const alerts = startAlerts(
    {
      db,
      log,
      stores: deps.stores,
      links: deps.links,
      templates: deps.templates,
      variants: createVariantCache(db.hot, deps.clock),
      senders: {
        ...(mail ? { email: mailSender(mail) } : {}),
        ...(config.sms ? { sms: createSmsSender(config.sms) } : {}),
      },
      clock: deps.clock,
      isCatcher: config.mail?.isCatcher,
    },
    { wakeUps, pollMs: config.pollMs },
  );

  const relay = startRelay({
    db,
    wakeUps,
    readers: [
      broadcast(deps),
      liveReader(deps),
      recordSavesReader,
      copyListReader(deps),
      planAlertsReader(deps, alerts.wake),
      endWatchesReader(deps),
    ],
    pollMs: config.pollMs,
    log,
    metrics,
  });

  const prune = [
    pruneOutbox,
    pruneIdempotencyKeys,
    pruneMails,
    pruneConfirmations,
    pruneRequests,
    pruneSessions,
    createPruneGuests([findListOwners, findSubscribers]),
    createPruneVariants([findSavedVariants, findSubscribedVariants, findPlannedVariants]),
  ];
  const housekeeping = setInterval(() => {
    Promise.all(prune.map((remove) => remove(db))).catch((error: unknown) =>
      log.warn({ error }, "Housekeeping did not finish: next try in a minute"),
    );
  }, HOUSEKEEPING_MS);

  return {
    async stop() {
      clearInterval(housekeeping);
      await relay.stop();
      await Promise.all([mailer?.stop(), alerts.stop()]);
      mail?.close();
    },
  };
}

/** Clears the cached stores and keys of this process when a store changes. */
export function clearStoresOnChange({ wakeUps, stores }: Deps) {
  wakeUps.listen("event.store.changed", () => stores.clear());
}
