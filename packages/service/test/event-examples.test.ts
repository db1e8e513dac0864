import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { queueDeliveriesReader } from "../src/features/events/webhooks/messages/queue-deliveries-reader.ts";
import { EXAMPLES, exampleBody, PUBLIC_SUBJECTS } from "../src/features/events/webhooks/messages/wire.ts";
import { alertCall, anAlertShop, stock } from "./fixtures/alert-shop.ts";
import { drainOutbox } from "./fixtures/drain-outbox.ts";
import { anEmail, personOf } from "./fixtures/service.ts";
import { good, listsOf } from "./fixtures/shopper-lists.ts";
import { confirmationsOf, subscribeAs, subscriptionsOf } from "./fixtures/subscription-calls.ts";
import { anEndpoint } from "./fixtures/webhooks.ts";

const PAGE = new URL("../../../docs/events.md", import.meta.url);
const EPI = 40_017;
const PRODUCT = { epi: EPI, empi: 8_123, du: "https://shop.example/p/40017" };
const BOUNCES = "bounces@example.com";

/** Makes every public event happen, through the API alone, and returns the bodies of the webhooks. */
async function makeEverythingHappen() {
  const shop = await anAlertShop(undefined, { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1" });
  const store = await shop.aStore({ alerts: { offerMinutes: 30, lowStock: 5 } as never });
  await anEndpoint(store, { url: "https://hooks.example.com/" });
  const upsert = (price: number) =>
    store.admin("/storeadmin/v3/catalog/upsert", undefined, {
      json: { variants: [{ ...PRODUCT, dt: "Kettle", pr: price, currency: "EUR" }] },
    });
  good(await upsert(80));

  const ada = await store.anAccount();
  const lists = listsOf(store, ada);
  const lid = await lists.create("Kitchen");
  await lists.add(lid, PRODUCT);
  good(await lists.change(lid, { u: [{ ...PRODUCT, qty: 2 }] }));
  good(await lists.post("update", { lid, lname: "New kitchen" }));
  good(await lists.post("markPublic", { lid }));
  good(await lists.change(lid, { d: [PRODUCT] }));
  good(await lists.post("delete-list", { lid }));

  const guest = await store.aGuest();
  await listsOf(store, guest).create("Garden");
  const merged = personOf(await store.sync({ regid: guest.regid, useremail: ada.useremail }));

  const eve = await store.anAccount();
  good(await subscriptionsOf(store, eve).create(eve.useremail, [PRODUCT]));
  good(
    await store.admin("/storeadmin/v3/people/erase", undefined, { json: { email: eve.useremail, confirm: "erase" } }),
  );

  const emails = [anEmail(), anEmail()];
  for (const email of emails) good(await subscribeAs(store, email, [PRODUCT]));
  good(await subscribeAs(store, BOUNCES, [PRODUCT]));
  good(await subscriptionsOf(store, await store.aGuest()).create(anEmail(), [PRODUCT]));
  const [first] = await confirmationsOf(store, shop.ask);
  good(await store.browser("/alerts/confirm", { token: first?.token ?? "" }));
  const own = subscriptionsOf(store, ada);
  good(await own.create(ada.useremail, [PRODUCT]));
  const [, second] = await confirmationsOf(store, shop.ask);
  if (second) good(await store.browser("/alerts/confirm", { token: second.token }));
  good(await own.remove({ epi: String(EPI) }));
  const hook = new URL(shop.service.deps.hooks.urlOf("mail", await store.record()));
  const bounce = { bounceType: "Permanent", bouncedRecipients: [{ emailAddress: BOUNCES, status: "5.1.1" }] };
  const Message = JSON.stringify({ notificationType: "Bounce", bounce, mail: { headers: [] } });
  const json = { Type: "Notification", MessageId: "1", TopicArn: "arn", Message };
  good(await store.admin(`${hook.pathname}${hook.search}`, undefined, { json, key: null }));
  await stock(store, 12, EPI);
  await shop.work();
  const offer = /\/alerts\/offer\?token=(\S+)/.exec(shop.handed.at(-1)?.mail.text ?? "")?.[1] ?? "";
  good(await store.browser("/alerts/offer", { token: offer, answer: "yes" }));
  await alertCall(store, "bought", { epi: EPI, medium: "email", mediumvalue: emails[0] });
  await stock(store, 3, EPI);
  good(await upsert(60));

  const { db, stores, variants } = shop.service.deps;
  await drainOutbox(db, queueDeliveriesReader({ hot: db.hot, stores, variants, wake: () => undefined }));
  const bodies = await shop.ask<{ subject: string; body: string }>(
    "select subject, body from webhook_deliveries order by id",
  );
  return { bodies, store, lid, regids: { account: merged.regid, guest: guest.regid, erased: eve.regid } };
}

type Json = Record<string, unknown>;

test("every event is sent as its example says, and docs/events.md shows the examples", async () => {
  const { bodies, store, lid, regids } = await makeEverythingHappen();
  const seen = new Map<string, { data: Json }[]>();
  for (const { subject, body } of bodies) {
    const sent = JSON.parse(body) as { type: string; timestamp: string; number: number; store: string; data: Json };
    expect(Object.keys(sent)).toEqual(["type", "timestamp", "number", "store", "data"]);
    expect(sent).toMatchObject({ type: subject, store: store.pid, timestamp: new Date(sent.timestamp).toISOString() });
    expect(sent.number).toBeGreaterThan(0);
    seen.set(subject, [...(seen.get(subject) ?? []), sent]);
  }
  const numbers = bodies.map(({ body }) => (JSON.parse(body) as { number: number }).number);
  expect(new Set(numbers).size).toBe(numbers.length);

  expect([...seen.keys()].toSorted()).toEqual(PUBLIC_SUBJECTS.toSorted());
  const { regid, lid: exampleLid } = EXAMPLES["list.created"];
  const known = new Map<unknown, unknown>([
    [lid, exampleLid],
    [regids.account, regid],
    [regids.guest, EXAMPLES["shopper.merged"].guestregid],
    [regids.erased, regid],
  ]);
  for (const subject of PUBLIC_SUBJECTS) {
    const sent = (seen.get(subject) ?? []).map(({ data }) => withExampleIds(data, EXAMPLES[subject], known));
    expect(sent, `data of ${subject}`).toContainEqual(EXAMPLES[subject]);
  }

  const page = await readFile(PAGE, "utf8");
  const written = page.replace(
    /<!-- examples -->[^]*<!-- \/examples -->/,
    `<!-- examples -->\n${section()}<!-- /examples -->`,
  );
  // KEEPSAKE_TESTS=write writes the examples into the page.
  if (process.env["KEEPSAKE_TESTS"] === "write") await writeFile(PAGE, written);
  expect(await readFile(PAGE, "utf8")).toBe(written);
});

/** The ids of the database differ with each run: those of the example stand for them. */
function withExampleIds(value: unknown, example: unknown, known: ReadonlyMap<unknown, unknown>): unknown {
  if (known.has(value)) return known.get(value);
  if (Array.isArray(value))
    return value.slice(0, 1).map((one) => withExampleIds(one, (example as unknown[] | undefined)?.[0], known));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        withExampleIds(one, (example as Json | undefined)?.[key], known),
      ]),
    );
  return typeof value === "string" && /^\d{15,19}$/.test(value) && typeof example === "string" ? example : value;
}

function section() {
  const at = new Date("2026-11-17T09:30:00.000Z");
  const lines = PUBLIC_SUBJECTS.map((subject, index) =>
    exampleBody(subject, { pid: "tarnKitchen2", at }).replace('"number":0', `"number":${58 + index}`),
  );
  return `\`\`\`json\n${lines.join("\n")}\n\`\`\`\n`;
}
