import { expect, test } from "vitest";
import { look } from "./fixtures/database.ts";
import { type Answer, aService, aStore, type Params, type TestStore } from "./fixtures/service.ts";
import { anItem, type Fields, good, listsOf } from "./fixtures/shopper-lists.ts";

const service = aService();

async function aList() {
  const store = await aStore(service);
  const person = await store.anAccount();
  const lists = listsOf(store, person);
  const lid = await lists.create();
  await lists.add(lid, anItem(1));
  return { store, person, lists, lid };
}

const rowsOf = (store: TestStore) =>
  look(
    `select l.name, l.note, l.extras, l.count, l.updated_at, (select jsonb_agg(to_jsonb(i) order by variant_id) from items i where i.list_id = l.id) as items
    from lists l where store_id = $1 order by id`,
    [store.id],
  );

/** JSON of exactly this many characters. */
const ofLength = (characters: number) => ({ x: "x".repeat(characters - '{"x":""}'.length) });

test("cprops, lprops and ldesc have up to 16,384 characters, and not one more", async () => {
  const { lists, lid } = await aList();
  const add = (characters: number) => lists.change(lid, { a: [anItem(1, { cprops: ofLength(characters) })] });
  expect((await add(16_384)).status).toBe(200);
  expect(await add(16_385)).toMatchObject({ status: 400, body: { type: "invalid-items" } });
  for (const field of ["lprops", "ldesc"]) {
    const update = (characters: number) => lists.post("update", { lid, [field]: JSON.stringify(ofLength(characters)) });
    expect((await update(16_384)).status).toBe(200);
    expect((await update(16_385)).status).toBe(400);
  }
});

const BOMBS: Record<string, string> = {
  "ten thousand brackets": "[".repeat(10_000),
  "ten thousand open objects": '{"a":'.repeat(10_000),
  "nesting beyond the bound": `${"[".repeat(40)}${"]".repeat(40)}`,
  "a hundred thousand values": `[${"1,".repeat(100_000)}1]`,
  "a number of a hundred thousand digits": `[${"9".repeat(100_000)}]`,
  "a number out of range": '[{"epi":1e999}]',
  "a key twice": '[{"epi":1,"epi":2,"empi":1,"du":"https://a.example"}]',
  __proto__in: '[{"epi":1,"empi":1,"du":"https://a.example","cprops":{"__proto__":{"polluted":1}}}]',
  NUL: '[{"epi":"a\\u0000","empi":1,"du":"https://a.example"}]',
  "a lone surrogate": '[{"epi":"\\ud800","empi":1,"du":"https://a.example"}]',
  "not JSON": "[{epi:1}]",
  "a text that is not closed": '["',
};

/** The calls and fields that take JSON text. */
const JSON_FIELDS: [verb: string, field: string, params: Params][] = [
  ["update-ctx", "a", {}],
  ["update-ctx", "u", {}],
  ["update-ctx", "d", {}],
  ["sfl/add", "items", {}],
  ["sfl/update", "items", {}],
  ["sfl/remove", "items", {}],
  ["sfl/moved-to-cart", "items", {}],
  ["create", "lprops", { lname: "Another" }],
  ["create", "ldesc", { lname: "Another" }],
  ["update", "lprops", {}],
  ["update", "ldesc", {}],
  ["contains", "epis", {}],
  ["contains", "empis", {}],
];

