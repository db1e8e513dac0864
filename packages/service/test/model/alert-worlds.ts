import { createDelivery } from "../../src/features/alerts/delivery/deliver-chunk.ts";
import { expireDueOffers } from "../../src/features/alerts/offers/expire-due-offers.ts";
import { planAlertsReader } from "../../src/features/alerts/planning/plan-alerts-reader.ts";
import { PLAN_SUBJECTS } from "../../src/features/alerts/planning/plan-event.ts";
import { runDueWaves } from "../../src/features/alerts/plans/run-waves.ts";
import { stateNow } from "../../src/features/subscriptions/sql.ts";
import type { BatchId, ContactId } from "../../src/platform/ids.ts";
import type { SendOutcome } from "../../src/platform/messaging/send-outcome.ts";
import type { OutboxEvent } from "../../src/platform/outbox/events.ts";
import { alertCall, anAlertShop, aProvider, type SentMail, stock } from "../fixtures/alert-shop.ts";
import { connectAsSuperuser } from "../fixtures/database.ts";
import { drainOutbox } from "../fixtures/drain-outbox.ts";
import type { Answer, Person, TestStore } from "../fixtures/service.ts";
import { good } from "../fixtures/shopper-lists.ts";
import { aProduct, subscribeAs, subscriptionsOf } from "../fixtures/subscription-calls.ts";
import { whenDone } from "../fixtures/when-done.ts";
import { type Action, AlertModel, type Handed, type ProviderAnswer, type Rows, type Sequence } from "./alert-model.ts";
import type { PlayMany } from "./run-model.ts";

const OUTCOMES: Record<ProviderAnswer, SendOutcome> = {
  sent: { state: "sent" },
  rejected: { state: "rejected", reason: "550" },
  deferred: { state: "deferred", reason: "451" },
  down: { state: "deferred", reason: "timeout", isProviderDown: true },
  unknown: { state: "unknown", reason: "no answer" },
};
/** Smaller than a line, so that a chunk takes several batches. */
const IN_FLIGHT = 2;
const DELIVERY_LOOPS = 4;
const REST_ROUNDS_MAX = 20;

type Round = Sequence["rounds"][number];
type Delivers = Round["delivers"];

/** One sequence and its shop. Worlds are played in step: a worker serves all shops of its database at once. */
type World = {
  /** Addresses of people and visitors contain it, because the service limits messages and calls per address. */
  readonly serial: number;
  readonly sequence: Sequence;
  readonly store: TestStore;
  /** The IP address of its visitors. */
  readonly from: string;
  readonly model: AlertModel;
  /** Events that the reader has not seen yet. */
  events: OutboxEvent[];
  handed: Handed[];
  readonly tokens: Map<number, string>;
  answers: readonly ProviderAnswer[];
  browser?: Person;
  isLoggedIn?: boolean;
  error?: unknown;
};

const addressOf = ({ serial }: World, who: number) => `p${who}.${serial}@example.com`;

/** What a sequence leaves behind. Shops, their products and keys stay for the next sequences. */
const TABLES =
  "subscriptions, waiting, contacts, sign_up_requests, suppressions, ledger, plans, waves, chunks, offers, deliveries, delivery_batches, plan_log, stock, stock_levels, stock_history, mails";
/** Every so many sequences, somebody asks why they were notified or not. */
const EXPLAIN_EVERY = 4;

/** A database of its own, where batches of sequences are played, each in a shop. Shops are used again: to make one takes as
 *  long as some of the sequences. The worker never sees the events that it `forgets`. */
