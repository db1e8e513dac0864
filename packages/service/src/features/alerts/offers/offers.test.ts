import fc from "fast-check";
import { expect, test } from "vitest";
import { aLine, alertCall, anAlertShop, aProvider, stock } from "../../../../test/fixtures/alert-shop.ts";
import { atOnce, tally, untilServed } from "../../../../test/fixtures/crowd.ts";
import type { TestStore } from "../../../../test/fixtures/service.ts";
import { aProduct, subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import type { StoreSettings } from "../../stores/settings/settings.ts";
import { endOffers } from "./end-offers.ts";

const HELD: StoreSettings = { alerts: { offerMinutes: 30 } };
const [P1, P2, P3, P4] = ["p0001@example.com", "p0002@example.com", "p0003@example.com", "p0004@example.com"] as const;
const TAKEN = "It is waiting for you";

const shop = await anAlertShop();
const told = async (of = shop) => {
  const before = of.handed.length;
  await of.work();
  return of.addresses().slice(before).toSorted();
};
const tokenOf = ({ id }: TestStore, email: string, of = shop) => {
  const { mail } = of.handed.findLast(({ mail: { to, headers } }) => to === email && isOf(id, headers)) ?? never();
  return /\/alerts\/offer\?token=([\w.-]+)/.exec(mail.text)?.[1] ?? never();
};
/** Links begin with the store's number: people of several stores have the same addresses here. */
const isOf = (storeId: number, headers: Readonly<Record<string, string>> | undefined) =>
  headers?.["list-unsubscribe"]?.includes(`token=p.${storeId.toString(36)}.`) ?? false;
const answer = (store: TestStore, email: string, word: "yes" | "no") =>
  untilServed(() => store.browser("/alerts/offer", { token: tokenOf(store, email), answer: word }));
const timeIsOver = ({ id }: TestStore) =>
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
  throw new Error("Nobody was offered anything");
};

test("an offer: one person for each unit, a mail that says until when, and a page with two answers that a look does not give", async () => {
  const store = await shop.aStore(HELD);
  await subscribeAs(store, P1, undefined, { locale: "en-GB", timezone: "Europe/Berlin" });
  await subscribeAs(store, P2, undefined, { locale: "de" });
  await subscribeAs(store, P3);
  await stock(store, 2);
  expect(await told()).toEqual([P1, P2]);
  expect(await statesOf(store)).toEqual({ [P1]: 2, [P2]: 2, [P3]: 1 });
  const mailTo = (email: string) => shop.handed.findLast(({ mail }) => mail.to === email)?.mail;
  expect(mailTo(P1)?.subject).toBe("Held for you: Product 1");
  expect(mailTo(P1)?.text).toMatch(/held for you until \w+ \d+ \w+ at \d\d:\d\d CES?T/);
  expect(mailTo(P2)?.subject).toBe("Für Sie zurückgelegt: Product 1");
  expect(mailTo(P2)?.html).toContain("/alerts/offer?token=");

  const token = tokenOf(store, P1);
  for (let time = 0; time < 2; time += 1) {
    const page = await store.browser("/alerts/offer", undefined, { method: "GET", query: { token } });
    expect(page.status).toBe(200);
    expect(page.text).toContain("Yes, I want it");
    expect(page.text).toContain("No, pass it on");
    expect(page.text).toContain("Product 1");
  }
  expect(await told()).toEqual([]);
  const accepted = await answer(store, P1, "yes");
  expect(accepted.text).toContain(TAKEN);
  expect(accepted.text).toContain('href="https://shop.example/p/1"');
  const [event] = await shop.ask("select from outbox where store_id = $1 and subject = 'alert.offered'", [store.id]);
  expect(event).toBeDefined();
});

