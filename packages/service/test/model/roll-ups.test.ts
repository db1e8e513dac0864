import fc from "fast-check";
import { expect, test } from "vitest";
import { rebuildRollups } from "../../src/features/insights/recount/rebuild-rollups.ts";
import { COUNTERS } from "../../src/features/insights/rollups/counters.ts";
import { rollUpReader } from "../../src/features/insights/rollups/roll-up-reader.ts";
import type { ContactId } from "../../src/platform/ids.ts";
import { createLog } from "../../src/platform/log.ts";
import { retryParked } from "../../src/platform/outbox/retry-parked.ts";
import { anAlertShop, aProvider, stock } from "../fixtures/alert-shop.ts";
import { anItem, listCalls } from "../fixtures/list-calls.ts";
import { parkUnread } from "../fixtures/park-unread.ts";
import { findDifferences, rollUp } from "../fixtures/roll-up.ts";
import type { Person, TestStore } from "../fixtures/service.ts";
import { aProduct, confirmationsOf, subscribeAs, subscriptionsOf } from "../fixtures/subscription-calls.ts";
import { partsOf } from "./run-model.ts";

const verb = <T>(value: T) => fc.constant(value);
const epi = fc.integer({ min: 1, max: 3 });
const who = fc.constantFrom("guest" as const, "account" as const);
const person = fc.integer({ min: 1, max: 6 });
const topic = fc.constantFrom("backinstock", "backinstock", "pricedrop", "comingsoon");
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: verb("sign up" as const), person, epi, topic, qty: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: verb("sign up in a browser" as const), person, epi, topic }) },
  { weight: 2, arbitrary: fc.record({ do: verb("confirm" as const), nth: fc.nat({ max: 9 }) }) },
  { weight: 1, arbitrary: fc.record({ do: verb("leave in a browser" as const), epi }) },
  { weight: 2, arbitrary: fc.record({ do: verb("leave by the link" as const), person }) },
  { weight: 2, arbitrary: fc.record({ do: verb("buy" as const), person, epi, topic }) },
  { weight: 4, arbitrary: fc.record({ do: verb("stock" as const), epi, quantity: fc.integer({ min: 0, max: 6 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: verb("price" as const),
      epi,
      price: fc.integer({ min: 1, max: 99 }),
      currency: fc.constantFrom("EUR", "USD"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: verb("send" as const), epi }) },
  { weight: 4, arbitrary: fc.record({ do: verb("save" as const), who, epi }) },
  { weight: 2, arbitrary: fc.record({ do: verb("unsave" as const), who, epi }) },
  { weight: 2, arbitrary: fc.record({ do: verb("save for later" as const), who, epi }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: verb("copy the list" as const), who, name: fc.constantFrom("Copy 1", "Copy 2") }),
  },
  { weight: 1, arbitrary: fc.record({ do: verb("delete the list" as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: verb("log in" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: verb("undo the merge" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: verb("erase" as const), person }) },
  { weight: 1, arbitrary: fc.record({ do: verb("offers" as const), minutes: fc.constantFrom(0, 30) }) },
  { weight: 3, arbitrary: fc.record({ do: verb("follow a link" as const), nth: fc.nat({ max: 99 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: verb("order" as const),
      id: fc.constantFrom("A", "B", "C"),
      person,
      lines: fc.array(
        fc.record({ epi, quantity: fc.integer({ min: 1, max: 3 }), price: fc.constantFrom("0.1", 19.99, "7") }),
        {
          maxLength: 3,
        },
      ),
      currency: fc.constantFrom("EUR", "USD"),
      cancelled: fc.boolean(),
      daysAgo: fc.constantFrom(0, 0, 0, 1, 5),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: verb("work" as const) }) },
  { weight: 3, arbitrary: fc.record({ do: verb("roll up" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: verb("fail to roll up" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: verb("retry" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: verb("rebuild" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Everything that is counted happens once. */
const EVERYTHING: readonly Step[] = [
  { do: "sign up", person: 1, epi: 1, topic: "backinstock", qty: 2 },
  { do: "offers", minutes: 30 },
  { do: "stock", epi: 1, quantity: 3 },
  { do: "work" },
  { do: "offers", minutes: 0 },
  { do: "sign up in a browser", person: 2, epi: 2, topic: "backinstock" },
  { do: "confirm", nth: 0 },
  { do: "stock", epi: 2, quantity: 3 },
  { do: "work" },
  { do: "follow a link", nth: 0 },
  { do: "buy", person: 2, epi: 2, topic: "backinstock" },
  { do: "sign up", person: 3, epi: 3, topic: "backinstock", qty: 1 },
  { do: "stock", epi: 3, quantity: 3 },
  { do: "work" },
  { do: "sign up", person: 4, epi: 1, topic: "pricedrop", qty: 1 },
  { do: "leave by the link", person: 4 },
  { do: "save", who: "guest", epi: 1 },
  { do: "unsave", who: "guest", epi: 1 },
  { do: "save", who: "guest", epi: 2 },
  { do: "save", who: "account", epi: 2 },
  { do: "save for later", who: "guest", epi: 3 },
  { do: "copy the list", who: "guest", name: "Copy 1" },
  { do: "log in" },
  { do: "fail to roll up" },
  { do: "undo the merge" },
  { do: "retry" },
  { do: "log in" },
  { do: "erase", person: 1 },
];

/** Every third person's mail bounces. */
const emailOf = (n: number) => `${n % 3 === 0 ? "bounces" : "reads"}-${n}@example.com`;
const provider = () =>
  aProvider(({ mail }) =>
    mail.to.startsWith("bounces") ? { state: "rejected", reason: "550 no such mailbox" } : { state: "sent" },
  );

type Shop = Awaited<ReturnType<typeof anAlertShop>>;

async function play(shop: Shop, store: TestStore, steps: readonly Step[]) {
  const { db } = shop.service.deps;
  let { guest, browser, savers } = await newDevice();

  /** A guest, and the account of the first person: after a merge both write the same lists. */
  async function newDevice() {
    const fresh = await store.aGuest();
    const account = await store.anAccount(emailOf(1));
    const saver = (of: Person) => ({ lists: listCalls(store, of), lid: "" });
    return {
      guest: fresh,
      browser: subscriptionsOf(store, fresh),
      savers: { guest: saver(fresh), account: saver(account) },
    };
  }

  async function take(one: Step) {
    switch (one.do) {
      case "sign up":
        return subscribeAs(store, emailOf(one.person), [aProduct(one.epi, { qty: one.qty })], {
          topics: JSON.stringify([one.topic]),
        });
      case "sign up in a browser":
        return browser.create(emailOf(one.person), [aProduct(one.epi)], { topics: JSON.stringify([one.topic]) });
      case "confirm": {
        const mails = await confirmationsOf(store, shop.ask);
        const token = mails[one.nth % Math.max(1, mails.length)]?.token;
        return token ? store.admin("/alerts/confirm", { token }, { key: null }) : undefined;
      }
      case "leave in a browser":
        return browser.remove({ epi: String(one.epi) });
      case "leave by the link": {
        const contacts = await shop.ask<{ id: ContactId }>(
          "select id from contacts where store_id = $1 and value = $2",
          [store.id, emailOf(one.person)],
        );
        const contactId = contacts[0]?.id;
        return contactId
          ? store.admin(
              "/alerts/unsubscribe",
              { token: shop.deps.links.tokenFor({ storeId: store.id, contactId }) },
              { key: null },
            )
          : undefined;
      }
      case "buy":
        return store.admin("/storeadmin/v3/alerts/bought", undefined, {
          json: { epi: one.epi, topic: one.topic, medium: "email", mediumvalue: emailOf(one.person) },
        });
      case "stock":
        return stock(store, one.quantity, one.epi);
      case "price":
        return store.admin("/storeadmin/v3/catalog/upsert", undefined, {
          json: { variants: [{ epi: one.epi, pr: one.price, currency: one.currency }] },
        });
      case "send":
        return store.admin("/storeadmin/v3/alerts/send", undefined, { json: { epi: one.epi, topic: "comingsoon" } });
      case "save": {
        const saver = savers[one.who];
        saver.lid ||= await saver.lists.aList("Saved");
        return saver.lists.call("update-ctx", { lid: saver.lid, a: JSON.stringify([anItem(one.epi)]) });
      }
      case "unsave": {
        const { lists, lid } = savers[one.who];
        return lid ? lists.call("update-ctx", { lid, d: JSON.stringify([{ epi: one.epi }]) }) : undefined;
      }
      case "save for later": {
        const { lists } = savers[one.who];
        const { list } = (await lists.call("sfl/create")).body as { list?: { lid?: string } };
        const lid = list?.lid ?? "";
        return lists.call("sfl/add", { lid, items: JSON.stringify([anItem(one.epi)]) });
      }
      case "copy the list": {
        const { lists, lid } = savers[one.who];
        return lid ? lists.call("create", { lname: one.name, fromlid: lid }) : undefined;
      }
      case "delete the list": {
        const { lists, lid } = savers[one.who];
        if (lid) await lists.call("delete-list", { lid });
        savers[one.who].lid = "";
        return undefined;
      }
      case "log in":
        return store.sync({ regid: guest.regid, useremail: emailOf(1) });
      case "undo the merge":
        return store.undoMerge({ regid: guest.regid });
      case "erase": {
        const json = { email: emailOf(one.person), confirm: "erase" };
        const answer = await store.admin("/storeadmin/v3/people/erase", undefined, { json });
        if (one.person === 1) ({ guest, browser, savers } = await newDevice());
        return answer;
      }
      case "offers":
        return shop.changeSettings(store, { alerts: { offerMinutes: one.minutes } });
      case "follow a link": {
        const links = shop.handed.flatMap(({ mail }) => /\/alerts\/go\?token=\S+/.exec(mail.text)?.[0] ?? []);
        const url = links.at(-1 - (one.nth % Math.max(1, links.length)));
        return url ? store.admin(url, undefined, { key: null, method: "GET" }) : undefined;
      }
      case "order": {
        const { id, lines, currency, cancelled, daysAgo } = one;
        const occurredAt = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
        const email = emailOf(one.person);
        return store.admin("/storeadmin/v3/orders/report", undefined, {
          json: { orders: [{ id, email, currency, occurredAt, cancelled, lines }] },
        });
      }
      case "work":
        return shop.work();
      case "roll up":
        return rollUp(db);
      case "fail to roll up":
        return parkUnread(db, rollUpReader);
      case "retry":
        await shop.ask("update outbox_parked set retry_at = now()");
        return retryParked({ db, readers: [rollUpReader], log: createLog("silent") });
      case "rebuild":
        return rebuildRollups(db);
    }
  }
  const refused: unknown[] = [];
  for (const one of steps) {
    const answer = await take(one);
    if (typeof answer === "object" && "status" in answer && answer.status >= 400) refused.push([one, answer.text]);
  }
  return refused;
}

/** Units may have been cancelled again. */
const HAPPENS = Object.values(COUNTERS).filter((column) => column !== "units");

const PARTS = partsOf({ short: 12, full: 300, partSize: 50 });
test.each(PARTS)(
  "after any calls the roll-ups equal a full count, before and after they catch up (%o)",
  { timeout: 600_000 },
  async ({ seed, runs }) => {
    const shop = await anAlertShop(provider(), { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1" });
    const { db } = shop.service.deps;
    expect(await play(shop, await shop.aNewStore(), EVERYTHING)).toEqual([]);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async (steps) => {
        const store = await shop.aNewStore();
        await play(shop, store, steps);
        expect(await findDifferences(db)).toEqual([]);
        await rollUp(db);
        expect(await findDifferences(db)).toEqual([]);
      }),
      { seed, numRuns: runs, endOnFailure: true },
    );
    // Control: there was something to count.
    const [sums] = await shop.ask<Record<string, number>>(
      `select ${HAPPENS.map((column) => `sum(${column})::int as ${column}`).join(", ")} from store_days`,
    );
    expect(Object.entries(sums ?? {}).filter(([, sum]) => !(sum > 0))).toEqual([]);
  },
);
