import type { Deps } from "./app.ts";
import { planAlertsReader } from "./features/alerts/plans/plan-alerts-reader.ts";
import { startAlerts } from "./features/alerts/start-alerts.ts";
import { createVariantCache } from "./features/catalog/variants/variant-cache.ts";
import { liveReader } from "./features/events/live-reader.ts";
import { recordSavesReader } from "./features/insights/record-saves-reader.ts";
import { copyListReader } from "./features/lists/copying/copy-list-reader.ts";
import { pruneConfirmations } from "./features/subscriptions/confirmation/prune-confirmations.ts";
import { endWatchesReader } from "./features/subscriptions/watches/end-watches-reader.ts";
import { pruneIdempotencyKeys } from "./platform/db/idempotency.ts";
import { createMailSender } from "./platform/messaging/mail/create-mail-sender.ts";
import { pruneMails, startMailer } from "./platform/messaging/mail/send-queued-mails.ts";
import { mailSender } from "./platform/messaging/sender.ts";
import { createSmsSender } from "./platform/messaging/sms/create-sms-sender.ts";
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
  const mailer = mail && startMailer({ db, send: mail, wakeUps, pollMs: config.pollMs, log });
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

  const housekeeping = setInterval(() => {
    const pruning = [pruneOutbox(db), pruneIdempotencyKeys(db), pruneMails(db), pruneConfirmations(db)];
    Promise.all(pruning).catch((error: unknown) =>
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