test.each(JSON_FIELDS)("bombs in %s %s are refused and change nothing", async (verb, field, params) => {
  const { store, lists, lid } = await aList();
  const before = await rowsOf(store);
  for (const [name, bomb] of Object.entries(BOMBS)) {
    const answer = await lists.post(verb, { lid, ...params, [field]: bomb });
    expect(isRefused(answer), `${name}: ${answer.status} ${answer.text.slice(0, 200)}`).toBe(true);
  }
  expect(await rowsOf(store)).toEqual(before);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
/** Save-for-later calls return an invalid item instead of refusing the whole call; ids separated by commas may be any text. */
function isRefused({ status, body }: Answer) {
  const { itemsfailed, data } = body;
  if (status !== 200) return status === 400 || status === 413;
  return (Array.isArray(itemsfailed) && itemsfailed.length > 0) || (Array.isArray(data) && data.length === 0);
}

test("cprops nested up to the limit are kept, beyond it refused", async () => {
  const { lists, lid } = await aList();
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
  const [kept] = await lists.add(lid, anItem(2, { cprops: nested(6) }));
  expect(kept?.cprops).toEqual(nested(6));
  expect((await lists.change(lid, { a: [anItem(3, { cprops: nested(7) })] })).status).toBe(400);
});

const TEXTS = [
  "plain",
  "<script>alert(1)</script>",
  "'; drop table lists; --",
  'quotes " and \\ backslash',
  "line\nbreak\ttab",
  "日本語テキスト",
  "العربية",
  "Zoë Ångström",
  "e\u0301 combining",
  "🌻 👩‍👩‍👧‍👦 🏳️‍🌈",
  "\u202Eright to left\u202C",
  "zero\u200Bwidth",
  "${7*7} {{7*7}} %s %00",
  "\u{10FFFD} private",
  "null",
  "{ }",
];

test.each(TEXTS)(
  "%j comes back as it was sent from name, note, lprops, item note, cprops, lbls and title",
  async (text) => {
    const { store, person, lists, lid } = await aList();
    // As JSON, because the text "null" in a form means "not given".
    const json = { ...person, lname: text, lnote: text, lprops: { [text]: [text] } };
    const named = good(await store.browser("/api/v3/lists/create", undefined, { json }));
    expect(named).toMatchObject({ lname: text, lnote: text, lprops: { [text]: [text] } });
    const item = anItem(2, { note: text, cprops: { [text]: { deep: text } }, lbls: [text], dt: text, sku: text });
    const [added] = await lists.add(lid, item);
    expect(added).toMatchObject({ note: text, cprops: { [text]: { deep: text } }, lbls: [text], dt: text, sku: text });
    expect(await lists.contents(lid, { limit: "1" })).toEqual([added]);
    const found = await lists.fetchLists();
    expect(found.find((list) => list.lid === lid)?.listcontents).toContainEqual(added);
    expect(found.find((list) => list.lid === named.lid)).toMatchObject({ lname: text, lnote: text });
    const [textual] = await lists.add(lid, { epi: `e ${text}`, empi: `p ${text}`, du: "https://shop.example" });
    expect(textual).toMatchObject({ epi: `e ${text}`, empi: `p ${text}` });
    expect((await lists.fetchLists())[0]?.listcontents).toEqual(await lists.contents(lid));
  },
);

test.each(["lid", "regid", "sessionid", "pid", "a", "lname"])(
  "%s given twice with different values is refused",
  async (key) => {
    const { store, person, lid } = await aList();
    const { regid, sessionid } = person;
    const before = await rowsOf(store);
    const fields: Params = { regid, sessionid, lid, pid: store.pid, a: JSON.stringify([anItem(2)]), lname: "Another" };
    for (const verb of ["update-ctx", "create", "update", "delete-list"]) {
      if (key === "a" && verb !== "update-ctx") continue;
      if (key === "lname" && (verb === "update-ctx" || verb === "delete-list")) continue;
      if (key === "lid" && verb === "create") continue;
      const form = new URLSearchParams(fields);
      form.append(key, `${fields[key]}x`);
      const answer = await store.browser(
        `/api/v3/lists/${verb}`,
        {},
        { raw: form.toString(), headers: { "content-type": "application/x-www-form-urlencoded" } },
      );
      expect(answer.status, `for ${verb}`).toBe(400);
    }
    expect(await rowsOf(store)).toEqual(before);
  },
);

const BIG = "9007199254740993"; // 2^53 + 1
const LARGEST = "18446744073709551615"; // 2^64 - 1

test.each([BIG, LARGEST])(
  "the ids %s, as a number and as a string, come back exactly from every call with items",
  async (id) => {
    for (const literal of [id, `"${id}"`]) {
      const { store, person, lists, lid } = await aList();
      const item = `{"epi":${literal},"empi":${literal},"du":"https://shop.example","cprops":{"big":${literal}}}`;
      const has = (answer: Answer, what: string) => {
        expect(answer.status, `for ${what}`).toBe(200);
        expect(answer.text, `for ${what}`).toContain(`"epi":${literal}`);
        expect(answer.text, `for ${what}`).toContain(`"empi":${literal}`);
      };
      const change = (key: string, sent = item) => lists.post("update-ctx", { lid, [key]: `[${sent}]` });
      const added = await change("a");
      has(added, "a");
      expect(added.text).toContain(`"cprops":{"big":${literal}}`);
      has(await change("u", `{"epi":${literal},"qty":2}`), "u");
      for (const verb of ["fetch-lists", "fetch-list-contents", "fetch-list-with-contents"]) {
        const fetched = await lists.post(verb, { lid });
        has(fetched, verb);
        expect(fetched.text, `for ${verb}`).toContain(`"cprops":{"big":${literal}}`);
      }
      expect((await lists.post("contains", { epis: `[${literal}]` })).text).toContain(
        `{"epi":${literal},"lids":["${lid}"]}`,
      );
      expect((await lists.post("contains", { empis: `[${literal}]` })).text).toContain(
        `{"empi":${literal},"lids":["${lid}"]}`,
      );
      good(await lists.post("markPublic", { lid, showcprops: "1" }));
      for (const verb of ["fetch-list-contents", "fetch-list-with-contents"]) {
        const shared = await store.browser(`/api/v3/lists/${verb}`, { lid });
        has(shared, `${verb} of a stranger`);
        expect(shared.text, `for ${verb}`).toContain(`"cprops":{"big":${literal}}`);
      }
      const copy = await lists.create("A copy", { fromlid: lid });
      has(await lists.post("fetch-list-contents", { lid: copy }), "fromlid");
      has(await change("d", `{"epi":${literal}}`), "d");
      has(await change("a"), "a");
      has(await lists.post("delete-list", { lid }), "delete-list");

      const later = String((good(await lists.post("sfl/create")).list as Fields).lid);
      for (const verb of ["add", "update", "moved-to-cart", "add", "remove", "add"])
        has(await lists.post(`sfl/${verb}`, { lid: later, items: `[${item}]` }), `sfl/${verb}`);
      has(await lists.post("sfl/fetch", { lid: later }), "sfl/fetch");
      has(await lists.post("sfl/create"), "sfl/create");

      const json = `{"regid":"${person.regid}","sessionid":"${person.sessionid}","lid":"${later}","a":[${item}]}`;
      const headers = { "content-type": "application/json" };
      has(await store.browser("/api/v3/lists/update-ctx", {}, { raw: json, headers }), "a JSON body");
      const counted = await store.browser("/api/v3/product/wishlist/social-count-batch", { empis: `[${literal}]` });
      expect(counted.text).toContain(`"empi":${literal}`);
    }
  },
);

test("malformed ids are refused", async () => {
  const { lists, lid } = await aList();
  for (const literal of [
    "-1",
    "1.5",
    "1e3.5",
    "true",
    "{}",
    "[]",
    "null",
    '""',
    `"${"x".repeat(65)}"`,
    "184467440737095516150",
  ]) {
    const answer = await lists.post("update-ctx", {
      lid,
      a: `[{"epi":${literal},"empi":1,"du":"https://shop.example"}]`,
    });
    expect(answer.status, `for ${literal}`).toBe(400);
  }
  expect(await lists.contents(lid)).toHaveLength(1);
});
