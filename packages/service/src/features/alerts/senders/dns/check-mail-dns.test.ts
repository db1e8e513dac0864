import { expect, test } from "vitest";
import { aDnsServer, type Trouble, type Zone } from "../../../../../test/fixtures/dns-server.ts";
import { createDns } from "../../../../platform/network/dns.ts";
import { mailRouteOf } from "../mail-route.ts";
import type { Access, MailOptions } from "../provider.ts";
import { checkMailDns, type MailRoute } from "./check-mail-dns.ts";
import type { CheckedRecord } from "./record.ts";
import { isCovered } from "./spf.ts";

const KEY = { domain: "shop.example", selector: "ks1", publicKey: "A".repeat(392) };
const DKIM = `v=DKIM1; k=rsa; p=${KEY.publicKey}`;
const IN_PARTS = [DKIM.slice(0, 255), DKIM.slice(255)];
const ROUTE: MailRoute = {
  domain: "shop.example",
  returnDomain: "shop.example",
  spfInclude: "spf.provider.example",
  keys: [KEY],
  signsOurselves: true,
};
const RIGHT = {
  "shop.example": {
    TXT: ["v=spf1 include:spf.provider.example ~all", "google-site-verification=x"],
    MX: ["mx.shop.example"],
  },
  "spf.provider.example": { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] },
  "ks1._domainkey.shop.example": { TXT: [IN_PARTS] },
  "_dmarc.shop.example": { TXT: ["v=DMARC1; p=quarantine"] },
} satisfies Record<string, Zone>;

type Zones = Record<string, Zone | Trouble>;
async function check(zones: Zones, route: Partial<MailRoute> = {}, timeoutMs = 200) {
  const server = await aDnsServer(zones);
  const rows = await checkMailDns(createDns({ servers: [server.address], timeoutMs }), { ...ROUTE, ...route });
  return { rows, server, of: (purpose: CheckedRecord["purpose"]) => rows.find((row) => row.purpose === purpose) };
}
const states = (rows: readonly CheckedRecord[]) =>
  Object.fromEntries(rows.map(({ purpose, state }) => [purpose, state]));

test("records that are right are ok, also a long key that is stored in parts", async () => {
  const { rows } = await check(RIGHT);
  expect(rows).toMatchObject([
    { purpose: "spf", type: "TXT", name: "shop.example", state: "ok", problem: null, fix: null },
    { purpose: "dkim", type: "TXT", name: "ks1._domainkey.shop.example", value: DKIM, state: "ok" },
    { purpose: "dmarc", type: "TXT", name: "_dmarc.shop.example", value: "v=DMARC1; p=quarantine", state: "ok" },
    { purpose: "return-path", type: "MX", name: "shop.example", state: "ok" },
  ]);
});

test("records that are missing are shown with what to copy", async () => {
  const { rows } = await check({});
  expect(rows).toMatchObject([
    {
      purpose: "spf",
      value: "v=spf1 include:spf.provider.example ~all",
      state: "missing",
      fix: "Add this TXT record to shop.example.",
    },
    { purpose: "dkim", value: DKIM, state: "missing" },
    { purpose: "dmarc", value: "v=DMARC1; p=none", state: "missing" },
    { purpose: "return-path", state: "missing", problem: "shop.example accepts no mail, so bounces are lost." },
  ]);
});

test.each<Trouble>(["SERVFAIL", "REFUSED", "silence", "garbage"])(
  "a name server that answers with %s leaves the state unknown, within a few seconds",
  async (trouble) => {
    const from = performance.now();
    const { rows } = await check(Object.fromEntries(Object.keys(RIGHT).map((name) => [name, trouble])));
    expect(states(rows)).toEqual({ spf: "unknown", dkim: "unknown", dmarc: "unknown", "return-path": "unknown" });
    expect(rows.every(({ fix }) => fix?.startsWith("Check again"))).toBe(true);
    expect(performance.now() - from).toBeLessThan(10_000);
  },
);

