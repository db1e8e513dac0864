import { createHmac, sign } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { aCertificate } from "../../../../test/fixtures/certificate.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { aService, aStore, type Service, type TestStore } from "../../../../test/fixtures/service.ts";

const PUBLIC_URL = "https://alerts.example";
const OPERATOR_SECRET = "a-token-of-the-operator";
const OPERATOR_TOPIC = "arn:aws:sns:eu-west-1:123456789012:bounces";
/** The operator checks no signatures. */
const UNSIGNED = { KEEPSAKE_PUBLIC_URL: PUBLIC_URL };
const SIGNED = {
  ...UNSIGNED,
  KEEPSAKE_TWILIO_ACCOUNT: "AC0123456789abcdef0123456789abcdef",
  KEEPSAKE_TWILIO_SECRET: OPERATOR_SECRET,
  KEEPSAKE_SMS_FROM: "+4930123456",
  KEEPSAKE_TWILIO_SIGNATURES: "on",
  KEEPSAKE_SNS_TOPICS: OPERATOR_TOPIC,
};
const ACCOUNT = { region: "eu-west-1", accessKey: "a", secretKey: "b" };
const topicOf = (name: string) => `arn:aws:sns:eu-west-1:999999999999:${name}`;

async function aStoreWith(service: Service, json: object) {
  const store = await aStore(service, { scopes: ["admin"] });
  const from = "medium" in json && json.medium === "email" ? { name: "Shop", address: "hello@shop.example" } : {};
  const answer = await store.admin("/storeadmin/v3/senders/set", undefined, { json: { ...from, ...json } });
  expect(answer.status).toBe(200);
  service.deps.stores.clear();
  return store;
}
const withTwilio = (service: Service, secret: string) =>
  aStoreWith(service, { medium: "sms", provider: "twilio", twilio: { account: "AC1", secret, from: "+15550001111" } });
const withSes = (service: Service, topic?: string) =>
  aStoreWith(service, { medium: "email", provider: "ses", ses: { ...ACCOUNT, ...(topic ? { topic } : {}) } });

/** A STOP that is signed with this secret. Returns the status of the answer. */
async function stop({ deps }: Service, store: TestStore, secret: string | undefined) {
  const url = deps.hooks.urlOf("sms", await store.record());
  const form = { Body: "STOP", From: "+4915112345678" };
  const signature = createHmac("sha1", secret ?? "").update(`${url}Body${form.Body}From${form.From}`);
  const headers = secret === undefined ? {} : { "x-twilio-signature": signature.digest("base64") };
  return (await store.admin(url.slice(PUBLIC_URL.length), form, { key: null, headers })).status;
}

async function report({ deps }: Service, store: TestStore, json: object) {
  const url = new URL(deps.hooks.urlOf("mail", await store.record()));
  const query = { token: url.searchParams.get("token") ?? "" };
  return (await store.browser(url.pathname, undefined, { json, query })).status;
}
const suppressed = async (store: TestStore) => {
  const [row] = await look<{ count: number }>(
    "select count(*)::int as count from suppressions s join stores on stores.id = s.store_id where stores.pid = $1",
    [store.pid],
  );
  return row?.count;
};

/** Answers as Amazon does, with a certificate of its own. Call it before the service is made. */
function anAmazon() {
  const day = 86_400_000;
  const { pem, privateKey } = aCertificate({ from: new Date(Date.now() - day), to: new Date(Date.now() + day) });
  const opened: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    opened.push(url);
    return new Response(url.endsWith(".pem") ? pem : "");
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const signed = (message: Record<string, string>) => {
    const names = Object.keys(message).toSorted();
    const text = names.map((name) => `${name}\n${message[name]}\n`).join("");
    return {
      ...message,
      SignatureVersion: "2",
      Signature: sign("sha256", Buffer.from(text), privateKey).toString("base64"),
      SigningCertURL: "https://sns.eu-west-1.amazonaws.com/x.pem",
    };
  };
  const base = { MessageId: "1", Timestamp: "2026-06-01T00:00:00.000Z" };
  const complaint = { complainedRecipients: [{ emailAddress: "ann@example.com" }] };
  const Message = JSON.stringify({ notificationType: "Complaint", complaint });
  const SubscribeURL = "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=2";
  return {
    opened,
    SubscribeURL,
    complaintOf: (TopicArn: string) => signed({ ...base, Type: "Notification", TopicArn, Message }),
    confirmationOf: (TopicArn: string) =>
      signed({ ...base, Type: "SubscriptionConfirmation", TopicArn, Message: "Subscribe", Token: "2", SubscribeURL }),
  };
}

