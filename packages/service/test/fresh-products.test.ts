import { expect, test } from "vitest";
import { waitFor } from "../../../engines/wait-for.ts";
import { forgetOnChange, startWorker } from "../src/worker.ts";
import { stock } from "./fixtures/alert-shop.ts";
import { aClock } from "./fixtures/clock.ts";
import { aMailServer } from "./fixtures/mail-server.ts";
import { aMigratedDatabase } from "./fixtures/migrated-database.ts";
import { natsUrl } from "./fixtures/nats-url.ts";
import { anEmail, aService, aStore, asStore, type Service, type TestStore } from "./fixtures/service.ts";
import { anItem, good, listsOf } from "./fixtures/shopper-lists.ts";
import { subscribeAs } from "./fixtures/subscription-calls.ts";
import { whenDone } from "./fixtures/when-done.ts";

const WAIT_MAX_MS = 60_000;

/** The clock of this service stands still, so its cached products never expire by themselves. */
const aFrozenService = (env: Record<string, string> = {}) => aService({ env, clock: aClock().clock });
const aShop = (service: Service) => aStore(service, { scopes: ["admin"] });
const setTitle = async (store: TestStore, dt: string, headers = {}) =>
  good(
    await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants: [{ epi: 1, dt }] }, headers }),
  );

/** A list with item 1. `shown` returns the item as a call to the given service shows it. */
async function aList(store: TestStore) {
  const person = await store.anAccount();
  const lists = listsOf(store, person);
  const lid = await lists.create();
  await lists.add(lid, anItem(1));
  return {
    shown: async (service: Service) => (await listsOf(asStore(service, store), person).contents(lid))[0] ?? {},
  };
}

test("the process that takes catalog/upsert or inventory/set shows the new data at once", async () => {
  const service = aFrozenService();
  const store = await aShop(service);
  const { shown } = await aList(store);
  await setTitle(store, "Boots");
  expect(await shown(service)).toMatchObject({ dt: "Boots" });
  await setTitle(store, "Winter boots", { "idempotency-key": "1" });
  expect(await shown(service)).toMatchObject({ dt: "Winter boots", stk: null });
  await stock(store, 4);
  expect(await shown(service)).toMatchObject({ dt: "Winter boots", stk: 4 });
});

test("a process with NATS shows what another process stored within a second", async () => {
  const env = { NATS_URL: natsUrl };
  const [service, other] = [aService({ env }), aFrozenService(env)];
  whenDone(forgetOnChange(other.deps));
  const worker = startWorker(aService({ env }).deps);
  whenDone(() => worker.stop());
  const store = await aShop(service);
  const { shown } = await aList(store);
  await setTitle(store, "Boots 0");
  let tries = 0;
  const measure = async () => {
    await shown(other);
    tries += 1;
    await setTitle(store, `Boots ${tries}`);
    const from = performance.now();
    await waitFor(async () => (await shown(other)).dt === `Boots ${tries}`, WAIT_MAX_MS);
    return performance.now() - from;
  };
  // The first tries may include the connection to NATS, and a busy machine gets a few.
  expect(await waitFor(async () => (await measure()) < 1_000, WAIT_MAX_MS)).toBe(true);
});

test("without NATS a process shows what another process stored within five seconds", async () => {
  const time = aClock();
  const [service, other] = [aService(), aService({ clock: time.clock })];
  const store = await aShop(service);
  const { shown } = await aList(store);
  await setTitle(store, "Boots");
  expect(await shown(other)).toMatchObject({ dt: "Boots" });
  await setTitle(store, "Winter boots");
  await stock(store, 4);
  time.forward(5_000);
  expect(await shown(other)).toMatchObject({ dt: "Winter boots", stk: 4 });
});

test("an alert has the product data that the API of the same process has just stored", async () => {
  const mails = await aMailServer();
  const service = aFrozenService({ DATABASE_URL: await aMigratedDatabase(), KEEPSAKE_SMTP_URL: mails.url });
  const worker = startWorker(service.deps);
  whenDone(() => worker.stop());
  const store = await aShop(service);
  const subjects: (string | undefined)[] = [];
  for (const title of ["Boots", "Winter boots"]) {
    await setTitle(store, title);
    good(await subscribeAs(store, anEmail()));
    await stock(store, 5);
    const count = subjects.length + 1;
    expect(await waitFor(async () => (await mails.received()).length === count, WAIT_MAX_MS)).toBe(true);
    subjects.push((await mails.received())[count - 1]?.mail.subject);
    await stock(store, 0);
  }
  expect(subjects).toEqual([expect.stringContaining("Boots"), expect.stringContaining("Winter boots")]);
});
