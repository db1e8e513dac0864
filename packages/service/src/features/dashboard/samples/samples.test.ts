import { expect, test } from "vitest";
import { waitFor } from "../../../../../../engines/wait-for.ts";
import { anAlertShop } from "../../../../test/fixtures/alert-shop.ts";
import { aLogin } from "../../../../test/fixtures/login.ts";
import { aBrowser, aMember, type Browser } from "../../../../test/fixtures/members.ts";
import { rollUp } from "../../../../test/fixtures/roll-up.ts";
import { aService } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import { createIsWithheld } from "../../subscriptions/suppression/is-withheld.ts";

const shop = await anAlertShop();
const { deps } = shop.service;

type Stores = readonly { readonly pid: string; readonly name: string; readonly sample: boolean }[];
const storesOf = async (browser: Browser) => good(await browser.me())["stores"] as Stores;
const create = async (browser: Browser) =>
  good(await browser.call("/storeadmin/v3/samples/create", { json: {} })) as { store: { pid: string } };
const waitingIn = async (browser: Browser) => {
  const { waiting } = good(await browser.call("/storeadmin/v3/insights/summary")) as { waiting: { people: number }[] };
  return waiting.reduce((sum, { people }) => sum + people, 0);
};

test("an owner looks around in a store with sample data, and removes it as a whole", async () => {
  const own = await shop.aNewStore();
  const owner = await aMember(shop.service, own, "owner");
  const { store } = await create(owner);
  expect(await storesOf(owner)).toMatchObject([
    { pid: own.pid, sample: false },
    { pid: store.pid, name: "Sample shop", sample: true },
  ]);
  expect((await create(owner)).store).toEqual(store);
  await rollUp(deps.db);
  expect(await waitingIn(owner)).toBe(0);
  good(await owner.call("/storeadmin/v3/me/open-store", { json: { store: store.pid } }));
  expect(await waitingIn(owner)).toBeGreaterThan(50);

  const { id } = await deps.stores.getByPid(store.pid);
  good(await owner.call("/storeadmin/v3/samples/remove", { json: {} }));
  good(await owner.call("/storeadmin/v3/me/open-store", { json: { store: own.pid } }));
  expect(await storesOf(owner)).toMatchObject([{ pid: own.pid, sample: false }]);
  const again = good(await owner.call("/storeadmin/v3/samples/remove", { json: {} }));
  expect(again["store"]).toBeNull();
  const isEmpty = await waitFor(
    async () => (await shop.ask("select from subscriptions where store_id = $1 limit 1", [id])).length === 0,
    60_000,
  );
  expect(isEmpty).toBe(true);
  const { items } = good(await owner.call("/storeadmin/v3/audit")) as { items: { action: string }[] };
  expect(items.map(({ action }) => action)).toContain("samples.created");
});

test("nothing of a sample store is sent, also not to its members", async () => {
  const own = await shop.aNewStore();
  const owner = await aMember(shop.service, own, "owner");
  const sample = await deps.stores.getByPid((await create(owner)).store.pid);
  const isWithheld = createIsWithheld(deps);
  const mail = { storeId: sample.id, kind: "report", medium: "email", to: "owner@shop.example" };
  expect(await isWithheld(mail as Parameters<typeof isWithheld>[0])).toBe(true);
  expect(await isWithheld({ ...mail, storeId: own.id } as Parameters<typeof isWithheld>[0])).toBe(false);
  await shop.ask("update plans set state = 0, next_at = now() where store_id = $1 and state = 1", [sample.id]);
  await shop.work();
  expect(shop.handed).toEqual([]);
  const skipped = await shop.ask("select from deliveries where store_id = $1 and state = 2", [sample.id]);
  expect(skipped.length).toBeGreaterThan(0); // control: people were due
});

test("a manager makes no sample data", async () => {
  const own = await shop.aNewStore();
  const manager = await aMember(shop.service, own, "manager");
  for (const verb of ["create", "remove"])
    expect((await manager.call(`/storeadmin/v3/samples/${verb}`, { json: {} })).status).toBe(403);
});

test("a service whose login may not work as operator says so, and neither makes nor removes sample data", async () => {
  const { url } = await aLogin("noinherit", shop.url);
  const limited = aService({ env: { DATABASE_URL: url } });
  const owner = await aMember(shop.service, await shop.aNewStore(), "owner");
  const ask = async (verb: string) => {
    const browser = aBrowser(limited);
    for (const [name, value] of owner.jar) browser.jar.set(name, value);
    await browser.me();
    return browser.call(`/storeadmin/v3/samples/${verb}`, { json: {} });
  };
  const refused = { status: 403, body: { error: true, type: "samples-by-operator" } };
  expect(await ask("create")).toMatchObject(refused);
  expect(await storesOf(owner)).toHaveLength(1);
  await create(owner); // control: the other service may
  expect(await ask("remove")).toMatchObject(refused);
  expect(await storesOf(owner)).toHaveLength(2);
});
