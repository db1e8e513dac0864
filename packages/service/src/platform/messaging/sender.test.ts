import { expect, test } from "vitest";
import { anHttpSink } from "../../../test/fixtures/http-sink.ts";
import type { StoreId } from "../ids.ts";
import { createHttpMail } from "./mail/http.ts";
import { mailSender } from "./sender.ts";
import { createSmsSender } from "./sms/create-sms-sender.ts";

const mail = { to: "ann@example.com", subject: "Boots are back", text: "See https://shop.example/1", html: "" };

test("a sender has as many messages in flight as it is set to, whoever calls it, and no more", async () => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  let [open, most] = [0, 0];
  const sender = mailSender(
    async () => {
      open += 1;
      most = Math.max(most, open);
      await mayAnswer;
      open -= 1;
    },
    { inFlight: 7 },
  );
  expect(sender.inFlight).toBe(7);
  const sending = Array.from({ length: 20 }, (_, n) => sender.send(async () => mail, `1-${n}`));
  await new Promise(setImmediate); // by now every message that may go has gone
  expect(open).toBe(7);
  answer();
  const outcomes = await Promise.all(sending);
  expect(outcomes.map(({ state }) => state)).toEqual(Array.from({ length: 20 }, () => "sent"));
  expect(most).toBe(7);
});

test("text messages have as many in flight as they are set to", async () => {
  let open = 0;
  const crowded = Promise.withResolvers<void>();
  const sink = await anHttpSink(async () => {
    open += 1;
    if (open === 3) crowded.resolve();
    await crowded.promise; // with fewer in flight, this waits for ever
    return { status: 200 };
  });
  const sender = createSmsSender({ inFlight: 3, http: { url: sink.url } });
  expect(sender.inFlight).toBe(3);
  await Promise.all(Array.from({ length: 6 }, (_, n) => sender.send(async () => mail, `1-${n}`)));
  expect(sink.posts).toHaveLength(6);
});

test("a message that fails makes room for the next", async () => {
  const sink = await anHttpSink(() => ({ status: 500 }));
  const sender = mailSender(createHttpMail({ url: sink.url }, { from: "shop@example.com" }), { inFlight: 1 });
  for (let n = 0; n < 3; n += 1)
    expect(await sender.send(async () => mail, `1-${n}`)).toMatchObject({ state: "deferred" });
  expect(sink.posts).toHaveLength(3);
});

test("a sender with a maximum grants no more a second", () => {
  const sender = mailSender(async () => undefined, { perSecondMax: 3 });
  expect(sender.rate?.take(1 as StoreId, 100).granted).toBe(1);
});