test("an answer that does not fit into a packet is fetched over TCP", async () => {
  const { rows, server } = await check({
    ...RIGHT,
    "shop.example": "truncated",
    "tcp.shop.example": RIGHT["shop.example"],
  });
  expect(states(rows)).toMatchObject({ spf: "ok", "return-path": "ok" });
  expect(server.asked.length).toBeGreaterThan(4);
});

test("several SPF records are united into one", async () => {
  const { of } = await check({
    ...RIGHT,
    "shop.example": {
      TXT: ["v=spf1 include:_spf.google.com ~all", "v=spf1 ip4:192.0.2.7 -all"],
      MX: ["mx.shop.example"],
    },
  });
  expect(of("spf")).toMatchObject({
    state: "wrong",
    problem: "shop.example has 2 SPF records, and receivers then ignore all of them.",
    value: "v=spf1 include:_spf.google.com ip4:192.0.2.7 include:spf.provider.example -all",
  });
});

test.each<[string, Zones, string]>([
  [
    "needs more than ten lookups",
    Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [
        n === 0 ? "shop.example" : `i${n}.example`,
        { TXT: [`v=spf1 include:i${n + 1}.example ~all`] },
      ]),
    ),
    "more than 10 DNS lookups",
  ],
  [
    "includes itself",
    {
      "shop.example": { TXT: ["v=spf1 include:a.example -all"] },
      "a.example": { TXT: ["v=spf1 include:shop.example -all"] },
    },
    "includes itself",
  ],
  [
    "includes a domain without one",
    { "shop.example": { TXT: ["v=spf1 include:gone.example -all"] } },
    "has no SPF record",
  ],
  [
    "has a word that nobody knows",
    { "shop.example": { TXT: ["v=spf1 inlcude:a.example -all"] } },
    'cannot read "inlcude:a.example"',
  ],
  ["allows everybody", { "shop.example": { TXT: ["v=spf1 +all"] } }, "allows everybody"],
  [
    "lacks the provider",
    { "shop.example": { TXT: ["v=spf1 mx -all"], MX: ["mx.shop.example"] } },
    "does not include spf.provider.example",
  ],
])("an SPF record that %s is wrong", async (_, zones, problem) => {
  const { of } = await check(zones);
  expect(of("spf")).toMatchObject({ state: "wrong", problem: expect.stringContaining(problem) });
  expect(of("spf")?.value).toContain("include:spf.provider.example");
});

test("the same include twice is no circle, and one of a redirect counts", async () => {
  const { of } = await check({
    "shop.example": { TXT: ["v=spf1 include:a.example include:b.example redirect=c.example"] },
    "a.example": { TXT: ["v=spf1 include:d.example ?all"] },
    "b.example": { TXT: ["v=spf1 include:d.example ?all"] },
    "c.example": { TXT: ["v=spf1 include:spf.provider.example -all"] },
    "d.example": { TXT: ["v=spf1 ip4:192.0.2.1 ?all"] },
    "spf.provider.example": { TXT: ["v=spf1 -all"] },
  });
  expect(of("spf")).toMatchObject({ state: "ok" });
});

test("a mail server without an include is found by its address, and otherwise the merchant must ask", async () => {
  const route = { spfInclude: undefined, host: "mail.shop.example" };
  const zones = (spf: string): Zones => ({
    "shop.example": { TXT: [spf], MX: ["mail.shop.example"] },
    "mail.shop.example": { A: ["198.51.100.7"] },
  });
  for (const spf of ["v=spf1 ip4:198.51.100.0/24 -all", "v=spf1 mx -all", "v=spf1 a:mail.shop.example -all"])
    expect((await check(zones(spf), route)).of("spf")).toMatchObject({ state: "ok", value: spf });
  expect((await check(zones("v=spf1 ip4:203.0.113.1 -all"), route)).of("spf")).toMatchObject({
    state: "unknown",
    value: "v=spf1 ip4:203.0.113.1 a:mail.shop.example -all",
    fix: expect.stringContaining("Ask your provider"),
  });
});

