import { randomUUID } from "node:crypto";
import type { Db } from "../../../platform/db/db.ts";
import { notConfigured, tooManyAtOnce } from "../../../platform/errors.ts";
import { REFUSALS } from "../../../platform/http/refusals.ts";
import { createMailSender, type MailSettings } from "../../../platform/messaging/mail/create-mail-sender.ts";
import { MAIL_SETTINGS, type Mail, type SendMail } from "../../../platform/messaging/mail/mail.ts";
import { createDkimSigner } from "../../../platform/messaging/mail/sign-dkim.ts";
import type { Medium } from "../../../platform/messaging/send-counts.ts";
import type { SendOutcome } from "../../../platform/messaging/send-outcome.ts";
import { attempt } from "../../../platform/messaging/sender.ts";
import { createSendText, type SmsSettings } from "../../../platform/messaging/sms/create-sms-sender.ts";
import type { Post } from "../../../platform/network/post.ts";
import type { Wall } from "../../../platform/network/wall.ts";
import { findTesters } from "../../stores/members/find-testers.ts";
import { getSettings } from "../../stores/settings/get-settings.ts";
import type { Store } from "../../stores/store.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { invalidSender } from "../errors.ts";
import { createMail, createText } from "./connect-provider.ts";
import { describeFor, REFUSED_RECIPIENT, sentenceOf } from "./describe-problem.ts";
import { domainOf, openDkimKey } from "./dkim-key.ts";
import { findOwnProvider } from "./find-own-provider.ts";
import type { OwnProvider } from "./provider.ts";
import { findSenderProblem, senderOfStore } from "./sender-address.ts";
import { senderTestMail } from "./sender-test-mail.ts";
import { findDkimKeys, recordFailure, recordSuccess } from "./sql.ts";

export type TestDeps = {
  readonly db: Db;
  readonly stores: StoreCache;
  readonly wall: Wall;
  readonly post: Post;
  /** The installation's. */
  readonly mail: MailSettings | undefined;
  readonly sms: SmsSettings | undefined;
};

export type TestResult = {
  readonly isSent: boolean;
  readonly trouble?: { readonly problem: string; readonly fix: string };
};

const AT_ONCE_MAX = 10;
const ALL_MS = 20_000;
const SMS_SETTINGS = "KEEPSAKE_TWILIO_ACCOUNT or KEEPSAKE_SMS_HTTP_URL";

/** Sends one test message right away, our own or this mail, and says what the provider answered. It goes the way of the store's alerts, but past
 *  its queue and its limits. */
export function createSendTest(deps: TestDeps, allMs = ALL_MS) {
  let running = 0;
  return async (store: Store, medium: Medium, to: string, mail?: Mail): Promise<TestResult> => {
    if (running >= AT_ONCE_MAX) throw tooManyAtOnce();
    running += 1;
    try {
      const { testers, own } = await deps.db.inStore(store.id, async (tx) => ({
        testers: await findTesters(deps.stores, tx),
        own: await findOwnProvider(tx, store, medium),
      }));
      if (testers && !testers.has(to)) throw invalidSender(REFUSALS.say("sender-tests-to-members", {}));
      const sending =
        medium === "email"
          ? sendMailTest(deps, store, own, { mail: mail ?? senderTestMail(store, to), allMs })
          : sendTextTest(deps, store, own, to);
      const outcome = await Promise.race([sending, givenUp(allMs)]);
      return await record(deps.db, store, medium, { outcome, isOwn: own !== undefined });
    } finally {
      running -= 1;
    }
  };
}

const givenUp = (allMs: number) =>
  new Promise<SendOutcome>((resolve) => {
    const timer = setTimeout(() => {
      const reason = `the provider did not answer in ${allMs / 1_000} seconds`;
      resolve({ state: "deferred", reason, isProviderDown: true, problem: "no-answer" });
    }, allMs);
    timer.unref();
  });

async function sendMailTest(
  { db, wall, post, mail: settings }: TestDeps,
  store: Store,
  own: OwnProvider | undefined,
  { mail: unsigned, allMs }: { readonly mail: Mail; readonly allMs: number },
) {
  const { current, keys } = await db.inStore(store.id, async (tx) => {
    const found = await getSettings(tx);
    return {
      current: { settings: found },
      keys: found.sender ? await findDkimKeys(tx, domainOf(found.sender.address)) : [],
    };
  });
  if (!own && !settings) throw notConfigured("mails", MAIL_SETTINGS);
  const { send, close } = own ? createMail({ wall, post }, own, allMs) : ofInstallation(settings as MailSettings);
  // The operator's server must not send from an address that nobody has verified.
  const mayUseAddress = own !== undefined || settings?.isCatcher || !findSenderProblem(current);
  const from = mayUseAddress ? senderOfStore(current) : undefined;
  const row = keys.find(({ seenAt }) => seenAt);
  const key = row && openDkimKey(store.seal, store.id, row);
  const sign = row && key ? createDkimSigner({ ...row, key }) : undefined;
  const mail = { ...unsigned, ...(from ? { from } : {}), ...(from && sign ? { sign } : {}) };
  try {
    return await attempt(() => send(mail, `<test-${randomUUID()}@keepsake>`));
  } finally {
    close();
  }
}

function ofInstallation(settings: MailSettings): { readonly send: SendMail; close(): void } {
  const send = createMailSender({ ...settings, inFlight: 1 });
  return { send, close: () => send.close() };
}

async function sendTextTest(
  { post, sms }: TestDeps,
  store: Store,
  own: OwnProvider | undefined,
  to: string,
): Promise<SendOutcome> {
  if (!own && !sms) throw notConfigured("text messages", SMS_SETTINGS);
  const send = own ? createText(post, own.access) : createSendText(sms ?? {});
  return attempt(() =>
    send({ to, text: `This is a test of ${store.name}'s sender.`.slice(0, 160), key: `test-${randomUUID()}` }),
  );
}

async function record(
  db: Db,
  store: Store,
  medium: Medium,
  { outcome, isOwn }: { readonly outcome: SendOutcome; readonly isOwn: boolean },
): Promise<TestResult> {
  if (outcome.state === "sent") {
    await db.inStore(store.id, (tx) => recordSuccess(tx, medium));
    return { isSent: true };
  }
  const words = outcome.state === "rejected" ? REFUSED_RECIPIENT : describeFor(isOwn, withProblem(outcome));
  const trouble = { problem: sentenceOf(words.reason), fix: words.fix };
  if (outcome.state === "deferred" && outcome.isProviderDown)
    await db.inStore(store.id, (tx) => recordFailure(tx, medium, trouble));
  return { isSent: false, trouble };
}

function withProblem(outcome: Exclude<SendOutcome, { state: "sent" | "rejected" }>) {
  if (outcome.state === "deferred") return outcome;
  return { reason: outcome.reason, problem: outcome.state === "unknown" ? "no-answer" : "throttles" } as const;
}
