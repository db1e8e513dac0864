import fc from "fast-check";
import { expect, test } from "vitest";
import { aLine, alertCall, anAlertShop, aProvider, stock } from "../../../../test/fixtures/alert-shop.ts";
import { atOnce, tally, untilServed } from "../../../../test/fixtures/crowd.ts";
import type { TestStore } from "../../../../test/fixtures/service.ts";
import { aProduct, subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import type { ContactId } from "../../../platform/ids.ts";
import type { StoreSettings } from "../../stores/settings/settings.ts";
import { runDueWaves } from "../plans/run-waves.ts";
import { expireDueOffers } from "./expire-due-offers.ts";

const WITH_OFFERS: StoreSettings = { alerts: { offerMinutes: 30 } };
const [P1, P2, P3, P4] = ["p0001@example.com", "p0002@example.com", "p0003@example.com", "p0004@example.com"] as const;
const ACCEPTED = "Buy it in the shop";

const shop = await anAlertShop();
const notifiedNow = async (of = shop) => {
  const before = of.handed.length;
  await of.work();
  return of.addresses().slice(before).toSorted();
};
const tokenOf = ({ id }: TestStore, email: string, of = shop) => {
  const { mail } = of.handed.findLast(({ mail: { to, headers } }) => to === email && isOf(id, headers)) ?? never();
  return /\/alerts\/offer\?token=([\w.-]+)/.exec(mail.text)?.[1] ?? never();
};
/** Tokens begin with the store's number. The stores of this file have shoppers with the same addresses. */
const isOf = (storeId: number, headers: Readonly<Record<string, string>> | undefined) =>
  headers?.["list-unsubscribe"]?.includes(`token=p.${storeId.toString(36)}.`) ?? false;
const answer = (store: TestStore, email: string, choice: "yes" | "no") =>
  untilServed(() => store.browser("/alerts/offer", { token: tokenOf(store, email), answer: choice }));
const expireNow = ({ id }: TestStore) =>
  shop.ask("update offers set until = now() where store_id = $1 and state in (1, 2)", [id]);
const statesOf = async ({ id }: TestStore) =>
  Object.fromEntries(
    (
      await shop.ask<{ value: string; state: number }>(
        "select c.value, s.state from subscriptions s join contacts c on c.id = s.contact_id where s.store_id = $1",
        [id],
      )
    ).map(({ value, state }) => [value, state]),
  );
const explain = async (store: TestStore, mediumvalue: string) =>
  (await alertCall(store, "explain", { epi: 1, medium: "email", mediumvalue }))["because"];
const never = (): never => {
  throw new Error("No offer was sent");
};

test("each unit is offered to one shopper; the mail has the time when the offer ends, and opening the page does not answer it", async () => {
  const store = await shop.aStore(WITH_OFFERS);
  await subscribeAs(store, P1, undefined, { locale: "en-GB", timezone: "Europe/Berlin" });
  await subscribeAs(store, P2, undefined, { locale: "de" });
  await subscribeAs(store, P3);
  await stock(store, 2);
  expect(await notifiedNow()).toEqual([P1, P2]);
  expect(await statesOf(store)).toEqual({ [P1]: 2, [P2]: 2, [P3]: 1 });
  const mailTo = (email: string) => shop.handed.findLast(({ mail }) => mail.to === email)?.mail;
  expect(mailTo(P1)?.subject).toBe("You have the first chance: an item at A test's store");
  expect(mailTo(P1)?.text).toMatch(/first chance until \w+ \d+ \w+ at \d\d:\d\d CES?T/);
  expect(mailTo(P2)?.subject).toBe("Sie haben Vorrang: ein Artikel bei A test's store");
  expect(mailTo(P2)?.html).toContain("/alerts/offer?token=");

  const token = tokenOf(store, P1);
  for (let time = 0; time < 2; time += 1) {
    const page = await store.browser("/alerts/offer", undefined, { method: "GET", query: { token } });
    expect(page.status).toBe(200);
    expect(page.text).toContain("Buy it now");
    expect(page.text).toContain("No thanks");
    expect(page.text).toContain("an item at ");
  }
  expect(await notifiedNow()).toEqual([]);
  const accepted = await answer(store, P1, "yes");
  expect(accepted.text).toContain(ACCEPTED);
  expect(accepted.text).toContain('href="https://shop.example/p/1"');
  const [event] = await shop.ask("select from outbox where store_id = $1 and subject = 'alert.offered'", [store.id]);
  expect(event).toBeDefined();
});

test("a forged link, a cut link and a link for another page open no offer", async () => {
  const store = await shop.aStore(WITH_OFFERS);
  await aLine(store, 1);
  await stock(store, 1);
  await shop.work();
  const token = tokenOf(store, P1);
  const preferences = /\/alerts\/preferences\?token=([\w.-]+)/.exec(shop.handed.at(-1)?.mail.text ?? "")?.[1] ?? "";
  const forged = token.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
  for (const bad of [forged, token.slice(0, -1), preferences, token.replace(/^o/, "p"), ""]) {
    const look = await store.browser("/alerts/offer", undefined, { method: "GET", query: { token: bad } });
    const answered = await store.browser("/alerts/offer", { token: bad, answer: "no" });
    expect([look.status, answered.status]).toEqual([404, 404]);
  }
  expect(await statesOf(store)).toEqual({ [P1]: 2 });
});

test("a shopper who declines frees the unit at once, keeps their place, and gets an offer with the next restock only", async () => {
  const store = await shop.aStore(WITH_OFFERS);
  await aLine(store, 3);
  await stock(store, 1);
  expect(await notifiedNow()).toEqual([P1]);
  expect((await answer(store, P1, "no")).text).toContain("Thanks for telling us");
  expect(await notifiedNow()).toEqual([P2]);
  expect(await explain(store, P1)).toBe(
    "Restock 1: declined the offer. The shopper is first in line for the next restock.",
  );
  await answer(store, P2, "no");
  expect(await notifiedNow()).toEqual([P3]);
  await answer(store, P3, "no");
  expect(await notifiedNow()).toEqual([]);
  await stock(store, 0);
  await stock(store, 2);
  expect(await notifiedNow()).toEqual([P1, P2]);
});

test("shoppers whose offers of an earlier restock end during the next one are offered its units, before those behind them", async () => {
  const store = await shop.aStore(WITH_OFFERS);
  await aLine(store, 4);
  await stock(store, 3);
  expect(await notifiedNow()).toEqual([P1, P2, P3]);
  await stock(store, 0);
  await stock(store, 3);
  expect(await notifiedNow()).toEqual([]);
  await answer(store, P3, "no");
  expect(await notifiedNow()).toEqual([P3]);
  await answer(store, P1, "no");
  await answer(store, P2, "no");
  expect(await notifiedNow()).toEqual([P1, P2]);
  await answer(store, P2, "no");
  expect(await notifiedNow()).toEqual([P4]);
  expect(await notifiedNow()).toEqual([]);
});

test("a shopper whose offer ends is notified of the next restock, also when the shop makes no more offers", async () => {
  for (const audience of ["all", "per-unit", "waves"] as const) {
    const store = await shop.aStore(WITH_OFFERS);
    await aLine(store, 3);
    await stock(store, 1);
    expect(await notifiedNow()).toEqual([P1]);
    await shop.changeSettings(store, { alerts: { audience, waitSeconds: 0, waveSize: 2, offerMinutes: 0 } });
    await stock(store, 0);
    await stock(store, 3);
    expect(await notifiedNow()).toEqual([P2, P3]);
    await answer(store, P1, "no");
    expect(await notifiedNow()).toEqual([P1]);
  }
});

test("the units of an expired offer go to the next in line; the shopper keeps their place, or leaves if the store wants that", async () => {
  const [keeps, leaves] = [
    await shop.aStore(WITH_OFFERS),
    await shop.aStore({ alerts: { offerMinutes: 30, afterOffer: "leave" } }),
  ];
  for (const store of [keeps, leaves]) {
    await aLine(store, 2);
    await stock(store, 1);
    expect(await notifiedNow()).toEqual([P1]);
    await expireNow(store);
    expect((await answer(store, P1, "yes")).text).toContain("This offer is over");
    expect(await notifiedNow()).toEqual([P2]);
  }
  expect(await statesOf(keeps)).toEqual({ [P1]: 1, [P2]: 2 });
  expect(await explain(keeps, P1)).toBe(
    "Restock 1: did not answer in time. The shopper is first in line for the next restock.",
  );
  expect(await explain(keeps, P2)).toMatch(/^State: offered. Reason: offered until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/);
  expect(await statesOf(leaves)).toEqual({ [P1]: 5, [P2]: 2 });
  expect(await explain(leaves, P1)).toBe("State: expired. Reason: did not answer in time.");
});

test("an accepted offer stays reserved until it expires; then the next in line gets it, and the shopper counts as notified", async () => {
  const store = await shop.aStore(WITH_OFFERS);
  await aLine(store, 2);
  await stock(store, 1);
  await notifiedNow();
  await answer(store, P1, "yes");
  expect((await answer(store, P1, "no")).text).toContain(ACCEPTED);
  expect(await notifiedNow()).toEqual([]);
  await expireNow(store);
  expect(await notifiedNow()).toEqual([P2]);
  expect(await statesOf(store)).toEqual({ [P1]: 3, [P2]: 2 });
  await alertCall(store, "bought", { epi: 1, medium: "email", mediumvalue: P1 });
  expect(await statesOf(store)).toEqual({ [P1]: 4, [P2]: 2 });
});

test("a reported sale ends the reservation, and the next in line is offered the units that the next stock report leaves", async () => {
  const store = await shop.aStore(WITH_OFFERS);
  await aLine(store, 4);
  await stock(store, 2);
  expect(await notifiedNow()).toEqual([P1, P2]);
  await answer(store, P1, "yes");
  const buy = (mediumvalue: string) => alertCall(store, "bought", { epi: 1, medium: "email", mediumvalue });
  expect(await buy(P1)).toMatchObject({ changed: true });
  expect(await buy(P1)).toMatchObject({ changed: false });
  expect(await notifiedNow()).toEqual([]); // the next wave waits for the stock report
  await stock(store, 1);
  const minuteLater = "update plans set next_at = now() where store_id = $1 and next_at is not null";
  await shop.ask(minuteLater, [store.id]);
  expect(await notifiedNow()).toEqual([]);
  expect(await statesOf(store)).toEqual({ [P1]: 4, [P2]: 2, [P3]: 1, [P4]: 1 });
  const events = await shop.ask("select from outbox where store_id = $1 and subject = 'alert.bought'", [store.id]);
  expect(events).toHaveLength(1);
  await expect(buy("nobody@example.com")).rejects.toThrow(/unknown-subscription/);
  expect(await buy(P3)).toMatchObject({ changed: true }); // bought without having been notified
  await answer(store, P2, "no");
  expect(await notifiedNow()).toEqual([P4]);
});

test("an offer to a shopper who unsubscribes, or whose address bounces, reserves nothing", async () => {
  const bouncing = new Set<string>([P1]);
  const provider = aProvider(({ mail: { to } }) =>
    bouncing.has(to) ? { state: "rejected", reason: "550" } : { state: "sent" },
  );
  const own = await anAlertShop(provider);
  const store = await own.aStore(WITH_OFFERS);
  await aLine(store, 4);
  await stock(store, 1);
  expect(await notifiedNow(own)).toEqual([P1, P2]);
  const unsubscribe = /\/alerts\/unsubscribe\?token=([\w.-]+)/.exec(own.handed.at(-1)?.mail.text ?? "")?.[1] ?? "";
  await store.browser("/alerts/unsubscribe", { token: unsubscribe });
  expect(await notifiedNow(own)).toEqual([P3]);
  expect(await own.ask("select from offers where state in (0, 1, 2)")).toHaveLength(1);
});

test("a shopper who wants more units than there are is offered the units there are", async () => {
  const store = await shop.aStore(WITH_OFFERS);
  for (const [email, qty] of [
    [P1, 2],
    [P2, 3],
    [P3, 1],
  ] as const)
    await subscribeAs(store, email, [aProduct(1, { qty })]);
  await stock(store, 4);
  expect(await notifiedNow()).toEqual([P1, P2]);
  const units = () =>
    shop.ask<{ units: number }>("select units from offers where store_id = $1 order by 1", [store.id]);
  expect((await units()).map((one) => one.units)).toEqual([2, 2]);
  await stock(store, 5);
  expect(await notifiedNow()).toEqual([P3]);
});

test("a shopper who wants 999 units is offered three, or as many as the store allows, and the mail says so", async () => {
  for (const [alerts, most] of [
    [{ offerMinutes: 30 }, 3],
    [{ offerMinutes: 30, unitsMax: 5 }, 5],
  ] as const) {
    const store = await shop.aStore({ alerts });
    await subscribeAs(store, P1, [aProduct(1, { qty: 999 })]);
    await subscribeAs(store, P2, [aProduct(1, { qty: most })]);
    await subscribeAs(store, P3, [aProduct(1, { qty: most + 1 })]);
    await stock(store, 1_000);
    expect(await notifiedNow()).toEqual([P1, P2, P3]);
    const offers = await shop.ask<{ units: number }>("select units from offers where store_id = $1", [store.id]);
    expect(offers.map(({ units }) => units)).toEqual([most, most, most]);
    for (const { mail } of shop.handed.slice(-3)) expect(mail.text).toContain(`Quantity: ${most}`);
  }
});

test("units that sell out before the offers are sent are offered to no one, and everyone keeps their place", async () => {
  const store = await shop.aStore(WITH_OFFERS);
  await aLine(store, 2);
  await stock(store, 2);
  await shop.begin();
  await stock(store, 0);
  await shop.deliver();
  expect(await notifiedNow()).toEqual([]);
  expect(await statesOf(store)).toEqual({ [P1]: 1, [P2]: 1 });
  await stock(store, 1);
  expect(await notifiedNow()).toEqual([P1]);
});

async function leave(store: TestStore, email: string, of = shop) {
  const [contact] = await of.ask<{ id: ContactId }>("select id from contacts where store_id = $1 and value = $2", [
    store.id,
    email,
  ]);
  const token = of.service.deps.links.tokenFor({ storeId: store.id, contactId: contact?.id ?? never() });
  expect((await store.browser("/alerts/unsubscribe", { token })).status).toBe(200);
}
/** Leaves the line and joins its end again. */
async function leaveAndReturn(store: TestStore, email: string) {
  await leave(store, email);
  expect((await subscribeAs(store, email)).status).toBe(200);
}
const liveOffers = ({ id }: TestStore) =>
  shop.ask("select from offers where store_id = $1 and state in (0, 1, 2)", [id]);

test("a shopper who leaves before their offer is sent and comes back keeps no units from the others", async () => {
  const store = await shop.aStore(WITH_OFFERS);
  await aLine(store, 2);
  await stock(store, 1);
  await shop.begin();
  await leaveAndReturn(store, P1);
  expect(await notifiedNow()).toEqual([P2]);
  expect(await liveOffers(store)).toHaveLength(1);
  await answer(store, P2, "no");
  expect(await notifiedNow()).toEqual([P1]);
});

test("units that an older version reserved, without a place in line, are freed when their shopper leaves", async () => {
  const store = await shop.aStore(WITH_OFFERS);
  await aLine(store, 2);
  await stock(store, 1);
  await shop.begin();
  await shop.ask("update offers set place = null where store_id = $1", [store.id]);
  await leave(store, P1);
  expect(await notifiedNow()).toEqual([P2]);
  expect(await liveOffers(store)).toHaveLength(1);
});

test("a shopper who buys before their offer is sent and signs up again keeps no units from the others", async () => {
  const store = await shop.aStore(WITH_OFFERS);
  await aLine(store, 2);
  await stock(store, 1);
  await shop.begin();
  await alertCall(store, "bought", { epi: 1, medium: "email", mediumvalue: P1 });
  await subscribeAs(store, P1);
  await notifiedNow();
  await shop.ask("update plans set next_at = now() where store_id = $1 and next_at is not null", [store.id]);
  await notifiedNow();
  expect(await statesOf(store)).toEqual({ [P1]: 1, [P2]: 2 });
  expect(await liveOffers(store)).toHaveLength(1);
});

test("a shopper whose message is tried again gets no offer of units that went to others while they were away", async () => {
  const busyFor = new Set<string>([P1]);
  const provider = aProvider(({ mail: { to } }) =>
    busyFor.has(to) ? { state: "deferred", reason: "451" } : { state: "sent" },
  );
  const own = await anAlertShop(provider);
  const store = await own.aStore(WITH_OFFERS);
  await aLine(store, 2);
  await stock(store, 1);
  expect(await notifiedNow(own)).toEqual([P1]);
  busyFor.clear();
  await leave(store, P1, own);
  expect(await notifiedNow(own)).toEqual([P2]);
  await subscribeAs(store, P1);
  await own.release();
  expect(await notifiedNow(own)).toEqual([]);
  expect(await own.ask("select from offers where state in (0, 1, 2)")).toHaveLength(1);
});

test.each(["sent", "reserved"])(
  "a shopper who comes back keeps an offer that is %s before the worker reads that they had left",
  async (done) => {
    const store = await shop.aStore({ alerts: { offerMinutes: 30, requireApproval: true } });
    await aLine(store, 1);
    await stock(store, 1);
    await shop.begin();
    await leaveAndReturn(store, P1);
    const { plans } = (await alertCall(store, "plans", { epi: 1 })) as { plans: { plan: string }[] };
    await alertCall(store, "resume", { plan: plans[0]?.plan });
    await runDueWaves(shop.deps);
    if (done === "sent") await shop.deliver();
    await notifiedNow();
    expect(await statesOf(store)).toEqual({ [P1]: 2 });
    expect(await liveOffers(store)).toHaveLength(1);
    expect((await answer(store, P1, "yes")).text).toContain(ACCEPTED);
  },
);

test("the offer that a shopper left behind ends with their new one, and without a change to their place in line", async () => {
  const alerts = { offerMinutes: 30, afterOffer: "leave" } as const;
  const [waiting, offered] = [await shop.aStore({ alerts }), await shop.aStore({ alerts })];
  for (const store of [waiting, offered]) {
    await aLine(store, 1);
    await stock(store, 2);
  }
  await shop.work();
  for (const store of [waiting, offered]) await leaveAndReturn(store, P1);
  await alertCall(offered, "send", { epi: 1, topic: "backinstock" });
  await runDueWaves(shop.deps);
  await shop.deliver();
  expect(await liveOffers(offered)).toHaveLength(1);
  await expireNow(waiting);
  await expireDueOffers(shop.service.deps.db);
  expect(await statesOf(waiting)).toEqual({ [P1]: 1 });
  expect(await statesOf(offered)).toEqual({ [P1]: 2 });
});

test("a shopper whose offer ends after a draw has passed them is offered a unit that is left", async () => {
  // Which rank a draw begins at is random: in some of the stores it passes the shopper.
  for (let times = 0; times < 8; times += 1) {
    const store = await shop.aStore({ alerts: { offerMinutes: 30, order: "drawn", afterOffer: "keep" } });
    const line = await aLine(store, 3);
    await stock(store, 1);
    const [first = ""] = await notifiedNow();
    await stock(store, 0);
    await stock(store, 2);
    const [second = ""] = await notifiedNow();
    const [third = ""] = line.filter((email) => email !== first && email !== second);
    await leave(store, third);
    await shop.ask(
      `update offers set until = now() where store_id = $1 and subscription_id in (
        select s.id from subscriptions s join contacts c on c.id = s.contact_id where s.store_id = $1 and c.value = $2
      )`,
      [store.id, first],
    );
    expect(await notifiedNow()).toEqual([first]);
  }
});

test("a cancelled plan reserves nothing for people who were not notified yet", async () => {
  const store = await shop.aStore(WITH_OFFERS);
  await aLine(store, 2);
  await stock(store, 2);
  await shop.begin();
  const { plans } = (await alertCall(store, "plans", { epi: 1 })) as { plans: { plan: string }[] };
  await alertCall(store, "cancel", { plan: plans[0]?.plan });
  expect(await shop.ask("select from offers where store_id = $1", [store.id])).toEqual([]);
  expect(await notifiedNow()).toEqual([]);
});

test("a rehearsal describes the offer, and other topics make no offers", async () => {
  const store = await shop.aStore(WITH_OFFERS);
  await aLine(store, 3);
  expect(await alertCall(store, "rehearse", { epi: 1, units: 2 })).toMatchObject({
    policy: { offer: { minutes: 30, after: "keep" } },
    told: 2,
    next: "Each shopper is offered the units they want, and has the first chance for 30 minutes. A shopper who declines or does not answer in time keeps their place for the next restock, and the next in line is offered the units.",
  });
  await subscribeAs(store, P4, undefined, { topics: "comingsoon" });
  await alertCall(store, "send", { epi: 1, topic: "comingsoon" });
  expect(await notifiedNow()).toEqual([P4]);
  expect(await shop.ask("select from offers where store_id = $1", [store.id])).toEqual([]);
});

/** Actions of shoppers and shops, in any order. `who` is a place in line. */
const step = fc.oneof(
  fc.record({ kind: fc.constant("stock" as const), quantity: fc.integer({ min: 0, max: 6 }) }),
  fc.record({ kind: fc.constantFrom("yes", "no", "bought", "leave"), who: fc.integer({ min: 0, max: 5 }) }),
  fc.record({ kind: fc.constant("time" as const) }),
);
const people = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 6 });

