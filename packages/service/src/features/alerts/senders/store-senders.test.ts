import { expect, test } from "vitest";
import { waitFor } from "../../../../../../engines/wait-for.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { aMailServer } from "../../../../test/fixtures/mail-server.ts";
import { senderCall, useOwnServer } from "../../../../test/fixtures/sender-shop.ts";
import { aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { whenDone } from "../../../../test/fixtures/when-done.ts";
import { attempt } from "../../../platform/messaging/sender.ts";
import { createStoreSenders, type Outlet } from "./store-senders.ts";

const service = aService({ env: { KEEPSAKE_ALLOW_LOOPBACK: "on" } });
const { stores } = service.deps;
const aStoreWith = async (url: string) => {
  const store = await aStore(service, { scopes: ["admin"] });
  await useOwnServer({ service }, store, url);
  return store;
};
function theSenders(openMax?: number) {
  const senders = createStoreSenders({
    ...service.deps,
    installation: { senders: {} },
    ...(openMax ? { openMax } : {}),
  });
  whenDone(async () => senders.close());
  return senders;
}
const MAIL = { to: "ann@example.com", subject: "s", text: "t", html: "h" };
const sendWith = ({ sendMail, from }: Outlet) =>
  attempt(async () => sendMail?.({ ...MAIL, ...(from ? { from } : {}) }, "<1@keepsake>"));
const record = async (store: TestStore) => {
  stores.clear();
  return store.record();
};

test("mails share connections, and a change of the sender is used at the next look at the store", async () => {
  const [first, second] = [await aMailServer(), await aMailServer()];
  const senders = theSenders();
  const store = await aStoreWith(first.url);
  for (let n = 0; n < 3; n += 1) await senders.use(await record(store), sendWith);
  expect([first.raw().length, first.connections()]).toEqual([3, 1]);
  await useOwnServer({ service }, store, second.url);
  await senders.use(await record(store), sendWith);
  expect([first.raw().length, second.raw().length]).toEqual([3, 1]);
  expect(await waitFor(async () => first.open() === 0, 20_000)).toBe(true);
});

test("only so many providers are kept ready, and a mail that is being sent is finished when its provider is closed", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const [slow, quick] = [await aMailServer({ answerWhen: () => promise }), await aMailServer()];
  const senders = theSenders(1);
  const [one, other] = [await aStoreWith(slow.url), await aStoreWith(quick.url)];
  const sending = senders.use(await record(one), sendWith);
  expect(await waitFor(async () => slow.raw().length === 1, 20_000)).toBe(true);
  expect(await senders.use(await record(other), sendWith)).toEqual({ state: "sent" });
  expect(slow.open()).toBe(1);
  resolve();
  expect(await sending).toEqual({ state: "sent" });
  expect(await waitFor(async () => slow.open() === 0, 20_000)).toBe(true);
});

test("a store without a sender of its own reads nothing", async () => {
  const store = await aStore(service);
  const senders = theSenders();
  const before = await record(store);
  const outlet = await senders.use(before, async (opened) => opened);
  expect(outlet).toMatchObject({ isOwn: false });
  expect(before.senders).toEqual({ version: 0, email: false, sms: false });
});

test("access that does not open makes messages wait, and says so", async () => {
  const server = await aMailServer();
  const store = await aStoreWith(server.url);
  await senderCall(store, "set", {
    medium: "sms",
    provider: "http",
    http: { url: "https://sms.example/", secret: "x" },
  });
  await look("update store_senders set sealed_access = 'broken' where store_id = $1", [store.id]);
  await theSenders().use(await record(store), async (outlet) => {
    const failure = { state: "deferred", isProviderDown: true, problem: "refused-login" };
    expect(await sendWith(outlet)).toMatchObject(failure);
    expect(await outlet.senders.email?.send(async () => MAIL, "k")).toMatchObject(failure);
    expect(await outlet.senders.sms?.send(async () => MAIL, "k")).toMatchObject(failure);
  });
});