test("a link that was forged, cut short or is for something else opens nothing", async () => {
  const store = await shop.aStore(HELD);
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

test("whoever passes frees the unit at once, keeps their place, and is offered it with the next restock, not with this", async () => {
  const store = await shop.aStore(HELD);
  await aLine(store, 3);
  await stock(store, 1);
  expect(await told()).toEqual([P1]);
  expect((await answer(store, P1, "no")).text).toContain("Passed on");
  expect(await told()).toEqual([P2]);
  expect(await explain(store, P1)).toBe("Of restock 1: passed it on. Keeps place 1 in line for the next.");
  await answer(store, P2, "no");
  expect(await told()).toEqual([P3]);
  await answer(store, P3, "no");
  expect(await told()).toEqual([]);
  await stock(store, 0);
  await stock(store, 2);
  expect(await told()).toEqual([P1, P2]);
});

test("an offer that runs out goes to the next; who did not answer keeps their place, or is done where the store says so", async () => {
  const [keeps, leaves] = [
    await shop.aStore(HELD),
    await shop.aStore({ alerts: { offerMinutes: 30, afterOffer: "leave" } }),
  ];
  for (const store of [keeps, leaves]) {
    await aLine(store, 2);
    await stock(store, 1);
    expect(await told()).toEqual([P1]);
    await timeIsOver(store);
    expect((await answer(store, P1, "yes")).text).toContain("This offer is over");
    expect(await told()).toEqual([P2]);
  }
  expect(await statesOf(keeps)).toEqual({ [P1]: 1, [P2]: 2 });
  expect(await explain(keeps, P1)).toBe("Of restock 1: did not answer in time. Keeps place 1 in line for the next.");
  expect(await explain(keeps, P2)).toMatch(/^It is offered: offered until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/);
  expect(await statesOf(leaves)).toEqual({ [P1]: 5, [P2]: 2 });
  expect(await explain(leaves, P1)).toBe("It is expired: did not answer in time.");
});

test("what was accepted stays held until its time is over, and then goes on; who accepted had their turn", async () => {
  const store = await shop.aStore(HELD);
  await aLine(store, 2);
  await stock(store, 1);
  await told();
  await answer(store, P1, "yes");
  expect((await answer(store, P1, "no")).text).toContain(TAKEN);
  expect(await told()).toEqual([]);
  await timeIsOver(store);
  expect(await told()).toEqual([P2]);
  expect(await statesOf(store)).toEqual({ [P1]: 3, [P2]: 2 });
  await alertCall(store, "bought", { epi: 1, medium: "email", mediumvalue: P1 });
  expect(await statesOf(store)).toEqual({ [P1]: 4, [P2]: 2 });
});

test("bought: the hold ends, and the next is offered what the report after the sale leaves", async () => {
  const store = await shop.aStore(HELD);
  await aLine(store, 4);
  await stock(store, 2);
  expect(await told()).toEqual([P1, P2]);
  await answer(store, P1, "yes");
  const buy = (mediumvalue: string) => alertCall(store, "bought", { epi: 1, medium: "email", mediumvalue });
  expect(await buy(P1)).toMatchObject({ changed: true });
  expect(await buy(P1)).toMatchObject({ changed: false });
  expect(await told()).toEqual([]); // the report of the sale is waited for
  await stock(store, 1);
  const minuteLater = "update plans set next_at = now() where store_id = $1 and next_at is not null";
  await shop.ask(minuteLater, [store.id]);
  expect(await told()).toEqual([]);
  expect(await statesOf(store)).toEqual({ [P1]: 4, [P2]: 2, [P3]: 1, [P4]: 1 });
  const events = await shop.ask("select from outbox where store_id = $1 and subject = 'alert.bought'", [store.id]);
  expect(events).toHaveLength(1);
  await expect(buy("nobody@example.com")).rejects.toThrow(/unknown-subscription/);
  expect(await buy(P3)).toMatchObject({ changed: true }); // bought without having been told
  await answer(store, P2, "no");
  expect(await told()).toEqual([P4]);
});

test("whoever unsubscribes, or whose address bounces, holds nothing any more", async () => {
  const bouncing = new Set<string>([P1]);
  const provider = aProvider(({ mail: { to } }) =>
    bouncing.has(to) ? { state: "refused", reason: "550" } : { state: "sent" },
  );
  const own = await anAlertShop(provider);
  const store = await own.aStore(HELD);
  await aLine(store, 4);
  await stock(store, 1);
  expect(await told(own)).toEqual([P1, P2]);
  const unsubscribe = /\/alerts\/unsubscribe\?token=([\w.-]+)/.exec(own.handed.at(-1)?.mail.text ?? "")?.[1] ?? "";
  await store.browser("/alerts/unsubscribe", { token: unsubscribe });
  expect(await told(own)).toEqual([P3]);
  expect(await own.ask("select from offers where state in (0, 1, 2)")).toHaveLength(1);
});

test("who wants more than there is is offered what there is, and nobody more than that", async () => {
  const store = await shop.aStore(HELD);
  for (const [email, qty] of [
    [P1, 2],
    [P2, 3],
    [P3, 1],
  ] as const)
    await subscribeAs(store, email, [aProduct(1, { qty })]);
  await stock(store, 4);
  expect(await told()).toEqual([P1, P2]);
  const units = () =>
    shop.ask<{ units: number }>("select units from offers where store_id = $1 order by 1", [store.id]);
  expect((await units()).map((one) => one.units)).toEqual([2, 2]);
  await stock(store, 5);
  expect(await told()).toEqual([P3]);
});

test("what is sold out before it could be offered is offered to nobody, and all keep their place", async () => {
  const store = await shop.aStore(HELD);
  await aLine(store, 2);
  await stock(store, 2);
  await shop.begin();
  await stock(store, 0);
  await shop.deliver();
  expect(await told()).toEqual([]);
  expect(await statesOf(store)).toEqual({ [P1]: 1, [P2]: 1 });
  await stock(store, 1);
  expect(await told()).toEqual([P1]);
});

test("a plan that is cancelled holds nothing for those who were not told yet", async () => {
  const store = await shop.aStore(HELD);
  await aLine(store, 2);
  await stock(store, 2);
  await shop.begin();
  const { plans } = (await alertCall(store, "plans", { epi: 1 })) as { plans: { plan: string }[] };
  await alertCall(store, "cancel", { plan: plans[0]?.plan });
  expect(await shop.ask("select from offers where store_id = $1", [store.id])).toEqual([]);
  expect(await told()).toEqual([]);
});

test("a rehearsal tells of the hold, and other topics know none", async () => {
  const store = await shop.aStore(HELD);
  await aLine(store, 3);
  expect(await alertCall(store, "rehearse", { epi: 1, units: 2 })).toMatchObject({
    policy: { offer: { minutes: 30, after: "keep" } },
    told: 2,
    next: "Each is offered what they want, held for 30 min. Whoever passes or does not answer in time keeps their place for the next restock, and the next in line is offered it.",
  });
  await subscribeAs(store, P4, undefined, { topics: "comingsoon" });
  await alertCall(store, "send", { epi: 1, topic: "comingsoon" });
  expect(await told()).toEqual([P4]);
  expect(await shop.ask("select from offers where store_id = $1", [store.id])).toEqual([]);
});

/** What people and shops do, in any order. `who` is a place in line. */
const step = fc.oneof(
  fc.record({ kind: fc.constant("stock" as const), quantity: fc.integer({ min: 0, max: 6 }) }),
  fc.record({ kind: fc.constantFrom("yes", "no", "bought", "leave"), who: fc.integer({ min: 0, max: 5 }) }),
  fc.record({ kind: fc.constant("time" as const) }),
);
const people = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 6 });

