import fc from "fast-check";
import { expect, test } from "vitest";
import { aLine, alertCall, anAlertShop, stock } from "../../../../test/fixtures/alert-shop.ts";
import { atOnce, untilServed } from "../../../../test/fixtures/crowd.ts";
import type { TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import { subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import type { ContactId } from "../../../platform/ids.ts";
import type { StoreSettings } from "../../stores/settings/settings.ts";
import { expireDueOffers } from "../offers/expire-due-offers.ts";
import { pruneHolds } from "./prune-holds.ts";

const WITH_OFFERS: StoreSettings = { alerts: { offerMinutes: 30 } };
const [P1, P2] = ["p0001@example.com", "p0002@example.com"] as const;
const never = (): never => {
  throw new Error("This does not happen");
};

type Listed = {
  offer: string;
  epi: string;
  empi: string | null;
  units: number;
  until: string;
  state: string;
  reference: string | null;
  url: string | null;
};

const shop = await anAlertShop();
const { db } = shop.service.deps;

/** A store with a connector that reserves, and offers that were sent to the first people of a line. */
async function withOffers({ people = 1, units = people }: { people?: number; units?: number } = {}) {
  const store = await shop.aStore(WITH_OFFERS);
  await reportConnector(store, { reserves: true });
  await aLine(store, people);
  await stock(store, units);
  await shop.work();
  return store;
}
const reportConnector = async (store: TestStore, json: object) =>
  good(await store.admin("/storeadmin/v3/connectors/report", undefined, { json: { name: "medusa", ...json } }));
const tokenOf = ({ id }: TestStore, email: string) => {
  const sent = shop.handed.findLast(
    ({ mail: { to, headers } }) =>
      to === email && headers?.["list-unsubscribe"]?.includes(`token=p.${id.toString(36)}.`) === true,
  );
  return /\/alerts\/offer\?token=([\w.-]+)/.exec(sent?.mail.text ?? "")?.[1] ?? never();
};
const answer = (store: TestStore, email: string, choice: "yes" | "no") =>
  untilServed(() => store.browser("/alerts/offer", { token: tokenOf(store, email), answer: choice }));
const look = (store: TestStore, email: string) =>
  store.browser("/alerts/offer", undefined, { method: "GET", query: { token: tokenOf(store, email) } });
const list = async (store: TestStore, state: "open" | "held" = "open", query = {}) =>
  good(
    await store.admin("/storeadmin/v3/offers/holds", undefined, { method: "GET", query: { state, ...query } }),
  ) as unknown as { holds: Listed[]; next: string | null };
const report = async (store: TestStore, ...holds: object[]) =>
  good(await store.admin("/storeadmin/v3/offers/holds/report", undefined, { json: { holds } }))["changed"];
const statesOf = async (store: TestStore) => [
  ...(await list(store)).holds.map(({ state }) => state),
  ...(await list(store, "held")).holds.map(({ state }) => state),
];
const expireNow = async ({ id }: TestStore) => {
  await shop.ask("update offers set until = now() where store_id = $1 and state in (1, 2)", [id]);
  await expireDueOffers(db);
};
const happened = async (store: TestStore, email: string) =>
  (
    await shop.ask<{ reason: string }>(
      `select l.reason from ledger l join subscriptions s on s.id = l.subscription_id join contacts c on c.id = s.contact_id
       where l.store_id = $1 and c.value = $2 order by l.at, l.reason`,
      [store.id, email],
    )
  ).map(({ reason }) => reason);
/** An accepted offer as the connector sees it. */
async function anAccepted(store: TestStore, email = P1) {
  await answer(store, email, "yes");
  const { holds } = await list(store);
  return holds.at(-1) ?? never();
}

test("accepting an offer asks the connector to reserve; it reserves, the offer ends, and it releases", async () => {
  const store = await withOffers();
  expect(await list(store)).toEqual({ holds: [], next: null });
  const wanted = await anAccepted(store);
  expect(wanted).toEqual({
    offer: expect.stringMatching(/^[A-Za-z0-9_-]{20,64}$/),
    epi: "1",
    empi: null,
    units: 1,
    until: expect.any(String),
    state: "wanted",
    reference: null,
    url: null,
  });
  const { offer } = wanted;
  const url = "https://checkout.example/cart/1";
  expect(await report(store, { offer, state: "held", reference: "r-1", url })).toBe(1);
  expect((await list(store)).holds).toEqual([]);
  expect((await list(store, "held")).holds).toEqual([{ ...wanted, state: "held", reference: "r-1", url }]);
  await expireNow(store);
  expect((await list(store)).holds).toMatchObject([{ offer, state: "ending", reference: "r-1" }]);
  expect(await report(store, { offer, state: "released" })).toBe(1);
  expect(await statesOf(store)).toEqual([]);
  expect(await happened(store, P1)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^accepted, first chance until/),
      expect.stringMatching(/^the shop reserved the units until/),
      "accepted, and did not buy in time",
      "the shop released the units",
    ]),
  );
});

