import fc from "fast-check";
import { expect } from "vitest";
import { anItem, listCalls } from "../fixtures/list-calls.ts";
import type { Answer, TestStore } from "../fixtures/service.ts";
import { createModel, type Given, type ModelItem, type ModelList, newestFirst, type Who } from "./list-model.ts";

export const RULES = { itemsMax: 6, previewItems: 3, types: ["registry"] };

const NAMES = ["Alpha", "Beta", " ALPHA ", "Gamma"] as const;
const who = fc.constantFrom<Who>("guest", "account");
/** The index of one of the lists created so far. */
const nth = fc.nat({ max: 5 });
const given: fc.Arbitrary<Given> = fc.record({
  epi: fc.integer({ min: 1, max: 5 }),
  qty: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  note: fc.option(fc.constantFrom("red", "gift"), { nil: undefined }),
});
const some = (minLength: number) => fc.uniqueArray(given, { selector: ({ epi }) => epi, minLength, maxLength: 3 });
const verb = <T>(value: T) => fc.constant(value);

export const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: verb("create" as const),
      who,
      name: fc.constantFrom(...NAMES),
      type: fc.constantFrom("wl", "wl", "wl", "registry", "sfl"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: verb("sfl/create" as const), who }) },
  { weight: 8, arbitrary: fc.record({ do: verb("change" as const), who, nth, d: some(0), u: some(0), a: some(0) }) },
  { weight: 5, arbitrary: fc.record({ do: verb("add" as const), who, nth, items: some(1) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: verb("sfl" as const),
      who,
      nth,
      how: fc.constantFrom("add", "update", "remove", "moved-to-cart"),
      items: some(1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: verb("update" as const),
      who,
      nth,
      name: fc.option(fc.constantFrom(...NAMES), { nil: undefined }),
      note: fc.option(fc.constant("a note"), { nil: undefined }),
      status: fc.option(fc.constantFrom(0, 1), { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: verb("copy" as const), who, nth, name: fc.constantFrom("Copy", ...NAMES) }) },
  { weight: 2, arbitrary: fc.record({ do: verb("mark" as const), who, nth, isPublic: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: verb("delete" as const), who, nth }) },
  { weight: 2, arbitrary: fc.record({ do: verb("merge" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: verb("undo" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: verb("fetch" as const) }) },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Changes requests before the service gets them, to test that the model detects a fault. */
export type Tamper = (path: string, params: Record<string, string>) => Record<string, string>;

const UNKNOWN_LID = "00000000-0000-4000-8000-000000000000";

/** Plays the steps of one person against the service and the model, and compares everything that can be fetched. */
export async function play(
  store: TestStore,
  steps: readonly Step[],
  { expireCache, tamper = (_, params) => params }: { expireCache: () => void; tamper?: Tamper },
) {
  const guest = await store.aGuest();
  const account = await store.anAccount();
  const model = createModel(RULES);
  const calls = { guest: listCalls(store, guest), account: listCalls(store, account) };
  const send = (by: Who, path: string, params: Record<string, string>) => calls[by].call(path, tamper(path, params));
  const lidOf = (index: number) => model.lists[index % Math.max(1, model.lists.length)]?.lid ?? UNKNOWN_LID;

  for (const one of steps) await take(one);
  await compareLists();
  await compareContents();

  async function make(
    by: Who,
    path: string,
    params: Record<string, string>,
    wanted: { name: string; type: string; source?: ModelList },
  ) {
    const expected = model.namesake(by, wanted.name, wanted.type);
    const answer = await send(by, path, params);
    expectStatus(answer, expected?.status ?? 200);
    if (answer.status !== 200) return;
    const lid = String((answer.body.list as { lid?: string } | undefined)?.lid ?? answer.body.lid);
    if (expected) expect(lid).toBe(expected.list?.lid);
    else model.create(by, { lid, ...wanted });
  }

  async function take(one: Step) {
    switch (one.do) {
      case "create":
        return make(one.who, "create", { lname: one.name, lty: one.type }, one);
      case "sfl/create":
        // Its name does not matter: the shopper has one list of this type at most.
        return make(one.who, "sfl/create", {}, { name: "Saved for later", type: "sfl" });
      case "copy": {
        const lid = lidOf(one.nth);
        const source = model.canRead(one.who, lid);
        if (!model.namesake(one.who, one.name, "wl") && !source) {
          return expectStatus(await send(one.who, "create", { lname: one.name, fromlid: lid }), 404);
        }
        return make(
          one.who,
          "create",
          { lname: one.name, fromlid: lid },
          { name: one.name, type: "wl", ...(source ? { source } : {}) },
        );
      }
      case "add":
      case "change": {
        const lid = lidOf(one.nth);
        const { d, u, a } = one.do === "add" ? { d: [], u: [], a: one.items } : one;
        if (d.length + u.length + a.length === 0) return undefined;
        const params = {
          lid,
          ...(d.length > 0 ? { d: JSON.stringify(d.map(({ epi }) => ({ epi }))) } : {}),
          ...(u.length > 0 ? { u: JSON.stringify(u) } : {}),
          ...(a.length > 0 ? { a: JSON.stringify(a.map(toItem)) } : {}),
        };
        const { status } = model.change(one.who, lid, { d: d.map(({ epi }) => epi), u, a });
        return expectStatus(await send(one.who, "update-ctx", params), status);
      }
      case "sfl": {
        const lid = lidOf(one.nth);
        const changes = {
          d: one.how === "remove" || one.how === "moved-to-cart" ? one.items.map(({ epi }) => epi) : [],
          u: one.how === "update" ? one.items : [],
          a: one.how === "add" ? one.items : [],
        };
        const { status } = model.change(one.who, lid, changes);
        const items = JSON.stringify(one.how === "add" ? one.items.map(toItem) : one.items);
        return expectStatus(await send(one.who, `sfl/${one.how}`, { lid, items }), status);
      }
      case "update": {
        const lid = lidOf(one.nth);
        const { name, note, status: st } = one;
        const { status } = model.update(one.who, lid, {
          ...(name === undefined ? {} : { name: name.trim() }),
          ...(note === undefined ? {} : { note }),
          ...(st === undefined ? {} : { status: st }),
        });
        const params = {
          lid,
          ...(name === undefined ? {} : { lname: name }),
          ...(note === undefined ? {} : { lnote: note }),
          ...(st === undefined ? {} : { st: `${st}` }),
        };
        return expectStatus(await send(one.who, "update", params), status);
      }
      case "mark": {
        const lid = lidOf(one.nth);
        const { status } = model.update(one.who, lid, { isPublic: one.isPublic });
        return expectStatus(await send(one.who, one.isPublic ? "markPublic" : "markPrivate", { lid }), status);
      }
      case "delete": {
        const lid = lidOf(one.nth);
        const { status } = model.remove(one.who, lid);
        return expectStatus(await send(one.who, "delete-list", { lid }), status);
      }
      case "merge": {
        expectStatus(await store.sync({ regid: guest.regid, useremail: account.useremail }), 200);
        expireCache();
        for (const { list, epi, either } of model.merge().undecided) await decide(list, epi, either);
        return undefined;
      }
      case "undo": {
        const { status } = model.undo();
        const answer = await store.undoMerge({ regid: guest.regid });
        expireCache();
        return expect(answer.status === 200).toBe(status === 200);
      }
      case "fetch":
        return compareLists();
    }
  }

  /** Takes over the choice of the service, if it is one of the two possible ones. */
  async function decide(list: ModelList, epi: number, either: readonly ModelItem[]) {
    const found = (await calls.account.items(list.lid)).find((item) => item.epi === epi);
    const chosen = either.find(({ qty, note }) => found?.qty === qty && found.note === note);
    expect(chosen, `one of ${JSON.stringify(either)}, not ${JSON.stringify(found)}`).toBeDefined();
    if (chosen) list.items.set(epi, { ...chosen, touched: true });
  }

  async function compareLists() {
    for (const by of ["guest", "account"] as const) {
      const expected = sorted(model.listsOf(by));
      const lists = await calls[by].fetchLists({ includeArchived: "1" });
      expect(lists.map(headOf)).toEqual(
        expected.map((list) => ({ ...expectedHead(list), listcontents: shown(list, RULES.previewItems) })),
      );
    }
  }

  async function compareContents() {
    expect((await calls.account.fetchLists()).map(({ lid }) => lid)).toEqual(
      sorted(model.listsOf("account"))
        .filter(({ status }) => status === 1)
        .map(({ lid }) => lid),
    );
    await Promise.all(
      model.lists.map(async ({ lid }) => {
        const reached = model.canRead("account", lid);
        const answer = await calls.account.call("fetch-list-contents", { lid });
        expectStatus(answer, reached ? 200 : 404);
        if (reached && model.own("account", lid)) {
          expect((answer.body as unknown as ModelItem[]).map(itemOf)).toEqual(shown(reached, 1_000));
        }
      }),
    );
  }
}

const toItem = ({ epi, qty, note }: Given) =>
  anItem(epi, { ...(qty === undefined ? {} : { qty }), ...(note === undefined ? {} : { note }) });

const expectStatus = ({ status, text }: Answer, expected: number) =>
  expect(status === expected ? status : `${status} ${text}`).toBe(expected);

const RANK: Record<string, number> = { wl: 0, sfl: 2 };
const sorted = (lists: readonly ModelList[]) =>
  lists.toSorted((one, other) => (RANK[one.type] ?? 1) - (RANK[other.type] ?? 1));

const expectedHead = ({ lid, name, type, note, status, isPublic, items }: ModelList) => ({
  lid,
  lname: name,
  lty: type,
  lnote: note,
  st: status,
  anonRead: isPublic,
  cnt: items.size,
});
type Head = ReturnType<typeof expectedHead> & { listcontents: Pick<ModelItem, "epi" | "qty" | "note">[] };
const headOf = (list: object) => {
  const { lid, lname, lty, lnote, st, anonRead, cnt, listcontents } = list as Head;
  return { lid, lname, lty, lnote, st, anonRead, cnt, listcontents: listcontents.map(itemOf) };
};
const itemOf = ({ epi, qty, note }: Pick<ModelItem, "epi" | "qty" | "note">) => ({ epi, qty, note });
const shown = ({ items }: ModelList, max: number) => newestFirst(items.values()).slice(0, max).map(itemOf);