export async function alertWorlds({
  forgets = () => false,
  inspect = async () => {},
}: {
  forgets?: (event: OutboxEvent) => boolean;
  /** Looks at a shop after its sequence, and throws if something is wrong. */
  inspect?: (store: TestStore, ask: Ask) => Promise<void>;
} = {}) {
  let worlds: World[] = [];
  let bySerial = new Map<number, World>();
  let serial = 0;
  const free = new Map<string, TestStore[]>();
  const provider = aProvider(answerTo, IN_FLIGHT);
  const shop = await anAlertShop(provider, {
    KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1",
    KEEPSAKE_PUBLIC_URL: "https://alerts.example",
  });
  const { db, links } = shop.service.deps;
  const { ask, deps } = shop;
  const reader = planAlertsReader(shop.service.deps);
  const locker = await connectAsSuperuser(shop.url);
  await locker.query(`alter database ${new URL(shop.url).pathname.slice(1)} set synchronous_commit = off`);
  whenDone(() => locker.end());

  function answerTo({ mail, key }: SentMail): SendOutcome {
    const [, who, of] = /^p(\d+)\.(\d+)@/.exec(mail.to) ?? [];
    const world = bySerial.get(Number(of));
    provider.handed.length = 0;
    if (!world) return OUTCOMES.sent;
    const answer = world.answers[Number(who) % world.answers.length] ?? "sent";
    const [planId = ""] = key.split("-");
    world.handed.push({ planId, who: Number(who), answer });
    const token = /\/alerts\/offer\?token=([\w.-]+)/.exec(mail.text)?.[1];
    if (token) world.tokens.set(Number(who), token);
    return OUTCOMES[answer];
  }

  const idsOf = (some: readonly World[]) => some.map(({ store }) => store.id);
  const alive = () => worlds.filter(({ error }) => error === undefined);
  const inEach = (some: readonly World[], work: (world: World) => Promise<unknown>) =>
    Promise.all(
      some.map((world) =>
        work(world).catch((error: unknown) => {
          world.error ??= error;
        }),
      ),
    );

  async function aWorld(sequence: Sequence): Promise<World> {
    const { policy } = sequence;
    const store = free.get(JSON.stringify(policy))?.pop() ?? (await shop.aStore({ alerts: policy }));
    serial += 1;
    const from = `10.${(serial >> 16) % 256}.${(serial >> 8) % 256}.${serial % 256}`;
    const model = new AlertModel(sequence);
    return { serial, sequence, store, from, model, events: [], handed: [], tokens: new Map(), answers: ["sent"] };
  }

  async function act(world: World, action: Action) {
    const { store, model } = world;
    if ("nth" in action) {
      const who = model.choose(action.do, action.nth);
      if (who !== undefined) await actAs(world, who, action);
      return;
    }
    switch (action.do) {
      case "stock":
        good(await stock(store, action.quantity));
        break;
      case "hold":
      case "resume":
      case "cancel": {
        const plan = model.rows.plans[action.plan];
        if (!plan) break;
        await alertCall(store, action.do, { plan: plan.id });
        model.control(plan.id, action.do);
        break;
      }
      case "send": {
        const json = { epi: 1, topic: "backinstock" };
        const { status, text } = await store.admin("/storeadmin/v3/alerts/send", undefined, { json });
        const isPlanned = model.people.some((person) => model.isOpen(person));
        if (status !== 200 && (isPlanned || status !== 404)) throw new Error(`send: ${status} ${text}`);
        break;
      }
      case "policy":
        await shop.changeSettings(store, { alerts: model.changePolicy(action.to) });
        break;
      case "merge":
        await merge(world);
        break;
      case "later":
        await endWaits([world]);
        break;
      case "expire":
        await ask("update offers set until = now() where store_id = $1 and state in (1, 2)", [store.id]);
        model.passOfferTime();
        break;
      case "crash": {
        const leased = await ask<{ planId: string }>(
          `update chunks set state = 1, lease = lease + 1, due_at = now() + interval '30 seconds'
          where store_id = $1 and id = (select min(id) from chunks where store_id = $1 and state = 0) returning plan_id as "planId"`,
          [store.id],
        );
        for (const { planId } of leased) model.crash(planId);
        break;
      }
    }
  }

  async function actAs(world: World, who: number, action: Extract<Action, { nth: number }>) {
    const { store, model } = world;
    const address = addressOf(world, who);
    const qty = action.do === "want" ? action.quantity : model.quantityOf(who);
    switch (action.do) {
      case "sign-up":
      case "want":
        good(await subscribeAs(store, address, [aProduct(1, { qty })]));
        model.signUp(who, qty);
        break;
      case "ask":
        world.browser ??= await store.aGuest();
        good(await subscriptionsOf(store, world.browser).create(address, [aProduct(1, { qty })]));
        model.ask(who);
        break;
      case "confirm":
        await confirm(world, who);
        break;
      case "leave":
        await leave(world, who);
        break;
      case "accept":
      case "decline": {
        const token = world.tokens.get(who) ?? "";
        const answer = action.do === "accept" ? "yes" : "no";
        expectPage(await store.browser("/alerts/offer", { token, answer }, { from: world.from }));
        model.answer(who, action.do);
        break;
      }
      case "buy":
        await alertCall(store, "bought", { epi: 1, medium: "email", mediumvalue: address });
        model.buy(who);
        break;
    }
  }

  /** What the guest asked for is the account's from now on. */
  async function merge(world: World) {
    const { store, browser } = world;
    if (!browser || world.isLoggedIn) return;
    const account = await store.anAccount();
    good(await store.sync({ regid: browser.regid, useremail: account.useremail }));
    world.browser = account;
    world.isLoggedIn = true;
  }

  async function confirm(world: World, who: number) {
    const { store, model } = world;
    const [request] = await ask<{ batchId: BatchId; until: string }>(
      `select batch_id as "batchId", (extract(epoch from requested_at) * 1000000)::bigint as until from sign_up_requests
      where store_id = $1 and value = $2 and confirmed_at is null`,
      [store.id, addressOf(world, who)],
    );
    if (!request) throw new Error(`There is no sign-up of person ${who} to confirm`);
    const token = new URL(links.confirmUrl({ storeId: store.id, ...request })).searchParams.get("token") ?? "";
    expectPage(await store.admin("/alerts/confirm", { token }, { key: null, from: world.from }));
    model.confirm(who);
  }

  async function leave(world: World, who: number) {
    const { store, model } = world;
    const address = addressOf(world, who);
    const [contact] = await ask<{ id: ContactId }>("select id from contacts where store_id = $1 and value = $2", [
      store.id,
      address,
    ]);
    if (!contact) return;
    const token = links.tokenFor({ storeId: store.id, contactId: contact.id });
    expectPage(await store.admin("/alerts/unsubscribe", { token }, { key: null, from: world.from }));
    model.leave(who);
  }

  const endWaits = async (some: readonly World[]) => {
    const ids = [idsOf(some)];
    await ask("update plans set next_at = now() where store_id = any($1) and state = 0 and next_at > now()", ids);
    await ask("update waves set begun_at = begun_at - interval '1 day' where store_id = any($1)", ids);
    await ask("update chunks set due_at = now() where store_id = any($1) and state in (1, 2)", ids);
  };

  /** Runs `work` while the worker cannot see these chunks: it skips locked ones. */
  async function withoutChunks(where: string, values: unknown[], work: () => Promise<unknown>) {
    await locker.query("begin");
    try {
      await locker.query(`select from chunks where ${where} for update`, values);
      await work();
    } finally {
      await locker.query("rollback");
    }
  }

  async function read(some: readonly World[]) {
    const byStore = new Map(worlds.map((world) => [world.store.id, world]));
    await drainOutbox(db, {
      name: "model",
      subjects: PLAN_SUBJECTS,
      handle: async (events) => {
        for (const event of events) if (!forgets(event)) byStore.get(event.storeId)?.events.push(event);
      },
    });
    const take = (world: World) => world.events.splice(0);
    const events = new Map(some.map((world) => [world, take(world)]));
    try {
      await reader.handle([...events.values()].flat());
    } catch {
      // One of them failed. An event may be read twice, so each shop is read again to find out which.
      await inEach(some, (world) => reader.handle(events.get(world) ?? []));
    }
  }

  async function runWaves(some: readonly World[]) {
    const others = idsOf(worlds.filter((one) => !some.includes(one)));
    const delay = (years: number) =>
      ask(
        "update plans set next_at = next_at + make_interval(years => $2) where store_id = any($1) and next_at is not null",
        [others, years],
      );
    if (others.length > 0) await delay(10);
    // A plan that has to wait is due again after a second, so there may always be one more.
    for (let times = 0; times < 3 && (await runDueWaves(deps)); times += 1);
    if (others.length > 0) await delay(-10);
  }

  async function deliver(how: (world: World) => Delivers) {
    const wanting = (wanted: Delivers) => idsOf(alive().filter((world) => how(world) === wanted));
    const first = await ask<{ id: string }>(
      `select distinct on (store_id) id from chunks
      where store_id = any($1) and (state = 0 or (state in (1, 2) and due_at <= now())) order by store_id, state > 0, turn, id`,
      [wanting("one")],
    );
    const { deliverNextChunk } = createDelivery(deps);
    const loop = async () => {
      while (await deliverNextChunk());
    };
    await withoutChunks("not (store_id = any($1) or id = any($2))", [wanting("all"), first.map(({ id }) => id)], () =>
      Promise.all(Array.from({ length: DELIVERY_LOOPS }, loop)),
    );
  }

  async function check() {
    const rows = await fetchRows(
      ask,
      alive().map(({ store }) => store),
    );
    await inEach(alive(), async (world) => world.model.check(rows.get(world.store.id) as Rows, world.handed.splice(0)));
  }

  async function playRound(number: number) {
    const roundOf = ({ sequence }: World): Round | undefined => sequence.rounds[number];
    const active = alive().filter((world) => roundOf(world));
    await inEach(active, async (world) => {
      const round = roundOf(world);
      world.answers = round?.answers ?? ["sent"];
      for (const action of round?.actions ?? []) await act(world, action);
    });
    await expireDueOffers(db);
    for (const { model } of active) model.expireOffers();
    await read(active.filter((world) => roundOf(world)?.reads));
    await runWaves(active.filter((world) => roundOf(world)?.runsWaves));
    await deliver((world) => roundOf(world)?.delivers ?? "none");
    await check();
  }

  /** Lets the worker do everything that there is to do, with a provider that is up. */
  async function rest() {
    for (const world of worlds) world.answers = ["sent"];
    for (let times = 0; times < REST_ROUNDS_MAX; times += 1) {
      await endWaits(alive());
      await read(alive());
      await runWaves(alive());
      await deliver(() => "all");
      await check();
      if (!(await isWorkLeft())) break;
    }
    await inEach(alive(), async ({ model }) => model.checkAtRest());
  }

  async function isWorkLeft() {
    const [left] = await ask<{ isLeft: boolean }>(
      `select exists (select from plans where store_id = any($1) and state = 0)
        or exists (select from chunks where store_id = any($1) and state <> 3) as "isLeft"`,
      [idsOf(alive())],
    );
    return left?.isLeft;
  }

  /** One person of each shop asks why they were notified or not. */
  const explain = async (world: World) => {
    const known = world.model.rows.people;
    const one = known[world.serial % Math.max(1, known.length)];
    if (!one) return;
    const mediumvalue = addressOf(world, one.who);
    const { because } = await alertCall(world.store, "explain", { epi: 1, medium: "email", mediumvalue });
    if (typeof because !== "string" || /^$|unknown|undefined/.test(because))
      throw new Error(`person ${one.who}: ${JSON.stringify(because)}`);
  };

  const playMany: PlayMany<Sequence> = async (sequences) => {
    worlds = await Promise.all(sequences.map(aWorld));
    bySerial = new Map(worlds.map((world) => [world.serial, world]));
    await inEach(worlds, async (world) => {
      const { line, units } = world.sequence;
      for (let who = 0; who < line; who += 1) await act(world, { do: "sign-up", nth: 0 });
      if (units > 0) good(await stock(world.store, units));
    });
    const rounds = Math.max(0, ...sequences.map((one) => one.rounds.length));
    for (let number = 0; number < rounds; number += 1) await playRound(number);
    await rest();
    await inEach(
      alive().filter((world) => world.serial % EXPLAIN_EVERY === 0),
      explain,
    );
    await inEach(alive(), ({ store }) => inspect(store, ask));
    await freeStores();
    return worlds.map(({ error }) => error);
  };

  /** Empties the shops of this batch for the next one. */
  async function freeStores() {
    await read([]);
    await ask(`truncate ${TABLES} cascade`);
    for (const { store, model } of worlds) {
      const key = JSON.stringify(model.policy);
      free.set(key, [...(free.get(key) ?? []), store]);
    }
  }

  return { playMany, ask };
}

