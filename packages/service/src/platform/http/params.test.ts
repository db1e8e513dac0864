import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fastest } from "../../../test/fixtures/fastest.ts";
import { anEmail, aService, aStore, aUuid, personOf, refusalOf } from "../../../test/fixtures/service.ts";
import { parseForm } from "./params.ts";

const service = aService();
const PATH = "/storeadmin/v3/user/generate-regid";
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const JSON_TYPE = { "content-type": "application/json" };

test("parameters are accepted as a form, as JSON and in the query, with the same meaning", async () => {
  const store = await aStore(service);
  const params = { useremail: anEmail(), useragenttype: "test" };
  const answers = [
    await store.admin(PATH, params),
    await store.admin(PATH, undefined, { json: params }),
    await store.admin(PATH, undefined, { query: params }),
    await store.admin(PATH, {}, { query: params }),
    await store.admin(PATH, { useremail: params.useremail }, { query: { useragenttype: "" } }),
  ];
  expect(new Set(answers.map((answer) => personOf(answer).regid)).size).toBe(1);
});

test("query and body are merged, and the body wins", async () => {
  const store = await aStore(service);
  const [inBody, inQuery] = [anEmail(), anEmail()];
  const wanted = await store.anAccount(inBody);
  const query = { useremail: inQuery, useragenttype: "test" };

  expect(personOf(await store.admin(PATH, { useremail: inBody }, { query })).regid).toBe(wanted.regid);
  const json = { useremail: inBody };
  expect(personOf(await store.admin(PATH, undefined, { json, query })).regid).toBe(wanted.regid);
});

test("unknown parameters are ignored", async () => {
  const store = await aStore(service);
  const params = { _cv: "3", appId: "x", "user-agent": "y", source: "z", anything: "", "": "", " ": "1", "a[b]": "c" };
  expect((await store.generateRegid({ uuid: aUuid(), ...params })).status).toBe(200);
  expect((await store.register({ ...params, callback: "alert(1)" })).status).toBe(200);
  const json = { uuid: aUuid(), useragenttype: "t", note: null, du: "", nested: { a: [1, { b: null }] } };
  expect((await store.admin(PATH, undefined, { json })).status).toBe(200);
});

test("a + in pid that arrived as a space is accepted", async () => {
  const store = await aStore(service, { pid: `a+b+${aUuid().slice(0, 8)}=` });
  const [, afterPlus = ""] = store.pid.split("a+b+");
  for (const pid of [encodeURIComponent(store.pid), `a+b+${afterPlus}`, `a%20b%20${afterPlus}`, `a b ${afterPlus}`]) {
    const url = `/api/v3/provider/register?pid=${pid.replaceAll(" ", "%20")}`;
    expect((await store.admin(url, {}, { key: null })).status).toBe(200);
  }
  expect((await store.admin("/api/v3/provider/register", { pid: store.pid }, { key: null })).status).toBe(200);
});

test("a repeated or bracketed key never becomes an array where a string is expected", async () => {
  const store = await aStore(service);
  const uuid = aUuid();
  for (const raw of [
    `useragenttype=t&uuid=${uuid}&uuid=${aUuid()}`,
    `useragenttype=t&uuid=${uuid}&uuid=`,
    `useragenttype=t&useragenttype=u&uuid=${uuid}`,
    `useragenttype=t&useremail=a%40example.com&useremail=b%40example.com`,
  ]) {
    expect((await store.admin(PATH, undefined, { raw, headers: FORM })).status).toBe(400);
    expect((await store.admin(`${PATH}?${raw}`, {})).status).toBe(400);
  }
  for (const raw of [
    `useragenttype=t&uuid[]=${uuid}`,
    `useragenttype=t&uuid[0]=${uuid}`,
    `useragenttype=t&uuid%5B%5D=x`,
  ]) {
    const answer = await store.admin(PATH, undefined, { raw, headers: FORM });
    expect(refusalOf(answer)).toMatchObject({ status: 400, type: "invalid-uuid" }); // there is no such text
  }
  const twice = `useragenttype=t&useragenttype=t&uuid=${uuid}&uuid=${uuid}`;
  expect((await store.admin(PATH, undefined, { raw: twice, headers: FORM })).status).toBe(200);
});

test("wrong content types are 400, and unusual spellings of the right ones are accepted", async () => {
  const store = await aStore(service);
  const raw = `useragenttype=t&uuid=${aUuid()}`;
  const statusOf = async (type: string, body = raw) =>
    (await store.admin(PATH, undefined, { raw: body, headers: { "content-type": type } })).status;

  for (const type of [
    "multipart/form-data; boundary=x",
    "application/xml",
    "application/x-www-form-urlencodedx",
    "application/jsonx",
    "form",
    "",
    "/",
    "*/*",
    "application",
    "application/json application/json",
  ]) {
    expect(await statusOf(type), `for ${type}`).toBe(400);
  }
  for (const type of [
    "application/x-www-form-urlencoded; charset=UTF-8",
    "application/x-www-form-urlencoded;charset=utf-8",
    "Application/X-WWW-Form-Urlencoded",
    "text/plain",
  ]) {
    expect(await statusOf(type), `for ${type}`).toBe(200);
  }
  expect(await statusOf("application/json; charset=utf-8", `{"useragenttype":"t","uuid":"${aUuid()}"}`)).toBe(200);
  expect(await statusOf("application/x-www-form-urlencoded\t")).toBeLessThan(500);
  expect(await statusOf("application/json\t; charset=utf-8")).toBeLessThan(500);
});

