import { LRUCache } from "lru-cache";
import { createBackground } from "../../background.ts";
import type { Db } from "../../db/db.ts";
import { type Fragment, fragment, fragmentWith } from "../../db/fragment.ts";
import type { StoreId } from "../../ids.ts";
import type { Log } from "../../log.ts";
import { startLoop } from "../../loop.ts";
import type { WakeUps } from "../../wake-ups.ts";
import { classifySendError } from "../classify-send-error.ts";
import { type CountedSends, giveSendsBack, type Medium, type SendLimits, takeSends } from "../send-counts.ts";
import type { SendFailure, SendOutcome } from "../send-outcome.ts";
import { createSendRate, type SendRate } from "../send-rate.ts";
import type { SendText } from "../sms/sms.ts";
import { waitForTurn } from "../wait-for-turn.ts";
import type { Mail, MailFrom, SendMail, SignMail } from "./mail.ts";
import { TRIES } from "./queue-mail.ts";

const PAGE = 20;
const LEASE_SECONDS = 60;
/** A message that must wait longer goes back into the queue. */
const WAIT_MAX_MS = 10_000;
const REFUSED_MAX = 10_000;
/** Messages by stores' own providers that are sent at the same time. One that hangs must not hold up the others. */
const OWN_MAX = 50;
const OWN_OF_STORE = 5;
const CROWDED_SECONDS = 2;
/** How often a message looks whether its store has a sender now, or may send more today, or sends again after a pause. */
const NO_SENDER_SECONDS = 600;
const OVER_LIMIT_SECONDS = 300;
/** Messages that one statement makes wait. */
const OVER_LIMIT_MAX = 10_000;

/** A queued mail or text message. */
export type QueuedMail = {
  readonly storeId: StoreId;
  readonly kind: string;
  readonly medium: Medium;
  readonly to: string;
};

/** What a queued message is sent with. */
export type QueueOutlet = {
  readonly sendMail?: SendMail | undefined;
  readonly sendText?: SendText | undefined;
  readonly from?: MailFrom | undefined;
  readonly sign?: SignMail | undefined;
  readonly rate?: SendRate | undefined;
  /** How much the store may send in a day. Undefined for a message that does not count. */
  readonly limits: SendLimits | undefined;
  /** Whether the operator has paused the store's sending: the message waits, and is never given up for it. */
  readonly isPaused?: boolean;
  /** Tells what the provider answered, for the merchant to see. */
  readonly report?: ((outcome: SendOutcome) => void) | undefined;
};

/** The stores' own senders. */
export type QueueOutlets = {
  /** Whether the message is sent with a provider of the store's own. */
  hasOwn(mail: QueuedMail): Promise<boolean>;
  use<T>(mail: QueuedMail, work: (outlet: QueueOutlet) => Promise<T>): Promise<T>;
};

export type MailerDeps = {
  readonly db: Db;
  /** The installation's. Messages of a medium without a sender stay in the queue. */
  readonly senders: { readonly email?: SendMail | undefined; readonly sms?: SendText | undefined };
  /** How fast each provider accepts messages. Alerts that it sends too have the same rate. */
  readonly rates?: { readonly email?: SendRate | undefined; readonly sms?: SendRate | undefined };
  /** Whether the message must not be sent. Asked right before sending, so that the call that queued it takes the same
   *  time for every address. */
  readonly isWithheld: (mail: QueuedMail) => Promise<boolean>;
  /** Without it, all messages are sent with the installation's senders, and without limits. */
  readonly outlets?: QueueOutlets | undefined;
  readonly log: Log;
};

/** Later after each attempt. */
const retryAt = fragment(`now() + make_interval(secs => ${LEASE_SECONDS} * power(4, least(attempts, 5)))`);

/** From one minute to a quarter of an hour, longer for an older message. */
const afterOutage = fragment("least(greatest((now() - created_at) / 4, interval '1 minute'), interval '15 minutes')");

const isRecent = fragment("created_at > now() - interval '3 days'");

/** While the provider takes nothing, attempts do not count. After three days they do, so that the message is given up. */
const countedAttempts = fragment(`attempts - case when ${isRecent.text} then 1 else 0 end`);

type DueMail = Mail &
  QueuedMail & {
    readonly id: string;
    readonly attempts: number;
    readonly unsubscribeUrl: string | null;
  };