test.each([
  ["checks signatures", SIGNED],
  ["checks none", UNSIGNED],
])("where the operator %s, a STOP to a store with its own Twilio must be signed with its own token", async (_, env) => {
  const service = aService({ env });
  const [one, other] = [await withTwilio(service, "token-of-one"), await withTwilio(service, "token-of-other")];
  for (const wrong of ["token-of-other", OPERATOR_SECRET, "", undefined])
    expect(await stop(service, one, wrong)).toBe(401);
  expect(await suppressed(one)).toBe(0);
  expect(await stop(service, one, "token-of-one")).toBe(200);
  expect(await stop(service, other, "token-of-other")).toBe(200);
  expect([await suppressed(one), await suppressed(other)]).toEqual([1, 1]);
});

test("a new auth token counts at once, and the old one no more", async () => {
  const service = aService({ env: UNSIGNED });
  const store = await withTwilio(service, "old-token");
  const twilio = { account: "AC1", secret: "new-token", from: "+15550001111" };
  const json = { medium: "sms", provider: "twilio", twilio };
  await store.admin("/storeadmin/v3/senders/set", undefined, { json });
  service.deps.stores.clear();
  expect(await stop(service, store, "old-token")).toBe(401);
  expect(await stop(service, store, "new-token")).toBe(200);
});

test.each([
  ["checks signatures", SIGNED],
  ["checks none", UNSIGNED],
])("where the operator %s, a complaint to a store with its own SES must come from its own topic", async (_, env) => {
  const amazon = anAmazon();
  const service = aService({ env });
  const one = await withSes(service, topicOf("one"));
  const other = await withSes(service, topicOf("other"));
  const events = [{ type: "complaint", email: "ann@example.com" }];
  const forged = { ...amazon.complaintOf(topicOf("other")), TopicArn: topicOf("one") };
  for (const wrong of [
    amazon.complaintOf(topicOf("other")),
    amazon.complaintOf(OPERATOR_TOPIC),
    amazon.confirmationOf(topicOf("other")),
    forged,
    { events },
  ])
    expect(await report(service, one, wrong)).toBe(401);
  expect(await suppressed(one)).toBe(0);
  expect(amazon.opened).not.toContain(amazon.SubscribeURL);
  expect(await report(service, one, amazon.complaintOf(topicOf("one")))).toBe(200);
  expect(await report(service, other, amazon.complaintOf(topicOf("other")))).toBe(200);
  expect([await suppressed(one), await suppressed(other)]).toEqual([1, 1]);
});

test("the subscription of a store's own topic confirms itself, because its merchant sees no log", async () => {
  const amazon = anAmazon();
  const service = aService({ env: UNSIGNED });
  const store = await withSes(service, topicOf("own"));
  expect(await report(service, store, amazon.confirmationOf(topicOf("own")))).toBe(200);
  expect(amazon.opened).toContain(amazon.SubscribeURL);
});

test("a store whose provider signs nothing is authenticated by the token in the address alone", async () => {
  const service = aService({ env: SIGNED });
  const events = [{ type: "bounce", email: "gone@example.com" }];
  const http = { url: "https://mail.example/send" };
  const store = await aStoreWith(service, { medium: "email", provider: "http", http });
  expect(await report(service, store, { events })).toBe(200);
  expect(await report(service, await withSes(service), { events })).toBe(200);
  const texts = { url: "https://sms.example/send", from: "Shop" };
  const texting = await aStoreWith(service, { medium: "sms", provider: "http", http: texts });
  expect(await stop(service, texting, undefined)).toBe(200);
  // Control: reports about a store with the operator's provider are signed.
  expect(await report(service, await aStore(service), { events })).toBe(401);
});

test("when a store's stored access cannot be opened, no report is believed, and the provider tries again later", async () => {
  const service = aService({ env: SIGNED });
  const store = await withTwilio(service, "token-of-one");
  const { id } = await store.record();
  await look("update store_senders set sealed_access = '\\x00' where store_id = $1", [id]);
  expect(await stop(service, store, OPERATOR_SECRET)).toBe(503);
});