test.each([
  ["198.51.100.7", ["198.51.100.7"], true],
  ["198.51.100.7", ["198.51.100.0/24"], true],
  ["198.51.101.7", ["198.51.100.0/24"], false],
  ["198.51.101.7", ["0.0.0.0/0"], true],
  ["2606:4700::1", ["2606:4700::/32"], true],
  ["2606:4701::1", ["2606:4700::/32"], false],
  ["2606:4700::1", ["0.0.0.0/0"], false],
  ["198.51.100.7", ["198.51.100.0/33", "198.51.100.0//8", "198.51.100.0/", "/0", "", "mail.example/8"], false],
  ["mail.example", ["0.0.0.0/0"], false],
])("whether %s is in %j: %s", (address, networks, expected) => {
  expect(isCovered(address, networks)).toBe(expected);
});

test("a mail server that is named by its address gets a record that SPF allows", async () => {
  const valueFor = async (host: string) =>
    (await check({ "shop.example": {} }, { spfInclude: undefined, host })).of("spf")?.value;
  expect(await valueFor("8.8.8.8")).toBe("v=spf1 ip4:8.8.8.8 ~all");
  expect(await valueFor("2606:4700::1")).toBe("v=spf1 ip6:2606:4700::1 ~all");
  for (const host of ["127.0.0.1", "10.0.0.1", "localhost"])
    expect(await valueFor(host)).toBe("v=spf1 ip4:(the public address of your mail server) ~all");
});

test("a key is found behind other names, and a wrong, cut, withdrawn or doubled one is not ok", async () => {
  const dkim = async (zone: Zones) => (await check({ ...RIGHT, ...zone })).of("dkim");
  const name = "ks1._domainkey.shop.example";
  const chain: Zones = {
    [name]: { CNAME: "a.example" },
    "a.example": { CNAME: "b.example" },
    "b.example": { TXT: [IN_PARTS] },
  };
  expect(await dkim(chain)).toMatchObject({ state: "ok" });
  const spaced = `k=rsa;p=${KEY.publicKey.slice(0, 100)} ${KEY.publicKey.slice(100)}`;
  expect(await dkim({ [name]: { TXT: [[spaced.slice(0, 200), spaced.slice(200)]] } })).toMatchObject({ state: "ok" });
  expect(await dkim({ [name]: { TXT: [DKIM.slice(0, 250)] } })).toMatchObject({
    state: "wrong",
    problem: expect.stringContaining("another key"),
  });
  expect(await dkim({ [name]: { TXT: ["v=DKIM1; p="] } })).toMatchObject({
    state: "wrong",
    problem: expect.stringContaining("withdrawn"),
  });
  expect(await dkim({ [name]: { TXT: ["v=DKIM1; p=B", "v=DKIM1; p=C"] } })).toMatchObject({
    state: "wrong",
    problem: expect.stringContaining("2 DKIM records"),
  });
  expect(await dkim({ [name]: { CNAME: "nowhere.example" } })).toMatchObject({ state: "missing" });
});

test("a provider that signs is checked by its selector, and is unknown without one", async () => {
  const route = { keys: [], signsOurselves: false };
  expect((await check(RIGHT, route)).of("dkim")).toMatchObject({
    state: "unknown",
    fix: expect.stringContaining("selector"),
  });
  expect((await check(RIGHT, { ...route, isOfInstallation: true })).of("dkim")).toMatchObject({
    state: "unknown",
    fix: expect.stringContaining("Ask the operator of this service"),
  });
  const zones: Zones = { ...RIGHT, "s1._domainkey.shop.example": { TXT: ["k=rsa; p=ABC"] } };
  expect((await check(zones, { ...route, providerSelector: "s1" })).of("dkim")).toMatchObject({ state: "ok" });
  expect((await check(zones, { ...route, providerSelector: "s2" })).of("dkim")).toMatchObject({ state: "missing" });
});