test("in any order of actions, no more units are reserved than exist, no one gets two offers of a restock, and no unit stays free while a shopper waits", async () => {
  await fc.assert(
    fc.asyncProperty(people, fc.array(step, { maxLength: 10 }), fc.boolean(), async (quantities, steps, leaves) => {
      const store = await shop.aStore({ alerts: { offerMinutes: 30, afterOffer: leaves ? "leave" : "keep" } });
      const line = quantities.map((_, index) => `p${String(index + 1).padStart(4, "0")}@example.com`);
      for (const [index, qty] of quantities.entries())
        await subscribeAs(store, line[index] ?? never(), [aProduct(1, { qty })]);
      let reserved = 0;
      for (const one of [{ kind: "stock" as const, quantity: 3 }, ...steps]) {
        const email = "who" in one ? line[one.who] : undefined;
        if (one.kind === "stock" && "quantity" in one) await stock(store, one.quantity);
        else if (one.kind === "time") await expireNow(store);
        else if (email) await act(store, email, one.kind);
        await shop.ask("update plans set next_at = now() where store_id = $1 and state = 0", [store.id]);
        await shop.work();
        const now = await countedIn(store);
        expect(now.reserved).toBeLessThanOrEqual(Math.max(now.quantity, reserved)); // a shop may sell reserved units
        expect(now.isIn && now.quantity > now.reserved ? now.withoutOffer : 0).toBe(0);
        reserved = now.reserved;
      }
      const keys = shop.handed.filter(({ mail }) => isOf(store.id, mail.headers)).map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
    }),
    {
      numRuns: 20,
      examples: [
        [
          [1, 1],
          [{ kind: "stock", quantity: 0 }, { kind: "stock", quantity: 2 }, { kind: "no", who: 0 }, { kind: "time" }],
          false,
        ],
      ],
    },
  );
});