test("a JSON body that is not an object is 400 invalid-json, and an empty body counts as none", async () => {
  const store = await aStore(service);
  for (const raw of ["[]", "1", '"x"', "null", "true", "{", '{"a":1}{"b":2}', "useragenttype=t"]) {
    const answer = await store.admin(PATH, undefined, { raw, headers: JSON_TYPE });
    expect(refusalOf(answer), `for ${raw}`).toMatchObject({ status: 400, error: true, type: "invalid-json" });
  }
  const query = { useragenttype: "t", uuid: aUuid() };
  expect((await store.admin(PATH, undefined, { raw: "", headers: JSON_TYPE, query })).status).toBe(200);
});

test("a JSON bomb as the body is 400 within 20 ms, and no prototype is changed", async () => {
  const store = await aStore(service);
  const bombs = [
    "[".repeat(60_000),
    `{"a":${"[".repeat(30_000)}${"]".repeat(30_000)}}`,
    `{"a":[${"1,".repeat(30_000)}1]}`,
    `{${Array.from({ length: 5_001 }, (_, index) => `"k${index}":1`).join(",")}}`,
    '{"useragenttype":"t","useragenttype":"u"}',
    '{"__proto__":{"polluted":1}}',
    '{"uuid":1e400000}',
    `"${"\\u0000".repeat(10_000)}`,
    `{"a":${"9".repeat(60_000)}}`,
  ];
  await store.admin(PATH, undefined, { raw: "[]", headers: JSON_TYPE }); // warms up the parser
  for (const raw of bombs) {
    const send = () => store.admin(PATH, undefined, { raw, headers: JSON_TYPE });
    expect(refusalOf(await send()), `for ${raw.slice(0, 40)}`).toMatchObject({ status: 400, error: true });
    expect(await fastest(20, send), `for ${raw.slice(0, 40)}`).toBeLessThan(20);
  }
  const form = "__proto__=1&constructor=1&__proto__[polluted]=1&constructor.prototype.polluted=1&useragenttype=t";
  const answer = await store.admin(PATH, undefined, { raw: `${form}&uuid=${aUuid()}`, headers: FORM });
  expect(answer.status).toBe(200);
  expect({}).not.toHaveProperty("polluted");
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test("a request whose query repeats one key 3,000 times is answered within 50 ms", async () => {
  const store = await aStore(service);
  const repeated = Array.from({ length: 3_000 }, (_, index) => `a=${index}`).join("&");
  const send = () => store.admin(`${PATH}?${repeated}`, { useragenttype: "t", uuid: aUuid() });
  expect((await send()).status).toBe(200);
  expect(await fastest(10, send)).toBeLessThan(50);
});

test("the bounds are exact: 64 kB of body, 100 parameters", async () => {
  const store = await aStore(service);
  const start = `useragenttype=t&uuid=${aUuid()}&x=`;
  const ofLength = (bytes: number) => start + "x".repeat(bytes - start.length);
  const send = (raw: string) => store.admin(PATH, undefined, { raw, headers: FORM });

  expect((await send(ofLength(65_536))).status).toBe(200);
  expect(refusalOf(await send(ofLength(65_537)))).toMatchObject({ status: 400, type: "body-too-large" });

  const withParams = (count: number) =>
    start + Array.from({ length: count - 3 }, (_, index) => `&p${index}=1`).join("");
  expect((await send(withParams(100))).status).toBe(200);
  expect(refusalOf(await send(withParams(101)))).toMatchObject({ status: 400, type: "invalid-request" });
});

const TEXTS = {
  NUL: "a\0b",
  "lone surrogate": "a\ud800b",
  "U+2028": "a\u2028b",
  "right to left": "\u202eabc\u202c",
  "zero-width joiner": "👩\u200d👩\u200d👧",
  "four bytes": "𝕳𝖊𝖑𝖑𝖔",
  composed: "caf\u00e9",
  decomposed: "cafe\u0301",
  "look-alikes": "\u212a\u017f\u0130",
  "replacement character": "a\ufffdb",
  "a control": "a\u0007b\u001b[31m",
  BOM: "\ufeffabc",
  noncharacter: "\uffff\u{1fffe}",
};

test.each(Object.entries(TEXTS))("%s in any field is accepted or 400, never 500", async (_, text) => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const good = { uuid: guest.uuid, useremail: anEmail(), useragenttype: "t", regid: guest.regid };
  for (const field of [
    "uuid",
    "useremail",
    "useragenttype",
    "regid",
    "sessionid",
    "assertion",
    "pid",
    "dryrun",
    "other",
  ]) {
    for (const verb of ["generate-regid", "guest-validate-sync", "undo-merge", "revoke-sessions"]) {
      const params = { ...good, [field]: text };
      for (const answer of [
        await store.admin(`/storeadmin/v3/user/${verb}`, params),
        await store.admin(`/storeadmin/v3/user/${verb}`, undefined, { json: params }),
      ]) {
        expect([200, 400, 401, 404], `${verb} ${field} ${answer.text}`).toContain(answer.status);
      }
    }
    const answer = await store.register({ [field]: text });
    expect([200, 400, 401, 404], `register ${field}`).toContain(answer.status);
    const inHeader = await store.generateRegid(
      { uuid: aUuid() },
      { headers: { "x-request-id": encodeURI(text.toWellFormed()) } },
    );
    expect(inHeader.status).toBe(200);
  }
});

test("text that PostgreSQL cannot store is 400 invalid-text, also in keys and deep in JSON", async () => {
  const store = await aStore(service);
  for (const text of [TEXTS.NUL, TEXTS["lone surrogate"], TEXTS["replacement character"]]) {
    const good = { useragenttype: "t", uuid: aUuid() };
    for (const json of [
      { ...good, useragenttype: text },
      { ...good, [text]: 1 },
      { ...good, deep: [{ a: { b: [text] } }] },
      { ...good, deep: { [text]: 1 } },
    ]) {
      const answer = await store.admin(PATH, undefined, { raw: JSON.stringify(json), headers: JSON_TYPE });
      expect(refusalOf(answer)).toMatchObject({ status: 400, error: true, type: "invalid-text" });
    }
  }
  for (const raw of ["useragenttype=%00", "useragenttype=%ff%fe", "useragenttype=%ed%a0%80", "%00=1"]) {
    const answer = await store.admin(PATH, undefined, { raw: `${raw}&uuid=${aUuid()}`, headers: FORM });
    expect(refusalOf(answer), `for ${raw}`).toMatchObject({ status: 400, type: "invalid-text" });
    const inQuery = await store.admin(`${PATH}?${raw}&uuid=${aUuid()}`, {});
    expect([200, 400], `for ${raw}`).toContain(inQuery.status); // text that cannot be decoded stays as it is in a query
  }
});

test("bytes that are not UTF-8 in a body are 400", async () => {
  const store = await aStore(service);
  for (const bytes of [Buffer.from([0xff]), Buffer.from([0xc3]), Buffer.from([0xed, 0xa0, 0x80])]) {
    const raw = Buffer.concat([Buffer.from(`uuid=${aUuid()}&useragenttype=`), bytes]);
    expect((await store.admin(PATH, undefined, { raw, headers: FORM })).status).toBe(400);
    const json = Buffer.concat([Buffer.from(`{"uuid":"${aUuid()}","useragenttype":"`), bytes, Buffer.from('"}')]);
    expect((await store.admin(PATH, undefined, { raw: json, headers: JSON_TYPE })).status).toBe(400);
  }
});

test("64-bit ids in a JSON body are accepted as numbers and as strings", async () => {
  const store = await aStore(service);
  for (const id of ["9007199254740993", '"9007199254740993"', "18446744073709551615", "99999999999999999999"]) {
    const raw = `{"useragenttype":"t","uuid":"${aUuid()}","epi":${id}}`;
    const headers = { ...JSON_TYPE, "idempotency-key": `key-${id.replaceAll('"', "q")}` };
    expect((await store.admin(PATH, undefined, { raw, headers })).status).toBe(200);
  }
});

test("two requests under one Idempotency-Key that differ only beyond 2^53 are different requests", async () => {
  const store = await aStore(service);
  const uuid = aUuid();
  const send = (epi: string) =>
    store.admin(PATH, undefined, {
      raw: `{"useragenttype":"t","uuid":"${uuid}","epi":${epi}}`,
      headers: { ...JSON_TYPE, "idempotency-key": "k" },
    });
  expect((await send("9007199254740993")).status).toBe(200);
  expect((await send("9007199254740992")).status).toBe(422);
  expect((await send("9007199254740993")).status).toBe(200);
});

test("a form is parsed as URLSearchParams does, and a key with several values, or one with [], becomes an array", () => {
  const key = fc.string({ unit: "grapheme", maxLength: 5 }).filter((text) => !text.endsWith("[]"));
  fc.assert(
    fc.property(fc.array(fc.tuple(key, key), { maxLength: 20 }), (pairs) => {
      const params = parseForm(new URLSearchParams(pairs).toString());
      const expected = Map.groupBy(pairs, ([name]) => name);
      expect(Object.keys(params).length).toBe(expected.size);
      for (const [name, found] of expected) {
        const values = found.map(([, value]) => value);
        const distinct = new Set(values);
        expect(new Set([params[name]].flat())).toEqual(distinct);
        expect(Array.isArray(params[name])).toBe(distinct.size > 1);
      }
    }),
  );
  expect(parseForm("a[]=1&b%5B%5D=1&b[]=2&c=1&c[]=2&[]=1")).toEqual({
    a: ["1"],
    b: ["1", "2"],
    c: ["1", "2"],
    "[]": "1",
  });
  expect(Object.getPrototypeOf(parseForm("__proto__=1"))).toBeNull();
});