test("whatever people and shops do: never more is held than there is, nobody is offered twice for one restock, and nothing lies idle while somebody waits", async () => {
  await fc.assert(
    fc.asyncProperty(people, fc.array(step, { maxLength: 10 }), fc.boolean(), async (quantities, steps, leaves) => {
      const store = await shop.aStore({ alerts: { offerMinutes: 30, afterOffer: leaves ? "leave" : "keep" } });
      const line = quantities.map((_, index) => `p${String(index + 1).padStart(4, "0")}@example.com`);
      for (const [index, qty] of quantities.entries())
        await subscribeAs(store, line[index] ?? never(), [aProduct(1, { qty })]);
      let held = 0;
      for (const one of [{ kind: "stock" as const, quantity: 3 }, ...steps]) {
        const email = "who" in one ? line[one.who] : undefined;
        if (one.kind === "stock" && "quantity" in one) await stock(store, one.quantity);
        else if (one.kind === "time") await timeIsOver(store);
        else if (email) await take(store, email, one.kind);
        await shop.ask("update plans set next_at = now() where store_id = $1 and state = 0", [store.id]);
        await shop.work();
        const now = await countedIn(store);
        expect(now.held).toBeLessThanOrEqual(Math.max(now.quantity, held)); // a shop may sell what is held
        expect(now.isIn && now.quantity > now.held ? now.idle : 0).toBe(0);
        held = now.held;
      }
      const keys = shop.handed.filter(({ mail }) => isOf(store.id, mail.headers)).map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
    }),
    { numRuns: 20 },
  );
});

