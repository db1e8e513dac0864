import fc from "fast-check";
import { expect, test } from "vitest";
import { recordSavesReader } from "../../src/features/insights/record-saves-reader.ts";
import { aClock } from "../fixtures/clock.ts";
import { drainOutbox } from "../fixtures/drain-outbox.ts";
import { aMigratedDatabase } from "../fixtures/migrated-database.ts";
import { aService, aStore, type Person, type TestStore } from "../fixtures/service.ts";
import { type Fields, good, listsOf } from "../fixtures/shopper-lists.ts";

const FULL = process.env["KEEPSAKE_TESTS"] === "full";
const CACHE_MS = 31_000;

// A separate database, because the reader that counts reads the outbox of all stores.
const url = await aMigratedDatabase();
const { clock, forward } = aClock();
const service = aService({ env: { DATABASE_URL: url }, clock });

const VARIANTS = [1, 2, 3] as const;
const PRODUCTS = ["7", "8"] as const;
const NAMES = ["du", "dt", "iu", "pr", "sku"] as const;
type Known = { [Name in (typeof NAMES)[number]]?: string | number | null };

const text = (of: string) => fc.integer({ min: 1, max: 9 }).map((n) => `https://shop.example/${of}${n}`);
const knownFields = (withNull: boolean) => {
  const field = <T>(value: fc.Arbitrary<T>) => (withNull ? fc.option(value, { nil: null }) : value);
  const price: fc.Arbitrary<string | number> = fc.integer({ min: 1, max: 99 });
  return fc.record(
    { du: field(text("p")), dt: field(text("t")), iu: field(text("i")), pr: field(price), sku: field(text("s")) },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Known>;
};
const variant = fc.constantFrom(...VARIANTS);
const product = fc.constantFrom(...PRODUCTS);
const who = fc.constantFrom("guest" as const, "account" as const);
const actions = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("upsert" as const), variant, known: knownFields(true), empi: fc.option(product) }),
    fc.record({ kind: fc.constant("add" as const), who, variant, known: knownFields(false), empi: product }),
    fc.record({ kind: fc.constant("update" as const), who, variant, known: knownFields(false) }),
    fc.record({ kind: fc.constant("remove" as const), who, variant }),
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("merge" as const) }) },
  ),
  { minLength: 3, maxLength: 20 },
);
type Action = typeof actions extends fc.Arbitrary<(infer One)[]> ? One : never;
type Saved = { known: Known; empi: string };

/** What the catalogue and the shoppers' lists should hold. */
class Model {
  readonly catalogue = new Map<number, { known: Known; empi: string | null }>();
  readonly saved = { guest: new Map<number, Saved>(), account: new Map<number, Saved>() };
  isMerged = false;

  listOf(name: "guest" | "account") {
    return this.isMerged ? this.saved.account : this.saved[name];
  }

  apply(action: Action) {
    if (action.kind === "upsert") {
      const before = this.catalogue.get(action.variant) ?? { known: {}, empi: null };
      const known = { ...before.known, ...action.known };
      this.catalogue.set(action.variant, { known, empi: action.empi ?? before.empi });
    } else if (action.kind === "merge") {
      if (this.isMerged) return;
      for (const [id, { known, empi }] of this.saved.guest) {
        const own = this.saved.account.get(id);
        this.saved.account.set(id, own ? { known: { ...known, ...own.known }, empi: own.empi } : { known, empi });
      }
      this.saved.guest.clear();
      this.isMerged = true;
    } else {
      const list = this.listOf(action.who);
      const own = list.get(action.variant);
      if (action.kind === "remove") list.delete(action.variant);
      else if (action.kind === "add") {
        const sent = { du: "https://shop.example/default", ...action.known };
        list.set(action.variant, { known: { ...own?.known, ...sent }, empi: own?.empi ?? action.empi });
      } else if (own) {
        const { du: _, ...changes } = action.known; // an update ignores du
        list.set(action.variant, { ...own, known: { ...own.known, ...changes } });
      }
    }
  }

  productOf(id: number, saved: Saved) {
    return this.catalogue.get(id)?.empi ?? saved.empi;
  }