async function act(store: TestStore, email: string, kind: string) {
  const handed = shop.handed.findLast(({ mail }) => mail.to === email && isOf(store.id, mail.headers));
  if (kind === "bought") await alertCall(store, "bought", { epi: 1, medium: "email", mediumvalue: email });
  else if (!handed) return;
  else if (kind !== "leave") await answer(store, email, kind === "yes" ? "yes" : "no");
  else {
    const token = /\/alerts\/unsubscribe\?token=([\w.-]+)/.exec(handed.mail.text)?.[1] ?? "";
    await store.browser("/alerts/unsubscribe", { token });
  }
}

/** `withoutOffer`: shoppers who wait and got no offer of this restock. */
async function countedIn({ id }: TestStore) {
  const [row] = await shop.ask<{ quantity: number; isIn: boolean; reserved: number; withoutOffer: number }>(
    `select st.quantity, st.is_in as "isIn",
      (select coalesce(sum(o.units), 0)::int from offers o join subscriptions s on s.id = o.subscription_id and s.state = 2
        where o.store_id = $1 and o.state in (1, 2)) as reserved,
      (select count(*)::int from subscriptions s join plans p on p.store_id = s.store_id and p.number = st.restocks
        where s.store_id = $1 and s.state = 1 and not exists (
          select from deliveries d where d.plan_id = p.id and d.subscription_id = s.id)) as "withoutOffer"
    from stock st where st.store_id = $1`,
    [id],
  );
  return row ?? never();
}

