import { expect, test } from "vitest";
import { anHttpSink, type SinkAnswer } from "../../../../test/fixtures/http-sink.ts";
import { createSmsSender } from "./create-sms-sender.ts";

const twilioAt = (url: string) => ({ twilio: { account: "AC1", secret: "token", from: "+15550001111", url } });

test("any other provider gets a text message as JSON, with the bearer secret and the idempotency key", async () => {
  const sink = await anHttpSink();
  const sender = createSmsSender({ http: { url: `${sink.url}/sms`, secret: "s3cret", from: "Shop" } });
  const mail = { to: "+4915110000000", subject: "Boots are\r\nback", text: "See https://shop.example/1 now", html: "" };
  expect(await sender.send(async () => mail, "7-8")).toEqual({ state: "sent" });
  const [posted = fail()] = sink.posts;
  expect([posted.path, posted.headers.authorization, posted.headers["idempotency-key"]]).toEqual([
    "/sms",
    "Bearer s3cret",
    "7-8",
  ]);
  expect(JSON.parse(posted.body)).toEqual({
    from: "Shop",
    to: "+4915110000000",
    text: "Boots are  back\nhttps://shop.example/1\nReply STOP to end this.",
    key: "7-8",
  });
});

test.each<[SinkAnswer, object]>([
  [{ status: 201 }, { state: "sent" }],
  [
    { status: 429, headers: { "retry-after": "2" }, body: '{"code":20429,"message":"Too Many Requests"}' },
    { state: "throttled", retryAfterSeconds: 2 },
  ],
  [{ status: 400, body: '{"code":21611,"message":"The queue of this number is full"}' }, { state: "throttled" }],
  [{ status: 500 }, { state: "deferred", isProviderDown: true }],
  [
    { status: 401, body: '{"code":20003}' },
    { state: "deferred", isProviderDown: true },
  ],
  [{ status: 400, body: '{"code":21211,"message":"Invalid To"}' }, { state: "rejected" }],
  [{ status: 400, body: '{"code":21610,"message":"unsubscribed"}' }, { state: "rejected" }],
  [
    { status: 400, body: '{"code":21606,"message":"From is not a number of yours"}' },
    { state: "deferred", isProviderDown: true },
  ],
  ["hang", { state: "unknown" }],
  ["reset", { state: "unknown" }],
])("Twilio answers %j: %j", async (answer, outcome) => {
  const sink = await anHttpSink(() => answer);
  const sender = createSmsSender(twilioAt(sink.url), { timeoutMs: 300 });
  expect(
    await sender.send(async () => ({ to: "+4915110000000", subject: "Hi", text: "", html: "" }), "7-8"),
  ).toMatchObject(outcome);
});

const fail = (): never => {
  throw new Error("The value is missing");
};