export function createMailer(deps: MailerDeps) {
  const { db, senders, rates = {}, isWithheld, log } = deps;
  const rateOf = { email: rates.email ?? createSendRate(), sms: rates.sms ?? createSendRate() };
  const ofInstallation: QueueOutlets = {
    hasOwn: async () => false,
    use: (_mail, work) => work({ sendMail: senders.email, sendText: senders.sms, limits: undefined }),
  };
  const outlets = deps.outlets ?? ofInstallation;
  const own = createBackground<StoreId>({ max: OWN_MAX, maxOfKey: OWN_OF_STORE });
  /** For messages that failed as if the provider were down: how many others it had answered by then. */
  const answeredBefore = new LRUCache<string, number>({ max: REFUSED_MAX });

  /** Sends a page of the messages that are due. Each is leased first. After a crash, a mail is sent again under the same
   *  Message-ID; a text message is not, because a second one costs money and looks like spam. No transaction is open while
   *  the provider works. Those with a provider of their store's own are sent in the background. */
  async function sendDueMails(): Promise<number> {
    const media = (["email", "sms"] as const).filter((medium) => deps.outlets || senders[medium]);
    const due = await db.worker<DueMail>`
      update mails set attempts = attempts + 1, problem = null, due_at = case medium when 'sms' then 'infinity' else ${retryAt} end
      where (store_id, id) in (
        select store_id, id from mails where sent_at is null and attempts < ${TRIES} and due_at <= now() and medium = any(${media}::text[])
          and store_id <> all(${own.fullKeys()}::int[])
        order by due_at limit ${PAGE} for update skip locked
      )
      returning store_id as "storeId", id, kind, medium, attempts, to_email as "to", subject, text_body as "text", html_body as "html",
        unsubscribe_url as "unsubscribeUrl"`;
    await Promise.all(due.map(startOne));
    return due.length;
  }

  async function startOne(mail: DueMail): Promise<void> {
    if (!(await outlets.hasOwn(mail))) return sendOne(mail);
    const failed = (error: unknown) => log.warn({ error, mail: mail.id }, "A queued message could not be sent");
    if (!own.start(mail.storeId, () => sendOne(mail).catch(failed))) await putBack(mail, CROWDED_SECONDS);
    return undefined;
  }

  const rowOf = ({ storeId, id }: Pick<DueMail, "storeId" | "id">) =>
    fragmentWith`store_id = ${storeId} and id = ${id}`;

  /** For a message that was not tried. */
  async function putBack(mail: DueMail, seconds: number, problem: string | null = null): Promise<void> {
    const later = fragmentWith`attempts = attempts - 1, due_at = now() + make_interval(secs => ${seconds}), problem = coalesce(${problem}, problem)`;
    await db.asWorker((tx) => tx`update mails set ${later} where ${rowOf(mail)}`);
  }

  /** Makes the message wait with all of its kind in the store that are due: each would find the limit reached. One that is
   *  more than three days old is given up, as after an outage. */
  const putBackOverLimit = (mail: DueMail): Promise<void> =>
    putBackKind(
      mail,
      "over the limit of a day",
      fragmentWith`case when not (${isRecent}) then ${TRIES} when id = ${mail.id} then attempts - 1 else attempts end`,
    );

  const putBackPaused = (mail: DueMail): Promise<void> =>
    putBackKind(
      mail,
      "paused by the operator",
      fragmentWith`case when id = ${mail.id} then attempts - 1 else attempts end`,
    );

  async function putBackKind(
    { storeId, id, kind, medium }: DueMail,
    problem: string,
    attempts: Fragment,
  ): Promise<void> {
    const others = fragmentWith`
      select id from mails
      where store_id = ${storeId} and kind = ${kind} and medium = ${medium} and sent_at is null and attempts < ${TRIES} and due_at <= now()
      order by due_at limit ${OVER_LIMIT_MAX} for update skip locked`;
    await db.asWorker(
      (tx) => tx`
        update mails set due_at = now() + make_interval(secs => ${OVER_LIMIT_SECONDS}), problem = ${problem}, attempts = ${attempts}
        where store_id = ${storeId} and (id = ${id} or id = any(array(${others})))`,
    );
  }

  async function giveUp(mail: DueMail, problem: string): Promise<void> {
    await db.asWorker((tx) => tx`update mails set attempts = ${TRIES}, problem = ${problem} where ${rowOf(mail)}`);
  }

  const sendOne = (mail: DueMail): Promise<void> => outlets.use(mail, (outlet) => sendWith(outlet, mail));

  async function sendWith(outlet: QueueOutlet, mail: DueMail): Promise<void> {
    const { storeId, id, medium, attempts } = mail;
    if (outlet.isPaused) return putBackPaused(mail);
    const send = senderOf(outlet, mail);
    if (!send) return putBack(mail, NO_SENDER_SECONDS, "no sender");
    const rate = outlet.rate ?? rateOf[medium];
    const { limits } = outlet;
    let counted: CountedSends | undefined;
    try {
      if (await isWithheld(mail)) return await giveUp(mail, "suppressed");
      const waitMs = await waitForTurn(rate, storeId, { maxMs: WAIT_MAX_MS });
      if (waitMs > 0) return await putBack(mail, waitMs / 1_000);
      counted = limits && (await db.inStore(storeId, (tx) => takeSends(tx, medium, 1, limits)));
      if (counted?.granted === 0) {
        rate.giveBack(storeId, 1);
        return await putBackOverLimit(mail);
      }
      await send();
    } catch (error) {
      log.warn({ error, mail: id, attempts }, `A message was not accepted by the provider for ${medium}`);
      const failure = classifySendError(error);
      rate.report(storeId, failure);
      outlet.report?.(failure);
      if (counted && failure.state !== "unknown") await giveBack(mail, counted.day, limits?.price);
      return recordFailure(mail, error, failure, rate);
    }
    rate.report(storeId, { state: "sent" });
    outlet.report?.({ state: "sent" });
    // Outside the try: a text message that was sent is not queued again because this statement failed.
    await db.asWorker((tx) => tx`update mails set sent_at = now(), problem = null where ${rowOf(mail)}`);
    return undefined;
  }

  const giveBack = ({ storeId, medium }: DueMail, day: string, price: number | undefined) =>
    db
      .inStore(storeId, (tx) => giveSendsBack(tx, medium, { day, count: 1, price }))
      .catch((error: unknown) => log.warn({ error }, "A message that was not sent stays counted for today"));

  function senderOf({ sendMail, sendText, from, sign }: QueueOutlet, mail: DueMail) {
    const { storeId, id, medium, to, subject, text, html, unsubscribeUrl } = mail;
    const key = `${storeId}-${id}`;
    if (medium === "sms") return sendText && (() => sendText({ to, text, key }));
    const composed = {
      to,
      subject,
      text,
      html,
      ...(unsubscribeUrl === null ? {} : { headers: unsubscribeHeaders(unsubscribeUrl) }),
      ...(from ? { from } : {}),
      ...(from && sign ? { sign } : {}),
    };
    return sendMail && (() => sendMail(composed, `<${key}@keepsake>`));
  }

  async function recordFailure(mail: DueMail, error: unknown, failure: SendFailure, rate: SendRate): Promise<void> {
    const { responseCode, code } = error as { responseCode?: number; code?: string };
    const problem = String(responseCode ?? code ?? "failed");
    const row = rowOf(mail);
    if (failure.state === "throttled" || isOutage(failure, `${mail.storeId}-${mail.id}`, rate)) {
      const seconds = failure.state === "throttled" ? (failure.retryAfterSeconds ?? 0) : 0;
      const later = fragmentWith`attempts = ${countedAttempts}, due_at = now() + greatest(${afterOutage}, make_interval(secs => ${seconds}))`;
      await db.asWorker((tx) => tx`update mails set problem = ${problem}, ${later} where ${row}`);
      return;
    }
    const mayRepeat = mail.medium === "email" || failure.state === "deferred";
    if (mayRepeat)
      await db.asWorker((tx) => tx`update mails set problem = ${problem}, due_at = ${retryAt} where ${row}`);
    else await giveUp(mail, problem);
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

  return {
    sendDueMails,
    /** Calls `ring` when a message that was sent in the background is done: there may be another of its store. */
    onFree: own.onFree,
    /** Waits for the messages that are sent in the background. */
    settled: own.settled,
  };
}

const unsubscribeHeaders = (url: string) => ({
  "list-unsubscribe": `<${url}>`,
  "list-unsubscribe-post": "List-Unsubscribe=One-Click",
});

/** Removes mails that are more than seven days old, three days of them at a time. Mails that are not sent yet are kept. */
export const pruneMails = (db: Db) => db.asWorker((tx) => tx`select empty_old_mails(now())`);

/** Sends queued mails until stopped. */
export function startMailer(deps: MailerDeps, { wakeUps, pollMs }: { wakeUps: WakeUps; pollMs: number }) {
  const mailer = createMailer(deps);
  const loop = startLoop(async () => (await mailer.sendDueMails()) === PAGE, {
    wakeUps,
    bell: "mails",
    pollMs,
    log: deps.log,
    failure: "Could not read the queued mails",
  });
  mailer.onFree(loop.wake);
  return {
    async stop() {
      await loop.stop();
      await mailer.settled();
    },
  };
}