test("when many answers to one offer arrive at once, exactly one counts", async () => {
  const store = await shop.aStore(WITH_OFFERS);
  const line = await aLine(store, 8);
  await stock(store, 8);
  await shop.work();
  const pages = await Promise.all(
    line.flatMap((email) => (["yes", "no", "yes", "no"] as const).map((choice) => answer(store, email, choice))),
  );
  expect(tally(pages.map(({ status }) => status))).toEqual({ 200: 32 });
  for (const [index, email] of line.entries()) {
    const seen = new Set(pages.slice(4 * index, 4 * index + 4).map(({ text }) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]));
    expect(seen.size, `for ${email}`).toBe(1);
    expect(await answersOf(store, email), `for ${email}`).toHaveLength(1);
  }
});

test("an offer that is accepted while it expires is either accepted or expired, never both", async () => {
  const store = await shop.aStore(WITH_OFFERS);
  const line = await aLine(store, 16);
  await stock(store, 16);
  await shop.work();
  const { db } = shop.service.deps;
  // Some have expired already, one will not, and most expire while they are answered.
  await shop.ask(
    `update offers o set until = clock_timestamp() + case when nth = 16 then interval '1 hour' else (nth - 2) * interval '3 milliseconds' end
     from (select subscription_id, row_number() over (order by subscription_id) as nth from offers where store_id = $1) as line
     where o.store_id = $1 and o.subscription_id = line.subscription_id`,
    [store.id],
  );
  const isOpen = async () =>
    (await shop.ask("select from offers where store_id = $1 and state = 1", [store.id])).length > 0;
  const expireAll = async () => {
    while (await isOpen()) await expireDueOffers(db);
  };
  const [pages] = await Promise.all([
    atOnce(16, (n) => answer(store, line[n] ?? never(), "yes")),
    expireAll(),
    expireAll(),
  ]);
  expect([pages[0]?.text.includes(ACCEPTED), pages[15]?.text.includes(ACCEPTED)]).toEqual([false, true]);
  for (const [index, email] of line.entries()) {
    const won = pages[index]?.text.includes(ACCEPTED);
    const [first, ...more] = await answersOf(store, email);
    expect([first?.startsWith("accepted, first chance until"), more], `for ${email}`).toEqual([won, []]);
  }
});

/** The answers of a shopper in the ledger. The expiry of an accepted offer is not an answer. */
const answersOf = async ({ id }: TestStore, email: string) =>
  (
    await shop.ask<{ reason: string }>(
      `select l.reason from ledger l join subscriptions s on s.id = l.subscription_id join contacts c on c.id = s.contact_id
       where l.store_id = $1 and c.value = $2
         and (l.reason like 'accepted, first chance%' or l.reason in ('declined the offer', 'did not answer in time'))`,
      [id, email],
    )
  ).map(({ reason }) => reason);