  record(id: number, saved: Saved) {
    const { known = {} } = this.catalogue.get(id) ?? {};
    return {
      epi: id,
      empi: this.productOf(id, saved),
      ...Object.fromEntries(NAMES.map((name) => [name, known[name] ?? saved.known[name] ?? null])),
    };
  }

  count(empi: string) {
    const lists = this.isMerged ? [this.saved.account] : [this.saved.guest, this.saved.account];
    return lists.filter((list) => [...list].some(([id, saved]) => this.productOf(id, saved) === empi)).length;
  }
}

async function aWorld() {
  const store = await aStore(service, { scopes: ["identity", "catalog"] });
  const people = {
    guest: (await store.aGuest()) as Person,
    account: await store.anAccount(),
  };
  const lids = { guest: "", account: "" };
  for (const name of ["guest", "account"] as const) lids[name] = await listsOf(store, people[name]).create();
  return { store, people, lids };
}

async function play({ store, people, lids }: Awaited<ReturnType<typeof aWorld>>, action: Action) {
  if (action.kind === "upsert") {
    const { variant: epi, known, empi } = action;
    const variants = [{ epi, ...(empi ? { empi } : {}), ...known }];
    good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants } }));
    forward(CACHE_MS);
  } else if (action.kind === "merge") {
    good(await store.sync({ regid: people.guest.regid, useremail: people.account.useremail }));
    people.guest = { ...people.account };
    lids.guest = lids.account;
    forward(CACHE_MS);
  } else {
    const lists = listsOf(store, people[action.who]);
    const { variant: epi } = action;
    const item = action.kind === "remove" ? { epi } : { epi, ...action.known };
    if (action.kind === "add")
      good(
        await lists.change(lids[action.who], {
          a: [{ du: "https://shop.example/default", ...item, empi: action.empi }],
        }),
      );
    else good(await lists.change(lids[action.who], action.kind === "remove" ? { d: [item] } : { u: [item] }));
  }
}

const catchUp = () => drainOutbox(service.deps.db, recordSavesReader);

const shown = (items: readonly Fields[]) =>
  items
    .map((item) => ({
      epi: Number(item.epi),
      empi: String(item.empi),
      ...Object.fromEntries(NAMES.map((name) => [name, item[name]])),
    }))
    .toSorted((one, two) => one.epi - two.epi);

async function check(model: Model, { store, people, lids }: Awaited<ReturnType<typeof aWorld>>) {
  for (const name of model.isMerged ? (["account"] as const) : (["guest", "account"] as const)) {
    const lists = listsOf(store, people[name]);
    const expected = [...model.listOf(name)]
      .map(([id, saved]) => model.record(id, saved))
      .toSorted((one, two) => one.epi - two.epi);
    const [list] = await lists.fetchLists();
    expect(shown((list?.listcontents ?? []) as Fields[])).toEqual(expected);
    expect(shown(await lists.contents(lids[name]))).toEqual(expected);
    const { data } = good(await lists.post("contains", { empis: JSON.stringify(PRODUCTS) })) as {
      data: { empi: string }[];
    };
    expect(data.map(({ empi }) => empi).toSorted()).toEqual([...new Set(expected.map(({ empi }) => empi))].toSorted());
  }
  await catchUp();
  expect(await countsOf(store)).toEqual(PRODUCTS.map((empi) => model.count(empi)));
}

async function countsOf(store: TestStore) {
  const counts: number[] = [];
  for (const empi of PRODUCTS) {
    const { body } = await store.browser("/api/v3/product/wishlist/social-count", { empi });
    counts.push((body as { data: { count: number } }).data.count);
  }
  return counts;
}

test(
  "over any sequence of upserts, adds, updates, removals and merges, a shopper sees the catalogue's fields and otherwise their own, and counts are true",
  async () => {
    const details = await fc.check(
      fc.asyncProperty(actions, async (plan) => {
        const [model, world] = [new Model(), await aWorld()];
        for (const action of plan) {
          await play(world, action);
          model.apply(action);
          await check(model, world);
        }
      }),
      { numRuns: FULL ? 300 : 20, endOnFailure: true },
    );
    expect(details.failed ? `${String(details.errorInstance)}\n${fc.defaultReportMessage(details)}` : "").toBe("");
  },
  FULL ? 1_800_000 : 180_000,
);
