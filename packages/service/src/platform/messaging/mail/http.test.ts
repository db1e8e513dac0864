import { expect, test } from "vitest";
import { isSignedWith, readAuthorization } from "../../../../test/fixtures/aws-signature.ts";
import { anHttpSink, type SinkAnswer } from "../../../../test/fixtures/http-sink.ts";
import { classifySendError } from "../classify-send-error.ts";
import { createHttpMail } from "./http.ts";
import type { Mail, SendMail } from "./mail.ts";
import { createSes } from "./ses.ts";

const FROM = "Ä shop <shop@example.com>";
const mail: Mail = {
  to: "ann@example.com",
  subject: "Boots\r\nBcc: evil@example.net are back",
  text: "Boots are back",
  html: "<p>Boots are back</p>",
  headers: { "list-unsubscribe": "<https://shop.example/u>", "list-unsubscribe-post": "List-Unsubscribe=One-Click" },
};
const SES = { region: "eu-central-1", accessKey: "AKIDEXAMPLE", secretKey: "a-secret-key" };
const outcomeOf = (send: SendMail) => send(mail, "<7-8@keepsake>").then(() => ({ state: "sent" }), classifySendError);

test("a provider gets a mail as JSON, with the bearer secret and the same idempotency key each time", async () => {
  const sink = await anHttpSink();
  const send = createHttpMail({ url: `${sink.url}/send?x=1`, secret: "s3cret" }, { from: FROM });
  await send(mail, "<7-8@keepsake>");
  await send(mail, "<7-8@keepsake>");
  const [first = fail(), second = fail()] = sink.posts;
  expect(first.path).toBe("/send?x=1");
  expect(first.headers.authorization).toBe("Bearer s3cret");
  expect([first.headers["idempotency-key"], second.headers["idempotency-key"]]).toEqual([
    "7-8@keepsake",
    "7-8@keepsake",
  ]);
  expect(JSON.parse(first.body)).toEqual({
    ...mail,
    subject: "Boots  Bcc: evil@example.net are back",
    from: { name: "Ä shop", address: "shop@example.com" },
    messageId: "<7-8@keepsake>",
  });
});

test.each<[SinkAnswer, object]>([
  [{ status: 202 }, { state: "sent" }],
  [{ status: 429 }, { state: "throttled" }],
  [
    { status: 429, headers: { "retry-after": "7" } },
    { state: "throttled", retryAfterSeconds: 7 },
  ],
  [{ status: 503 }, { state: "deferred", isProviderDown: true }],
  [{ status: 401 }, { state: "deferred", isProviderDown: true }],
  [{ status: 422, body: '{"error":"invalid recipient address"}' }, { state: "rejected" }],
  [
    { status: 422, body: '{"error":"subject too long"}' },
    { state: "deferred", isProviderDown: false },
  ],
  ["hang", { state: "deferred" }],
  ["reset", { state: "deferred" }],
])("an idempotent provider that answers %j: %j", async (answer, outcome) => {
  const sink = await anHttpSink(() => answer);
  expect(await outcomeOf(createHttpMail({ url: sink.url }, { from: FROM, timeoutMs: 300 }))).toMatchObject(outcome);
});

test("SES gets a mail with both one-click unsubscribe headers and a valid signature", async () => {
  const sink = await anHttpSink();
  const now = Date.UTC(2026, 0, 2, 3, 4, 5);
  await createSes({ ...SES, url: sink.url }, { from: FROM, clock: () => now })(mail, "<7-8@keepsake>");
  const [posted = fail()] = sink.posts;
  expect(posted.path).toBe("/v2/email/outbound-emails");
  expect(posted.headers["x-amz-date"]).toBe("20260102T030405Z");
  const request = { ...posted, method: "POST" };
  expect(readAuthorization(request)).toMatchObject({ accessKey: SES.accessKey, region: SES.region, service: "ses" });
  expect([isSignedWith(SES.secretKey, request), isSignedWith("another", request)]).toEqual([true, false]);
  expect(isSignedWith(SES.secretKey, { ...request, body: `${posted.body} ` })).toBe(false);
  expect(JSON.parse(posted.body)).toMatchObject({
    FromEmailAddress: "=?UTF-8?B?w4Qgc2hvcA==?= <shop@example.com>",
    Destination: { ToAddresses: ["ann@example.com"] },
    Content: {
      Simple: {
        Subject: { Data: "Boots  Bcc: evil@example.net are back" },
        Headers: expect.arrayContaining([
          { Name: "list-unsubscribe", Value: "<https://shop.example/u>" },
          { Name: "list-unsubscribe-post", Value: "List-Unsubscribe=One-Click" },
        ]),
      },
    },
  });
});

test.each<[SinkAnswer, object]>([
  [{ status: 200 }, { state: "sent" }],
  [{ status: 429, body: '{"message":"TooManyRequestsException"}' }, { state: "throttled" }],
  [{ status: 400, body: '{"__type":"ThrottlingException","message":"Rate exceeded"}' }, { state: "throttled" }],
  [
    { status: 400, body: '{"__type":"LimitExceededException","message":"Daily message quota exceeded."}' },
    { state: "throttled" },
  ],
  [
    { status: 400, body: '{"__type":"SendingPausedException","message":"Sending is paused for this account."}' },
    { state: "deferred", isProviderDown: true },
  ],
  [{ status: 500 }, { state: "deferred", isProviderDown: true }],
  [{ status: 403 }, { state: "deferred", isProviderDown: true }],
  [
    { status: 400, body: '{"__type":"MessageRejected","message":"Address is on the suppression list"}' },
    { state: "rejected" },
  ],
  [
    { status: 400, body: '{"__type":"MessageRejected","message":"Email address is not verified."}' },
    { state: "deferred", isProviderDown: true },
  ],
  ["hang", { state: "unknown" }],
  ["reset", { state: "unknown" }],
])("SES, which has no idempotency key, answers %j: %j", async (answer, outcome) => {
  const sink = await anHttpSink(() => answer);
  expect(await outcomeOf(createSes({ ...SES, url: sink.url }, { from: FROM, timeoutMs: 300 }))).toMatchObject(outcome);
});

test("a provider that refuses the connection has not accepted the mail", async () => {
  const url = "http://127.0.0.1:65531";
  expect(await outcomeOf(createSes({ ...SES, url }, { from: FROM }))).toMatchObject({
    state: "deferred",
    isProviderDown: true,
  });
});

const fail = (): never => {
  throw new Error("The value is missing");
};
