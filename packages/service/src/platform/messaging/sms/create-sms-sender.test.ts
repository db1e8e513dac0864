import { type AddressInfo, createServer, type Server } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { aCertificate } from "../../../../test/fixtures/certificate.ts";
import { aDnsServer } from "../../../../test/fixtures/dns-server.ts";
import { anHttpSink, type SinkAnswer } from "../../../../test/fixtures/http-sink.ts";
import { createPost } from "../../network/post.ts";
import { createWall } from "../../network/wall.ts";
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

const aTlsServer = async (options: TlsOptions) => {
  const day = 86_400_000;
  const { privateKey, pem } = aCertificate({ from: new Date(Date.now() - day), to: new Date(Date.now() + day) });
  const key = privateKey.export({ type: "pkcs8", format: "pem" });
  const port = await listen(createTlsServer({ key, cert: pem, ...options }));
  return { url: `https://localhost:${port}` };
};
const listen = async (server: Server) => {
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
};

test("a text message that never left is tried again: no name server, no TLS and no connection took it", async () => {
  const dns = await aDnsServer({
    "refused.example": "REFUSED",
    "garbage.example": "garbage",
    "silent.example": "silence",
  });
  const { post, close } = createPost(createWall({ allowLoopback: true, servers: [dns.address] }));
  onTestFinished(close);
  const outcome = (url: string) =>
    createSmsSender(twilioAt(url), { timeoutMs: 1_000, post }).send(
      async () => ({ to: "+4915110000000", subject: "Hi", text: "", html: "" }),
      "7-8",
    );
  for (const name of ["refused", "garbage", "silent"])
    expect([name, await outcome(`https://${name}.example`)]).toMatchObject([
      name,
      { state: "deferred", isProviderDown: true },
    ]);
  const old = await aTlsServer({ minVersion: "TLSv1", maxVersion: "TLSv1.1" });
  expect(await outcome(old.url)).toMatchObject({ state: "deferred", problem: "no-tls" });
  const resetting = await listen(createServer((socket) => socket.resetAndDestroy()));
  expect(await outcome(`https://localhost:${resetting}`)).toMatchObject({ state: "deferred", isProviderDown: true });
  // Control: after the connection, nobody knows.
  const sink = await anHttpSink(() => "reset");
  expect(await outcome(sink.url)).toMatchObject({ state: "unknown" });
});

const fail = (): never => {
  throw new Error("The value is missing");
};