function expectPage({ status, text }: Answer) {
  if (status !== 200) throw new Error(`${status} ${text}`);
}

export type Ask = Awaited<ReturnType<typeof anAlertShop>>["ask"];
type OfStore<Row> = { readonly storeId: number } & Row;

/** The rows of each shop, in a few statements for all of them. */
async function fetchRows(ask: Ask, stores: readonly TestStore[]): Promise<Map<number, Rows>> {
  const ids = [stores.map(({ id }) => id)];
  const find = <Row extends object>(text: string) => ask<OfStore<Row>>(text, ids);
  const [people, plans, chunks, offers, deliveries, levels] = await Promise.all([
    find<Rows["people"][number]>(
      `select s.store_id as "storeId", s.id, substring(c.value from 2 for 1)::int as who, ${stateNow("s").text} as state, s.quantity,
        w.place, w.quantity as "quantityInLine"
      from subscriptions s join contacts c on c.store_id = s.store_id and c.id = s.contact_id
      left join waiting w on w.store_id = s.store_id and w.subscription_id = s.id
      where s.store_id = any($1)`,
    ),
    find<Rows["plans"][number]>(
      `select store_id as "storeId", id, cause, number, state, told, failures, next_at is not null as "isScheduled",
        joined_until as "joinedUntil", policy
      from plans where store_id = any($1) order by created_at desc, id desc`,
    ),
    find<Rows["chunks"][number]>(
      `select store_id as "storeId", plan_id as "planId", state, subscription_ids as ids from chunks where store_id = any($1)`,
    ),
    find<Rows["offers"][number]>(
      `select o.store_id as "storeId", o.plan_id as "planId", o.units, o.state, substring(c.value from 2 for 1)::int as who
      from offers o join subscriptions s on s.store_id = o.store_id and s.id = o.subscription_id
      join contacts c on c.store_id = s.store_id and c.id = s.contact_id
      where o.store_id = any($1)`,
    ),
    find<Rows["deliveries"][number]>(
      `select d.store_id as "storeId", d.plan_id as "planId", d.state, d.reason, substring(c.value from 2 for 1)::int as who
      from deliveries d join subscriptions s on s.store_id = d.store_id and s.id = d.subscription_id
      join contacts c on c.store_id = s.store_id and c.id = s.contact_id
      where d.store_id = any($1)`,
    ),
    find<Rows["stock"]>(
      `select store_id as "storeId", quantity, arrived, restocks as number, is_in as "isIn" from stock where store_id = any($1)`,
    ),
  ]);
  const none = { quantity: 0, arrived: 0, number: 0, isIn: false };
  const group = <Row extends { storeId: number }>(rows: readonly Row[]) => Map.groupBy(rows, ({ storeId }) => storeId);
  const of = {
    people: group(people),
    plans: group(plans),
    chunks: group(chunks),
    offers: group(offers),
    deliveries: group(deliveries),
    levels: group(levels),
  };
  return new Map(
    stores.map(({ id }) => [
      id,
      {
        people: of.people.get(id) ?? [],
        plans: of.plans.get(id) ?? [],
        chunks: of.chunks.get(id) ?? [],
        offers: of.offers.get(id) ?? [],
        deliveries: of.deliveries.get(id) ?? [],
        stock: of.levels.get(id)?.[0] ?? none,
      },
    ]),
  );
}