async function take(store: TestStore, email: string, kind: string) {
  const handed = shop.handed.findLast(({ mail }) => mail.to === email && isOf(store.id, mail.headers));
  if (kind === "bought") await alertCall(store, "bought", { epi: 1, medium: "email", mediumvalue: email });
  else if (!handed) return;
  else if (kind !== "leave") await answer(store, email, kind === "yes" ? "yes" : "no");
  else {
    const token = /\/alerts\/unsubscribe\?token=([\w.-]+)/.exec(handed.mail.text)?.[1] ?? "";
    await store.browser("/alerts/unsubscribe", { token });
  }
}

/** `idle`: who waits and was not offered anything of this restock. */
async function countedIn({ id }: TestStore) {
  const [row] = await shop.ask<{ quantity: number; isIn: boolean; held: number; idle: number }>(
    `select st.quantity, st.is_in as "isIn",
      (select coalesce(sum(o.units), 0)::int from offers o join subscriptions s on s.id = o.subscription_id and s.state = 2
        where o.store_id = $1 and o.state in (1, 2)) as held,
      (select count(*)::int from subscriptions s join plans p on p.store_id = s.store_id and p.number = st.restocks
        where s.store_id = $1 and s.state = 1 and not exists (
          select from deliveries d where d.plan_id = p.id and d.subscription_id = s.id)) as idle
    from stock st where st.store_id = $1`,
    [id],
  );
  return row ?? never();
}

test("accepting and passing on at once, many times: exactly one of them counts", async () => {
  const store = await shop.aStore(HELD);
  const line = await aLine(store, 8);
  await stock(store, 8);
  await shop.work();
  const pages = await Promise.all(
    line.flatMap((email) => (["yes", "no", "yes", "no"] as const).map((word) => answer(store, email, word))),
  );
  expect(tally(pages.map(({ status }) => status))).toEqual({ 200: 32 });
  for (const [index, email] of line.entries()) {
    const seen = new Set(pages.slice(4 * index, 4 * index + 4).map(({ text }) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]));
    expect(seen.size, `for ${email}`).toBe(1);
    expect(await answersOf(store, email), `for ${email}`).toHaveLength(1);
  }
});

test("accepting while the time runs out, many at once: each is accepted or unanswered, never both", async () => {
  const store = await shop.aStore(HELD);
  const line = await aLine(store, 16);
  await stock(store, 16);
  await shop.work();
  const { db } = shop.service.parts;
  // Some are over already, some will not be, and for most it is decided while they answer.
  await shop.ask(
    `update offers o set until = clock_timestamp() + case when nth = 16 then interval '1 hour' else (nth - 2) * interval '3 milliseconds' end
     from (select subscription_id, row_number() over (order by subscription_id) as nth from offers where store_id = $1) as line
     where o.store_id = $1 and o.subscription_id = line.subscription_id`,
    [store.id],
  );
  const isOpen = async () =>
    (await shop.ask("select from offers where store_id = $1 and state = 1", [store.id])).length > 0;
  const clockwork = async () => {
    while (await isOpen()) await endOffers(db);
  };
  const [pages] = await Promise.all([
    atOnce(16, (n) => answer(store, line[n] ?? never(), "yes")),
    clockwork(),
    clockwork(),
  ]);
  expect([pages[0]?.text.includes(TAKEN), pages[15]?.text.includes(TAKEN)]).toEqual([false, true]);
  for (const [index, email] of line.entries()) {
    const won = pages[index]?.text.includes(TAKEN);
    const [first, ...more] = await answersOf(store, email);
    expect([first?.startsWith("accepted, held until"), more], `for ${email}`).toEqual([won, []]);
  }
});

/** What the ledger holds of somebody's answers; that an accepted one is over is none. */
const answersOf = async ({ id }: TestStore, email: string) =>
  (
    await shop.ask<{ reason: string }>(
      `select l.reason from ledger l join subscriptions s on s.id = l.subscription_id join contacts c on c.id = s.contact_id
       where l.store_id = $1 and c.value = $2
         and (l.reason like 'accepted, held%' or l.reason in ('passed it on', 'did not answer in time'))`,
      [id, email],
    )
  ).map(({ reason }) => reason);
