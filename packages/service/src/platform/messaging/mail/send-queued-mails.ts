import type { Db } from "../../db/db.ts";
import { fragment, fragmentWith } from "../../db/fragment.ts";
import type { StoreId } from "../../ids.ts";
import type { Log } from "../../log.ts";
import { startLoop } from "../../loop.ts";
import type { WakeUps } from "../../wake-ups.ts";
import { classifySendError } from "../classify-send-error.ts";
import type { SendText } from "../sms/sms.ts";
import type { Mail, SendMail } from "./mail.ts";

const PAGE = 20;
const LEASE_SECONDS = 60;
const TRIES = 8;

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
  /** Whether the message must not be sent. Asked right before sending, so that the call that queued it takes the same
   *  time for every address. */
  readonly isWithheld: (mail: QueuedMail) => Promise<boolean>;
  readonly log: Log;
};

/** Later after each attempt. */
const retryAt = fragment(`now() + make_interval(secs => ${LEASE_SECONDS} * power(4, least(attempts, 5)))`);

/** Without an attempt that counts. From one minute to a quarter of an hour, longer for an older message. */
const afterOutage = fragment("least(greatest((now() - created_at) / 4, interval '1 minute'), interval '15 minutes')");

type DueMail = Mail & QueuedMail & { readonly id: string; readonly attempts: number };

/** Sends a page of the messages that are due. Each is leased first. After a crash, a mail is sent again under the same
 *  Message-ID; a text message is not, because a second one costs money and looks like spam. No transaction is open while
 *  the provider works. */
export async function sendDueMails(deps: MailerDeps): Promise<number> {
  const media = (["email", "sms"] as const).filter((medium) => deps.senders[medium]);
  const due = await deps.db.worker<DueMail>`
      update mails set attempts = attempts + 1, due_at = case medium when 'sms' then 'infinity' else ${retryAt} end
      where (store_id, id) in (
        select store_id, id from mails where sent_at is null and attempts < ${TRIES} and due_at <= now() and medium = any(${media}::text[])
        order by due_at limit ${PAGE} for update skip locked
      )
      returning store_id as "storeId", id, kind, medium, attempts, to_email as "to", subject, text_body as "text", html_body as "html"`;
  await Promise.all(due.map((mail) => sendOne(deps, mail)));
  return due.length;
}

async function sendOne({ db, senders, isWithheld, log }: MailerDeps, due: DueMail) {
  const { storeId, id, kind, medium, attempts, ...mail } = due;
  const own = fragmentWith`store_id = ${storeId} and id = ${id}`;
  const giveUp = (problem: string) =>
    db.asWorker((tx) => tx`update mails set attempts = ${TRIES}, problem = ${problem} where ${own}`);
  try {
    if (await isWithheld({ storeId, kind, medium, to: mail.to })) return await giveUp("suppressed");
    if (medium === "sms") await senders.sms?.({ to: mail.to, text: mail.text, key: `${storeId}-${id}` });
    else await senders.email?.(mail, `<${storeId}-${id}@keepsake>`);
  } catch (error) {
    log.warn({ error, mail: id, attempts }, `A message was not accepted by the provider for ${medium}`);
    const { responseCode, code } = error as { responseCode?: number; code?: string };
    const problem = String(responseCode ?? code ?? "failed");
    const failure = classifySendError(error);
    if (failure.state === "throttled" || (failure.state === "deferred" && failure.isProviderDown)) {
      const seconds = failure.state === "throttled" ? (failure.retryAfterSeconds ?? 0) : 0;
      const later = fragmentWith`attempts = attempts - 1, due_at = now() + greatest(${afterOutage}, make_interval(secs => ${seconds}))`;
      return db.asWorker((tx) => tx`update mails set problem = ${problem}, ${later} where ${own}`);
    }
    const mayRepeat = medium === "email" || failure.state === "deferred";
    if (!mayRepeat) return giveUp(problem);
    return db.asWorker((tx) => tx`update mails set problem = ${problem}, due_at = ${retryAt} where ${own}`);
  }
  // Outside the try: a text message that was sent is not queued again because this statement failed.
  return db.asWorker((tx) => tx`update mails set sent_at = now(), problem = null where ${own}`);
}

/** Removes mails that are more than seven days old, three days of them at a time. Mails that are not sent yet are kept. */
export const pruneMails = (db: Db) => db.asWorker((tx) => tx`select empty_old_mails(now())`);

/** Sends queued mails until stopped. */
export const startMailer = (deps: MailerDeps, { wakeUps, pollMs }: { wakeUps: WakeUps; pollMs: number }) =>
  startLoop(async () => (await sendDueMails(deps)) === PAGE, {
    wakeUps,
    bell: "mails",
    pollMs,
    log: deps.log,
    failure: "Could not read the queued mails",
  });
