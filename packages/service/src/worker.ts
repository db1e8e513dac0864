import type { Parts } from "./app.ts";
import { startAlerts } from "./features/alerts/engine.ts";
import { planRestocks } from "./features/alerts/plan-restock.ts";
import { mailSender } from "./features/alerts/sender.ts";
import { smsSender } from "./features/alerts/senders/sms-sender.ts";
import { createVariantBook } from "./features/catalog/variant-book.ts";
import { ringLive } from "./features/events/live-hub.ts";
import { countSaves } from "./features/insights/count-saves.ts";
import { copyLists } from "./features/lists/copy-list.ts";
import { endWatches } from "./features/subscriptions/end-watches.ts";
import { pruneConfirmations } from "./features/subscriptions/prune-confirmations.ts";
import { pruneIdempotencyKeys } from "./platform/idempotency.ts";
import { createMail } from "./platform/mail/create-mail.ts";
import { pruneMails, startMailer } from "./platform/mail/send-mails.ts";
import { pruneOutbox } from "./platform/outbox/prune.ts";
import { type OutboxReader, startRelay } from "./platform/outbox/relay.ts";

const HOUSEKEEPING_MS = 60_000;

/** Rings for every event, so that each process forgets what the event made old. A lost ring costs seconds, not truth. */
const broadcast = ({ doorbell }: Pick<Parts, "doorbell">): OutboxReader => ({
  name: "broadcast",
  handle: async (_tx, events) => {
    for (const subject of new Set(events.map((event) => event.subject))) doorbell.ring(`event.${subject}`);
  },
});

export function startWorker(parts: Parts) {
  const { db, doorbell, metrics, log, config } = parts;
  const mail = config.mail && createMail(config.mail);
  const mailer = mail && startMailer({ db, send: mail, doorbell, pollMs: config.pollMs, log });
  const alerts = startAlerts(
    {
      db,
      log,
      directory: parts.directory,
      links: parts.links,
      messages: parts.messages,
      variants: createVariantBook(db.hot, parts.clock),
      senders: {
        ...(mail ? { email: mailSender(mail) } : {}),
        ...(config.sms ? { sms: smsSender(config.sms) } : {}),
      },
      clock: parts.clock,
      isCatcher: config.mail?.isCatcher,
    },
    { doorbell, pollMs: config.pollMs },
  );

  const relay = startRelay({
    db,
    doorbell,
    readers: [
      broadcast(parts),
      ringLive(parts),
      countSaves,
      copyLists(parts),
      planRestocks(parts, alerts.wake),
      endWatches(parts),
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

/** For processes that remember stores and keys. */
export function forgetOnChange({ doorbell, directory }: Parts) {
  doorbell.listen("event.store.changed", () => directory.forgetAll());
}