test("without a connector that reserves, or when it fell silent, nothing is wanted", async () => {
  const store = await shop.aStore(WITH_OFFERS);
  await reportConnector(store, { name: "feed" });
  await aLine(store, 2);
  await stock(store, 2);
  await shop.work();
  await answer(store, P1, "yes");
  expect((await list(store)).holds).toEqual([]);
  await reportConnector(store, { reserves: true });
  await shop.ask("update connectors set last_at = now() - interval '2 hours' where store_id = $1", [store.id]);
  await answer(store, P2, "yes");
  expect((await list(store)).holds).toEqual([]);
});

test("accepting several times, also at once, wants one hold, and each acceptance is another", async () => {
  const store = await withOffers({ people: 3 });
  await atOnce(4, () => answer(store, P1, "yes"));
  await answer(store, P2, "yes");
  const { holds } = await list(store);
  expect(holds).toHaveLength(2);
  expect(new Set(holds.map(({ offer }) => offer)).size).toBe(2);
});

/** Everything that ends an accepted offer. */
const ENDINGS: Readonly<Record<string, (store: TestStore) => Promise<unknown>>> = {
  "it expires": expireNow,
  "the shopper buys": (store) => alertCall(store, "bought", { epi: 1, medium: "email", mediumvalue: P1 }),
  "the shopper leaves": (store) => leave(store, P1),
  "the shopper is erased": (store) =>
    store.admin("/storeadmin/v3/people/erase", undefined, { json: { email: P1, confirm: "erase" } }),
  "the shopper leaves, comes back and gets another offer": async (store) => {
    await leave(store, P1);
    await subscribeAs(store, P1);
    await alertCall(store, "send", { epi: 1, topic: "backinstock" });
  },
  "an order has the product": (store) =>
    store.admin("/storeadmin/v3/orders/report", undefined, {
      json: {
        orders: [
          {
            id: "1",
            occurredAt: new Date().toISOString(),
            email: P1,
            currency: "EUR",
            lines: [{ epi: 1, quantity: 1, price: "9.00" }],
          },
        ],
      },
    }),
};

test.each(Object.keys(ENDINGS).flatMap((name) => [[name, "wanted"] as const, [name, "held"] as const]))(
  "when %s, a hold that is %s ends",
  async (name, state) => {
    const store = await withOffers({ people: 1, units: 2 });
    const { offer } = await anAccepted(store);
    if (state === "held") await report(store, { offer, state: "held", reference: "r-1", url: "https://x.example/" });
    await ENDINGS[name]?.(store);
    await shop.work();
    expect((await list(store)).holds).toMatchObject([
      { offer, state: "ending", reference: state === "held" ? "r-1" : null },
    ]);
    expect((await list(store, "held")).holds).toEqual([]);
    expect(await report(store, { offer, state: "released" })).toBe(1);
    expect((await list(store)).holds).toEqual([]);
  },
);

async function leave(store: TestStore, email: string) {
  const [contact] = await shop.ask<{ id: ContactId }>("select id from contacts where store_id = $1 and value = $2", [
    store.id,
    email,
  ]);
  const token = shop.service.deps.links.tokenFor({ storeId: store.id, contactId: contact?.id ?? never() });
  expect((await store.browser("/alerts/unsubscribe", { token })).status).toBe(200);
}

test("the hold of an erased person stays until it is released, and leads to nobody", async () => {
  const store = await withOffers();
  const { offer } = await anAccepted(store);
  await report(store, { offer, state: "held", reference: "r-1", url: "https://x.example/?of=ada" });
  await ENDINGS["the shopper is erased"]?.(store);
  const rows = "select subscription_id as id, url, reference from offer_holds where store_id = $1";
  expect(await shop.ask(rows, [store.id])).toEqual([{ id: null, url: null, reference: "r-1" }]);
  // What the connector says afterwards brings nothing back.
  await report(store, { offer, state: "held", reference: "r-2", url: "https://x.example/?of=ada" });
  expect(await shop.ask(rows, [store.id])).toEqual([{ id: null, url: null, reference: "r-2" }]);
});