test("the DMARC record of a parent domain counts, with its policy for subdomains", async () => {
  const route = { domain: "mail.shop.example", returnDomain: "mail.shop.example", keys: [], signsOurselves: false };
  const zones: Zones = { "_dmarc.shop.example": { TXT: ["v=DMARC1; p=none; sp=reject"] } };
  expect((await check(zones, route)).of("dmarc")).toMatchObject({
    name: "_dmarc.shop.example",
    state: "wrong",
    problem: expect.stringContaining("policy is reject"),
  });
  expect((await check({ "_dmarc.shop.example": { TXT: ["v=DMARC1; p=none"] } }, route)).of("dmarc")).toMatchObject({
    state: "ok",
  });
});

test("a DMARC record without a policy, or a second one, is wrong", async () => {
  const dmarc = async (...texts: string[]) =>
    (await check({ ...RIGHT, "_dmarc.shop.example": { TXT: texts } })).of("dmarc");
  expect(await dmarc("v=DMARC1; p=maybe")).toMatchObject({ state: "wrong", value: "v=DMARC1; p=none" });
  expect(await dmarc("v=DMARC1; p=none", "v=DMARC1; p=none")).toMatchObject({
    state: "wrong",
    problem: expect.stringContaining("2 DMARC records"),
  });
  expect(await dmarc("something else")).toMatchObject({ state: "missing" });
});

test("bounces need a server that takes them, and that of the provider where it has one", async () => {
  const bounces = async (zone: Zone, route: Partial<MailRoute> = {}) =>
    (await check({ ...RIGHT, "shop.example": zone }, route)).of("return-path");
  expect(await bounces({ A: ["192.0.2.1"] })).toMatchObject({ state: "ok" });
  expect(await bounces({ MX: ["."] })).toMatchObject({
    state: "wrong",
    problem: expect.stringContaining("says that it accepts no mail"),
  });
  const route = { bounceHost: "feedback-smtp.eu-west-1.amazonses.com" };
  expect(await bounces({ MX: ["mx.shop.example"] }, route)).toMatchObject({ state: "wrong", value: route.bounceHost });
  expect(await bounces({ MX: ["feedback-smtp.eu-west-1.amazonses.com"] }, route)).toMatchObject({ state: "ok" });
});

test("SES and providers over HTTP take bounces at a domain of their own, unless a return path is set", async () => {
  const zones = { "_dmarc.shop.example": { TXT: ["v=DMARC1; p=reject"] } };
  const ses = { provider: "ses", region: "eu-west-1", accessKey: "a", secretKey: "s" } as const;
  const http = { provider: "http", url: "https://provider.example/send" } as const;
  const routeOf = (access: Access, options: MailOptions = {}) =>
    mailRouteOf("hello@shop.example", { access, options: { dkimSelector: "s1", ...options } }, [], undefined);
  for (const access of [ses, http]) {
    const { rows, of } = await check(zones, routeOf(access));
    expect(states(rows)).toEqual({ spf: "ok", dkim: "missing", dmarc: "wrong", "return-path": "ok" });
    expect([of("spf")?.value, of("return-path")?.value]).toEqual([
      "nothing: your provider's domain for bounces has it",
      "nothing: your provider takes bounces",
    ]);
    const own = await check(zones, routeOf(access, { returnPath: "bounces@mail.shop.example" }));
    expect(states(own.rows)).toMatchObject({ spf: "missing", "return-path": "missing" });
    expect(states((await check(zones, routeOf(access, { spfInclude: "spf.provider.example" }))).rows)).toMatchObject({
      spf: "missing",
      "return-path": "ok",
    });
  }
});

test("a return path at another domain does not count for DMARC", async () => {
  const zones: Zones = { ...RIGHT, "bounces.provider.example": { TXT: ["v=spf1 include:spf.provider.example -all"] } };
  const { of } = await check(zones, { returnDomain: "bounces.provider.example" });
  expect(of("spf")).toMatchObject({ state: "wrong", problem: expect.stringContaining("does not count for DMARC") });
});
