import { createHmac, type KeyObject, sign } from "node:crypto";
import { expect, test } from "vitest";
import { aCertificate } from "../../../../test/fixtures/certificate.ts";
import { aClock } from "../../../../test/fixtures/clock.ts";
import { aService, aStore, type Params } from "../../../../test/fixtures/service.ts";
import { createSns } from "./sns.ts";
import { isTwilioSignature } from "./twilio-signature.ts";
import { readMailReports } from "./wire.ts";

const TOPIC = "arn:aws:sns:eu-west-1:123456789012:bounces";
const URL_OF_CERTIFICATE = "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123abcd.pem";
const NOW = Date.parse("2026-06-01T00:00:00Z");
const certificate = aCertificate({ from: new Date("2026-01-01"), to: new Date("2027-01-01") });
const stranger = aCertificate({ from: new Date("2026-01-01"), to: new Date("2027-01-01") });

type Message = Record<string, unknown>;
const notification: Message = {
  Type: "Notification",
  MessageId: "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
  TopicArn: TOPIC,
  Subject: "Bounce",
  Message: '{"notificationType":"Complaint"}',
  Timestamp: "2026-06-01T00:00:00.000Z",
  SigningCertURL: URL_OF_CERTIFICATE,
};
const confirmation: Message = {
  Type: "SubscriptionConfirmation",
  MessageId: "165545c9-2a5c-472c-8df2-7ff2be2b3b1b",
  Token: "2336412f37",
  TopicArn: TOPIC,
  Message: "You have chosen to subscribe",
  SubscribeURL: "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription",
  Timestamp: "2026-06-01T00:00:00.000Z",
  SigningCertURL: URL_OF_CERTIFICATE,
};

/** As Amazon documents it: names and values of the signed fields, sorted by name, each on a line. */
function signAsSns(message: Message, version: "1" | "2", key: KeyObject = certificate.privateKey): Message {
  const text = Object.keys(message)
    .filter((name) => name !== "SigningCertURL")
    .toSorted()
    .map((name) => `${name}\n${String(message[name])}\n`)
    .join("");
  const signature = sign(version === "1" ? "sha1" : "sha256", Buffer.from(text), key).toString("base64");
  return { ...message, SignatureVersion: version, Signature: signature };
}

function aChecker(answer: (url: string) => Response | Promise<Response> = () => new Response(certificate.pem)) {
  const { clock, forward } = aClock(NOW);
  const asked: string[] = [];
  const get = (async (url: string) => {
    asked.push(url);
    return answer(url);
  }) as typeof fetch;
  const { check, confirm } = createSns({ clock, fetch: get });
  return { forward, asked, confirm, check: (message: Message) => check(message, [TOPIC]) };
}

test("a message of SNS reports only what its signature covers", () => {
  const bounce = { type: "bounce" as const, email: "ann@example.com" };
  expect(readMailReports({ events: [bounce] })).toEqual([{ kind: "bounce", email: "ann@example.com" }]);
  for (const message of [notification, confirmation])
    expect(readMailReports({ ...message, events: [bounce] })).toEqual([]);
});

const REFUSED = { kind: "unauthorised", type: "invalid-hook-signature" };

test("messages that SNS signed, in both versions, are accepted, and the certificate is fetched once a day", async () => {
  const { check, asked, forward } = aChecker();
  for (const version of ["1", "2"] as const)
    for (const message of [notification, confirmation, without(notification, "Subject")])
      await check(signAsSns(message, version));
  expect(asked).toEqual([URL_OF_CERTIFICATE]);
  forward(25 * 3_600_000);
  await check(signAsSns(notification, "2"));
  expect(asked).toHaveLength(2);
});

test("a message with any changed, missing or added field is refused", async () => {
  const { check } = aChecker();
  for (const original of [notification, confirmation]) {
    const signed = signAsSns(original, "2");
    for (const name of Object.keys(signed)) {
      await expect(check(without(signed, name)), `without ${name}`).rejects.toMatchObject(REFUSED);
      await expect(check({ ...signed, [name]: `x${String(signed[name])}` }), `changed ${name}`).rejects.toMatchObject(
        REFUSED,
      );
      await expect(check({ ...signed, [name]: [signed[name]] }), `${name} as a list`).rejects.toMatchObject(REFUSED);
    }
  }
  await expect(check({ ...signAsSns(without(notification, "Subject"), "2"), Subject: "x" })).rejects.toMatchObject(
    REFUSED,
  );
  await expect(check({ ...signAsSns(notification, "2"), SignatureVersion: "1" })).rejects.toMatchObject(REFUSED);
  for (const name of ["Type", "SignatureVersion"])
    await expect(check({ ...signAsSns(notification, "2"), [name]: "constructor" })).rejects.toMatchObject(REFUSED);
});

test("a message that another key signed, or that comes from another topic, is refused", async () => {
  const { check } = aChecker();
  await expect(check(signAsSns(notification, "2", stranger.privateKey))).rejects.toMatchObject(REFUSED);
  const foreign = { ...notification, TopicArn: "arn:aws:sns:eu-west-1:999999999999:bounces" };
  await expect(check(signAsSns(foreign, "2"))).rejects.toMatchObject(REFUSED);
});

test.each([
  "https://sns.eu-west-1.amazonaws.com.evil.example/x.pem",
  "https://evil.example/sns.eu-west-1.amazonaws.com/x.pem",
  "https://sns.eu-west-1.amazonaws.com@evil.example/x.pem",
  "https://evil@sns.eu-west-1.amazonaws.com/x.pem",
  "http://sns.eu-west-1.amazonaws.com/x.pem",
  "https://sns.eu-west-1.amazonaws.com:8443/x.pem",
  "https://s3.eu-west-1.amazonaws.com/x.pem",
  "https://sns.eu-west-1.amazonaws.com/x.txt",
  "https://127.0.0.1/x.pem",
  "x",
])("a certificate from %s is not fetched", async (SigningCertURL) => {
  const { check, asked } = aChecker(() => new Response(stranger.pem));
  const message = signAsSns({ ...notification, SigningCertURL }, "2", stranger.privateKey);
  await expect(check(message)).rejects.toMatchObject(REFUSED);
  expect(asked).toEqual([]);
});