test("repeated, late and reordered reports change nothing, or ask for a release", async () => {
  const store = await withOffers();
  const { offer } = await anAccepted(store);
  const held = { offer, state: "held", reference: "r-1", url: "https://x.example/" };
  expect(await report(store, { offer, state: "released" }), "before anything was reserved").toBe(0);
  expect(await statesOf(store)).toEqual(["wanted"]);
  expect([await report(store, held), await report(store, held)]).toEqual([1, 0]);
  expect(await report(store, { offer, state: "refused", reason: "late" })).toBe(0);
  expect(await statesOf(store)).toEqual(["held"]);
  await expireNow(store);
  expect(await report(store, { offer, state: "released" })).toBe(1);
  expect(await report(store, { offer, state: "released" })).toBe(0);
  expect(await statesOf(store)).toEqual([]);
  expect(await report(store, held), "held again after it was released").toBe(1);
  expect(await statesOf(store)).toEqual(["ending"]);
  expect(await report(store, held)).toBe(0);
});

test("an offer that ends while the connector reserves is listed until it is released", async () => {
  const store = await withOffers();
  const { offer } = await anAccepted(store);
  await expireNow(store);
  expect(await report(store, { offer, state: "held", reference: "r-1" })).toBe(1);
  expect((await list(store)).holds).toMatchObject([{ offer, state: "ending", reference: "r-1" }]);
});

test("a refused hold ends nothing: the offer stays, its reason is told, and a later success counts", async () => {
  const store = await withOffers();
  const { offer } = await anAccepted(store);
  expect(await report(store, { offer, state: "refused", reason: "No stock at the warehouse" })).toBe(1);
  expect(await statesOf(store)).toEqual([]);
  expect(await happened(store, P1)).toContain("the shop could not reserve the units: No stock at the warehouse");
  expect(await alertCall(store, "explain", { epi: 1, medium: "email", mediumvalue: P1 })).toMatchObject({
    because: "State: offered. Reason: the shop could not reserve the units: No stock at the warehouse.",
  });
  expect(await report(store, { offer, state: "held", reference: "r-1" })).toBe(1);
  expect(await statesOf(store)).toEqual(["held"]);
  const other = await withOffers();
  const refused = await anAccepted(other);
  await report(other, { offer: refused.offer, state: "refused" });
  await expireNow(other);
  expect(await statesOf(other), "nothing is reserved").toEqual([]);
});

test("a reservation that the platform lost is no longer shown as held, and the offer stays a first chance", async () => {
  const store = await withOffers();
  const { offer } = await anAccepted(store);
  await report(store, { offer, state: "held", reference: "r-1", url: "https://x.example/" });
  expect(await report(store, { offer, state: "released" })).toBe(1);
  expect(await statesOf(store)).toEqual([]);
  expect((await look(store, P1)).text).not.toContain("https://x.example/");
});

test("holds come in pages, the oldest first", async () => {
  const store = await withOffers({ people: 5 });
  for (const email of ["p0003", "p0001", "p0005", "p0002", "p0004"]) await answer(store, `${email}@example.com`, "yes");
  const all = (await list(store)).holds.map(({ offer }) => offer);
  expect(all).toHaveLength(5);
  const paged: string[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const page = await list(store, "open", { limit: "2", ...(after ? { after } : {}) });
    paged.push(...page.holds.map(({ offer }) => offer));
    after = page.next;
  }
  expect(paged).toEqual(all);
  const forged = await store.admin("/storeadmin/v3/offers/holds", undefined, {
    method: "GET",
    query: { after: "1 or true" },
  });
  expect([forged.status, forged.body["type"]]).toEqual([400, "invalid-cursor"]);
});

test("a poll costs one statement without a transaction, which finds the work of one store by an index", async () => {
  const store = await withOffers();
  await anAccepted(store);
  const { hot } = db;
  const run = hot.run.bind(hot);
  const names: string[] = [];
  const texts: string[] = [];
  Object.assign(hot, {
    run: (statement: { name: string; text: string }, values: unknown[]) => {
      names.push(statement.name);
      texts.push(statement.text);
      return run(statement as never, values);
    },
  });
  await list(store, "held");
  await list(store);
  Object.assign(hot, { run });
  const own = names.filter((name) => name.includes("hold"));
  expect(own).toEqual(["held-holds", "holds-to-work-on"]);
  for (const text of texts.filter((one) => one.includes("offer_holds"))) {
    await shop.ask("set enable_seqscan = off");
    const plan = await shop.ask<{ "QUERY PLAN": string }>(
      `explain ${text.replace("$1", "1").replace("$2", "0").replace("$3", "100")}`,
    );
    expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(/offer_holds_(open|held)/);
  }
});

