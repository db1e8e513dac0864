import { LRUCache } from "lru-cache";
import type { Db } from "../../db/db.ts";
import { fragment, fragmentWith } from "../../db/fragment.ts";
import type { StoreId } from "../../ids.ts";
import type { Log } from "../../log.ts";
import { startLoop } from "../../loop.ts";
import type { WakeUps } from "../../wake-ups.ts";
import { classifySendError } from "../classify-send-error.ts";
import type { SendFailure } from "../send-outcome.ts";
import { createSendRate, type SendRate } from "../send-rate.ts";
import type { SendText } from "../sms/sms.ts";
import { waitForTurn } from "../wait-for-turn.ts";
import type { Mail, SendMail } from "./mail.ts";

const PAGE = 20;
const LEASE_SECONDS = 60;
const TRIES = 8;
/** A message that must wait longer goes back into the queue. */
const WAIT_MAX_MS = 10_000;
const REFUSED_MAX = 10_000;

/** A queued mail or text message. */
export type QueuedMail = {
  readonly storeId: StoreId;
  readonly kind: string;
  readonly medium: "email" | "sms";
  readonly to: string;
};

export type MailerDeps = {
  readonly db: Db;
  /** Messages of a medium without a sender stay in the queue. */
  readonly senders: { readonly email?: SendMail | undefined; readonly sms?: SendText | undefined };
  /** How fast each provider accepts messages. Alerts that it sends too have the same rate. */
  readonly rates?: { readonly email?: SendRate | undefined; readonly sms?: SendRate | undefined };
  /** Whether the message must not be sent. Asked right before sending, so that the call that queued it takes the same
   *  time for every address. */
  readonly isWithheld: (mail: QueuedMail) => Promise<boolean>;
  readonly log: Log;
};

/** Later after each attempt. */
const retryAt = fragment(`now() + make_interval(secs => ${LEASE_SECONDS} * power(4, least(attempts, 5)))`);

/** From one minute to a quarter of an hour, longer for an older message. */
const afterOutage = fragment("least(greatest((now() - created_at) / 4, interval '1 minute'), interval '15 minutes')");

/** While the provider takes nothing, attempts do not count. After three days they do, so that the message is given up. */
const countedAttempts = fragment("attempts - case when created_at > now() - interval '3 days' then 1 else 0 end");

type DueMail = Mail & QueuedMail & { readonly id: string; readonly attempts: number };

export function createMailer({ db, senders, rates = {}, isWithheld, log }: MailerDeps) {
  const rateOf = { email: rates.email ?? createSendRate(), sms: rates.sms ?? createSendRate() };
  /** For messages that failed as if the provider were down: how many others it had answered by then. */
  const answeredBefore = new LRUCache<string, number>({ max: REFUSED_MAX });

  /** Sends a page of the messages that are due. Each is leased first. After a crash, a mail is sent again under the same
   *  Message-ID; a text message is not, because a second one costs money and looks like spam. No transaction is open while
   *  the provider works. */
  async function sendDueMails(): Promise<number> {
    const media = (["email", "sms"] as const).filter((medium) => senders[medium]);
    const due = await db.worker<DueMail>`
      update mails set attempts = attempts + 1, due_at = case medium when 'sms' then 'infinity' else ${retryAt} end
      where (store_id, id) in (
        select store_id, id from mails where sent_at is null and attempts < ${TRIES} and due_at <= now() and medium = any(${media}::text[])
        order by due_at limit ${PAGE} for update skip locked
      )
      returning store_id as "storeId", id, kind, medium, attempts, to_email as "to", subject, text_body as "text", html_body as "html"`;
    await Promise.all(due.map(sendOne));
    return due.length;
  }

  async function sendOne({ storeId, id, kind, medium, attempts, ...mail }: DueMail) {
    const own = fragmentWith`store_id = ${storeId} and id = ${id}`;
    const key = `${storeId}-${id}`;
    const rate = rateOf[medium];
    const giveUp = (problem: string) =>
      db.asWorker((tx) => tx`update mails set attempts = ${TRIES}, problem = ${problem} where ${own}`);
    try {
      if (await isWithheld({ storeId, kind, medium, to: mail.to })) return await giveUp("suppressed");
      const waitMs = await waitForTurn(rate, storeId, { maxMs: WAIT_MAX_MS });
      if (waitMs > 0) {
        const later = fragmentWith`attempts = attempts - 1, due_at = now() + make_interval(secs => ${waitMs / 1_000})`;
        return await db.asWorker((tx) => tx`update mails set ${later} where ${own}`);
      }
      if (medium === "sms") await senders.sms?.({ to: mail.to, text: mail.text, key });
      else await senders.email?.(mail, `<${key}@keepsake>`);
    } catch (error) {
      log.warn({ error, mail: id, attempts }, `A message was not accepted by the provider for ${medium}`);
      const { responseCode, code } = error as { responseCode?: number; code?: string };
      const problem = String(responseCode ?? code ?? "failed");
      const failure = classifySendError(error);
      rate.report(storeId, failure);
      if (failure.state === "throttled" || isOutage(failure, key, rate)) {
        const seconds = failure.state === "throttled" ? (failure.retryAfterSeconds ?? 0) : 0;
        const later = fragmentWith`attempts = ${countedAttempts}, due_at = now() + greatest(${afterOutage}, make_interval(secs => ${seconds}))`;
        return db.asWorker((tx) => tx`update mails set problem = ${problem}, ${later} where ${own}`);
      }
      const mayRepeat = medium === "email" || failure.state === "deferred";
      if (!mayRepeat) return giveUp(problem);
      return db.asWorker((tx) => tx`update mails set problem = ${problem}, due_at = ${retryAt} where ${own}`);
    }
    rate.report(storeId, { state: "sent" });
    // Outside the try: a text message that was sent is not queued again because this statement failed.
    return db.asWorker((tx) => tx`update mails set sent_at = now(), problem = null where ${own}`);
  }

  /** Whether the provider was down for this message. It was not if it has answered others since the message failed last:
   *  then the message itself is the cause, and without a count it would be tried for ever. */
  function isOutage(failure: SendFailure, key: string, rate: SendRate): boolean {
    if (failure.state !== "deferred" || !failure.isProviderDown) return false;
    const answered = rate.countAnswered();
    const before = answeredBefore.get(key) ?? answered;
    answeredBefore.set(key, answered);
    return answered === before;
  }

  return { sendDueMails };
}

/** Removes mails that are more than seven days old, three days of them at a time. Mails that are not sent yet are kept. */
export const pruneMails = (db: Db) => db.asWorker((tx) => tx`select empty_old_mails(now())`);

/** Sends queued mails until stopped. */
export function startMailer(deps: MailerDeps, { wakeUps, pollMs }: { wakeUps: WakeUps; pollMs: number }) {
  const { sendDueMails } = createMailer(deps);
  return startLoop(async () => (await sendDueMails()) === PAGE, {
    wakeUps,
    bell: "mails",
    pollMs,
    log: deps.log,
    failure: "Could not read the queued mails",
  });
}