test.each([
  ["does not answer", () => Promise.reject(new Error("ECONNREFUSED")), "unavailable"],
  ["answers 500", () => new Response("no", { status: 500 }), "unavailable"],
  ["sends too much", () => new Response("x".repeat(100_000)), "unavailable"],
  ["sends no certificate", () => new Response("<html>"), "unauthorised"],
])(
  "when the server of the certificate %s, the report is refused and the next one asks again",
  async (_, answer, kind) => {
    let isBroken = true;
    const { check } = aChecker(() => (isBroken ? answer() : new Response(certificate.pem)));
    await expect(check(signAsSns(notification, "2"))).rejects.toMatchObject({ kind });
    isBroken = false;
    await check(signAsSns(notification, "2"));
  },
);

test("an expired certificate is refused", async () => {
  const { check, forward } = aChecker();
  forward(365 * 24 * 3_600_000);
  await expect(check(signAsSns(notification, "2"))).rejects.toMatchObject(REFUSED);
});

test("with topics configured, the mail webhook refuses every report that SNS did not sign", async () => {
  const service = aService({ env: { KEEPSAKE_SNS_TOPICS: TOPIC } });
  const store = await aStore(service);
  const url = new URL(service.deps.hooks.urlOf("mail", await store.record()));
  const query = { token: url.searchParams.get("token") ?? "" };
  const events = [{ type: "complaint", email: "ann@example.com" }];
  for (const json of [{ events }, { Type: "Notification", Message: "{}", TopicArn: TOPIC }, {}]) {
    const answer = await store.browser(url.pathname, undefined, { json, query });
    expect([answer.status, answer.body.type]).toEqual([401, "invalid-hook-signature"]);
  }
});

test("the signature of Twilio's documentation is accepted, and any other is not", () => {
  // https://www.twilio.com/docs/usage/security
  const form = {
    CallSid: "CA1234567890ABCDE",
    Caller: "+14158675309",
    Digits: "1234",
    From: "+14158675309",
    To: "+18005551212",
  };
  const url = "https://mycompany.com/myapp.php?foo=1&bar=2";
  const request = { url, form, signature: "RSOYDt4T1cUTdK1PDd93/VVr8B8=" };
  expect(isTwilioSignature("12345", request)).toBe(true);
  expect(isTwilioSignature("12346", request)).toBe(false);
  expect(isTwilioSignature("12345", { ...request, url: `${url}&x=1` })).toBe(false);
  expect(isTwilioSignature("12345", { ...request, form: { ...form, Digits: "1235" } })).toBe(false);
  for (const signature of ["", "undefined", "SSOYDt4T1cUTdK1PDd93/VVr8B8=", "x".repeat(1_000)])
    expect(isTwilioSignature("12345", { ...request, signature })).toBe(false);
});

test("with signatures of Twilio on, a reply that Twilio did not sign is refused", async () => {
  const secret = "a-token-of-twilio";
  const service = aService({
    env: {
      KEEPSAKE_TWILIO_ACCOUNT: "AC0123456789abcdef0123456789abcdef",
      KEEPSAKE_TWILIO_SECRET: secret,
      KEEPSAKE_SMS_FROM: "+4930123456",
      KEEPSAKE_TWILIO_SIGNATURES: "on",
      KEEPSAKE_PUBLIC_URL: "https://alerts.example",
    },
  });
  const store = await aStore(service);
  const url = service.deps.hooks.urlOf("sms", await store.record());
  const path = url.slice("https://alerts.example".length);
  const signatureOf = (params: Params) => {
    const names = Object.keys(params).toSorted();
    return createHmac("sha1", secret)
      .update(url + names.map((name) => name + params[name]).join(""))
      .digest("base64");
  };
  const post = (params: Params, signature?: string) =>
    store.admin(path, params, { key: null, headers: signature ? { "x-twilio-signature": signature } : {} });
  const reply = { From: "+4915112345678", To: "+4930123456", MessageSid: "SM1", Body: "STOP" };
  expect((await post(reply, signatureOf(reply))).status).toBe(200);
  expect((await post({ From: reply.From }, signatureOf({ From: reply.From }))).status).toBe(200);
  for (const answer of [
    await post(reply),
    await post({ ...reply, From: "+4915100000000" }, signatureOf(reply)),
    await store.admin(path, undefined, { key: null, json: reply, headers: { "x-twilio-signature": signatureOf({}) } }),
  ])
    expect([answer.status, answer.body.type]).toEqual([401, "invalid-hook-signature"]);
});

const without = (message: Message, name: string) =>
  Object.fromEntries(Object.entries(message).filter(([key]) => key !== name));

test("a subscription is confirmed only at Amazon, and SNS is asked to try again when that fails", async () => {
  let status = 200;
  const { confirm, asked } = aChecker(() => new Response("", { status }));
  const url = "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=1";
  await confirm(url);
  for (const wrong of ["https://evil.example/", "http://sns.eu-west-1.amazonaws.com/", "https://169.254.169.254/", "x"])
    await expect(confirm(wrong)).rejects.toMatchObject(REFUSED);
  status = 500;
  await expect(confirm(url)).rejects.toMatchObject({ kind: "unavailable" });
  expect(asked).toEqual([url, url]);
});