test("the page of an accepted offer looks again by itself, for about a minute, and then shows the reservation", async () => {
  const store = await withOffers({ people: 2 });
  const open = await look(store, P1);
  expect(open.text).toContain("If you accept, the shop reserves it for you");
  expect(open.headers["refresh"]).toBeUndefined();

  const accepted = await answer(store, P1, "yes");
  for (const page of [accepted, await look(store, P1)]) {
    expect(page.text).toContain("We&#39;re reserving it for you…");
    expect(page.headers["refresh"]).toBe(`3; url=/alerts/offer?token=${tokenOf(store, P1)}`);
    expect(page.text).not.toContain("Reserved for you");
  }
  // A connector that does not answer in time changes nothing about the first chance.
  await shop.ask("update offer_holds set accepted_at = now() - interval '61 seconds' where store_id = $1", [store.id]);
  const given = await look(store, P1);
  expect(given.headers["refresh"]).toBeUndefined();
  expect(given.text).toContain("You have the first chance until");
  expect(given.text).not.toMatch(/reserv/i);

  const { holds } = await list(store);
  const url = "https://checkout.example/cart?a=1&b=%22%3E%3Cscript%3E";
  await report(store, { offer: holds[0]?.offer, state: "held", reference: "r-1", url });
  const held = await look(store, P1);
  expect(held.text).toContain("The shop has reserved it for you until");
  expect(held.text).toContain(
    'href="https://checkout.example/cart?a=1&amp;b=%22%3E%3Cscript%3E" rel="noopener noreferrer">Buy it now',
  );
  expect(held.headers["refresh"]).toBeUndefined();
  await expireNow(store);
  const over = await look(store, P1);
  expect(over.text).toContain("This offer is over");
  expect(over.text).not.toContain("checkout.example");
});

test("the page of an offer that the shop could not reserve says so, with the way to the shop", async () => {
  const store = await withOffers();
  const { offer } = await anAccepted(store);
  await report(store, { offer, state: "refused", reason: "No stock <b>here</b>" });
  const page = await look(store, P1);
  expect(page.text).toContain("The shop could not reserve it. You have the first chance until");
  expect(page.text).toContain('href="https://shop.example/p/1"');
  expect(page.text).not.toContain("No stock");
});

test("mails promise a reservation only in a store with a connector that reserves", async () => {
  const mailOf = (email: string) => shop.handed.findLast(({ mail: { to } }) => to === email)?.mail ?? never();
  await withOffers();
  expect(mailOf(P1).text).toContain("the shop reserves it for you");
  expect(mailOf(P1).html).toContain("Accept the offer");
  const without = await shop.aStore(WITH_OFFERS);
  await subscribeAs(without, P1, undefined, { locale: "fr" });
  await subscribeAs(without, P2, undefined, { locale: "de" });
  await stock(without, 2);
  await shop.work();
  for (const { subject, text, html } of [mailOf(P1), mailOf(P2)])
    expect(`${subject} ${text} ${html}`).not.toMatch(/r[eé]serv/i);
  for (const email of [P1, P2]) {
    expect((await look(without, email)).text).not.toMatch(/r[eé]serv/i);
    expect((await answer(without, email, "yes")).text).not.toMatch(/r[eé]serv/i);
  }
});

test("the holds of one store cannot be listed or reported by another", async () => {
  const [store, other] = [await withOffers(), await shop.aStore()];
  const { offer } = await anAccepted(store);
  expect((await list(other)).holds).toEqual([]);
  expect(await report(other, { offer, state: "held" }, { offer: "nobody-knows-this", state: "held" })).toBe(0);
  expect(await statesOf(store)).toEqual(["wanted"]);
});

test.each([
  ["a script", { url: "javascript:alert(1)" }],
  ["a file", { url: "file:///etc/passwd" }],
  ["a host with a user name", { url: "https://shop.example@evil.example/" }],
  ["no URL", { url: "cart" }],
  ["a reference that is too long", { reference: "x".repeat(201) }],
  ["a reason that is too long", { reason: "x".repeat(501) }],
  ["another state", { state: "sold" }],
])("a report with %s is refused", async (_, more) => {
  const store = await withOffers();
  const { offer } = await anAccepted(store);
  const json = { holds: [{ offer, state: "held", ...more }] };
  expect((await store.admin("/storeadmin/v3/offers/holds/report", undefined, { json })).status).toBe(400);
  expect(await statesOf(store)).toEqual(["wanted"]);
});

test("what nobody releases for a week is given up, and deleted a month later; what was released goes after a week", async () => {
  const [stuck, done] = [await withOffers(), await withOffers()];
  for (const store of [stuck, done]) {
    const { offer } = await anAccepted(store);
    await report(store, { offer, state: "held", reference: "r-1" });
    await expireNow(store);
    if (store === done) await report(store, { offer, state: "released" });
  }
  const age = (days: number) =>
    shop.ask(
      "update offer_holds set since = since - make_interval(days => $1), ended_at = ended_at - make_interval(days => $1)",
      [days],
    );
  const left = async (store: TestStore) =>
    (await shop.ask<{ state: number }>("select state from offer_holds where store_id = $1", [store.id])).map(
      ({ state }) => state,
    );
  await age(6);
  await pruneHolds(db);
  expect([await left(stuck), await left(done)]).toEqual([[3], [4]]);
  await age(2);
  await pruneHolds(db);
  expect([await left(stuck), await left(done)]).toEqual([[5], []]);
  expect((await list(stuck)).holds).toEqual([]);
  await age(31);
  await pruneHolds(db);
  expect(await left(stuck)).toEqual([]);
});

test("a hold ends although the end of its offer was missed", async () => {
  const store = await withOffers();
  await anAccepted(store);
  await shop.ask("delete from offers where store_id = $1", [store.id]);
  await shop.ask("update offer_holds set until = now() - interval '2 hours' where store_id = $1", [store.id]);
  await pruneHolds(db);
  expect(await statesOf(store)).toEqual(["ending"]);
});

test("units that the connector reserves stay in its stock report: their release offers one more person, and is no restock", async () => {
  const store = await withOffers({ people: 3, units: 1 });
  const { offer } = await anAccepted(store);
  await report(store, { offer, state: "held", reference: "r-1" });
  const notified = async () => {
    const before = shop.handed.length;
    await shop.work();
    return shop.addresses().slice(before);
  };
  const restocks = async () =>
    (await shop.ask<{ restocks: number }>("select restocks from stock where store_id = $1", [store.id]))[0]?.restocks;
  // The platform has one unit, which is reserved; the connector reports it all the same.
  await stock(store, 1);
  expect([await notified(), await restocks()]).toEqual([[], 1]);
  await expireNow(store);
  expect(await notified()).toEqual([P2]);
  await report(store, { offer, state: "released" });
  await stock(store, 1);
  expect([await notified(), await restocks()]).toEqual([[], 1]);
  // Sold: the order ends the offer of the second, and no unit is left for the third.
  await answer(store, P2, "yes");
  await alertCall(store, "bought", { epi: 1, medium: "email", mediumvalue: P2 });
  await stock(store, 0);
  await shop.ask("update plans set next_at = now() where store_id = $1 and next_at is not null", [store.id]);
  expect([await notified(), await restocks()]).toEqual([[], 1]);
});

const step = fc.constantFrom("accept", "held", "refused", "released", "expire", "bought", "poll");

test("in any order of acceptances, reports and endings, an acceptance has one hold, and what is reserved is listed until it is released", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const store = await withOffers();
      /** The platform's side: what is reserved there. */
      const reserved = new Set<string>();
      let offer: string | undefined;
      const seen = new Set<string>();
      for (const one of steps) {
        if (one === "accept") await answer(store, P1, "yes");
        else if (one === "expire") await expireNow(store);
        else if (one === "bought") await alertCall(store, "bought", { epi: 1, medium: "email", mediumvalue: P1 });
        else if (one !== "poll" && offer) {
          if (one === "held") reserved.add(offer);
          else reserved.delete(offer);
          await report(store, { offer, state: one });
        }
        const listed = [...(await list(store)).holds, ...(await list(store, "held")).holds];
        expect(listed.length, "one hold at most").toBeLessThanOrEqual(1);
        for (const hold of listed) seen.add(hold.offer);
        expect(seen.size, "one acceptance").toBeLessThanOrEqual(1);
        offer ??= listed[0]?.offer;
        // A refusal after it was reserved is not believed: the reservation is listed, and a reconcile finds it.
        for (const held of reserved) expect(listed.map((hold) => hold.offer)).toContain(held);
        const [row] = await shop.ask<{ state: number }>(
          "select state from offers where store_id = $1 and state in (1, 2)",
          [store.id],
        );
        const isAccepted = row?.state === 2;
        expect(isAccepted || listed.every(({ state }) => state === "ending"), "nothing else after the end").toBe(true);
      }
      await expireNow(store);
      for (let turn = 0; turn < 2; turn += 1)
        for (const hold of (await list(store)).holds) await report(store, { offer: hold.offer, state: "released" });
      expect(await statesOf(store)).toEqual([]);
    }),
    { numRuns: 25 },
  );
});
