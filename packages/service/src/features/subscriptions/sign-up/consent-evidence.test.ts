import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { anEmail, aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import {
  aProduct,
  confirmationsOf,
  subscribeAs,
  subscriptionsOf,
} from "../../../../test/fixtures/subscription-calls.ts";

const mail = { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1", KEEPSAKE_PUBLIC_URL: "https://alerts.example" };
const service = aService({ env: mail });
const { hashIp } = service.deps;
const aShop = () => aStore(service, { scopes: ["subscriptions", "identity"] });

type Consent = {
  source: string;
  wording: string;
  language: string | null;
  version: string | null;
  ip: string | null;
  listed: boolean | null;
  at: Date;
};
const consentsOf = (store: TestStore) =>
  look<Consent>(
    `select source, wording, language, text_version as version, replace(ip_hash::text, '-', '') as ip,
       on_mailing_list as listed, given_at as at
     from consents where store_id = $1 order by given_at`,
    [store.id],
  );

test("a consent in a browser has the text, its language and version, the time, the source and a hash of the IP address", async () => {
  const store = await aShop();
  const guest = subscriptionsOf(store, await store.aGuest());
  const terms = { consent: "Schreibt mir.", locale: "de-CH" };
  good(await guest.create(anEmail(), [aProduct(1)], terms, { from: "203.0.113.7" }));
  const [confirmation] = await confirmationsOf(store);
  await store.admin(
    "/alerts/confirm",
    { token: confirmation?.token ?? "" },
    { key: null, from: "203.0.113.8", headers: { "accept-language": "fr" } },
  );
  const [asked, confirmed] = await consentsOf(store);
  expect(asked).toMatchObject({ source: "browser", wording: "Schreibt mir.", language: "de-CH" });
  expect(asked?.ip).toBe(hashIp("203.0.113.7", store.id));
  expect(confirmed).toMatchObject({
    source: "confirmation",
    wording: "A test's store vous enverra un e-mail au sujet de :",
    language: "fr",
    ip: hashIp("203.0.113.8", store.id),
  });
  expect(new Set([asked?.version, confirmed?.version]).size).toBe(2);
});

test("the hash of an IP address is another one in another store, and the address itself is stored nowhere", async () => {
  const [one, other] = [await aShop(), await aShop()];
  expect(hashIp("203.0.113.7", one.id)).not.toBe(hashIp("203.0.113.7", other.id));
  good(await subscribeAs(one, anEmail(), [aProduct(1)], { consentip: "203.0.113.77" }));
  expect(JSON.stringify(await consentsOf(one))).not.toContain("203.0.113.77");
});

test("the same text in the same language has the same version; another text or language has another", async () => {
  const store = await aShop();
  for (const [consent, locale] of [
    ["Yes.", "en"],
    ["Yes.", "en"],
    ["Yes.", "de"],
    ["Yes!", "en"],
    ["", "en"],
  ] as const)
    good(await subscribeAs(store, anEmail(), [aProduct(1)], { consent, locale }));
  const versions = (await consentsOf(store)).map(({ version }) => version);
  expect(versions[1]).toBe(versions[0]);
  expect(new Set(versions.slice(1, 4)).size).toBe(3);
  expect(versions[4]).toBeNull();
});

test("the shop's server says where a consent comes from, when it was given and from which IP address", async () => {
  const store = await aShop();
  const email = anEmail();
  const evidence = { consentsource: "import", consentat: "2025-05-17T09:30:00Z", consentip: "2001:db8::7" };
  good(await subscribeAs(store, email, [aProduct(1)], evidence));
  good(await subscribeAs(store, email, [aProduct(1)], evidence));
  expect(await consentsOf(store)).toMatchObject([
    { source: "import", at: new Date("2025-05-17T09:30:00Z"), ip: hashIp("2001:db8::7", store.id) },
  ]);
});

const confirmNewest = async (store: TestStore) => {
  const [newest] = (await confirmationsOf(store)).slice(-1);
  const { status } = await store.admin("/alerts/confirm", { token: newest?.token ?? "" }, { key: null });
  expect(status).toBe(200);
};
const isListed = async (store: TestStore) =>
  (
    await look<{ listed: boolean | null }>("select on_mailing_list as listed from contacts where store_id = $1", [
      store.id,
    ])
  )[0]?.listed;

test.each([
  ["the shopper who waits", false],
  ["the owner of the address in another browser", true],
])("%s joins the mailing list with a repeated sign-up, and its consent is stored", async (_, isElsewhere) => {
  const store = await aShop();
  const [email, here] = [anEmail(), subscriptionsOf(store, await store.aGuest())];
  good(await here.create(email, [aProduct(1)], { consent: "Tell me." }));
  await confirmNewest(store);
  expect(await consentsOf(store)).toHaveLength(2);

  const there = isElsewhere ? subscriptionsOf(store, await store.aGuest()) : here;
  const terms = { consent: "Tell me, and send me news.", addtomailinglist: "1" };
  good(await there.create(email, [aProduct(1)], terms, { from: "203.0.113.7" }));
  expect(await isListed(store)).toBeNull();
  await confirmNewest(store);
  expect(await isListed(store)).toBe(true);
  expect((await consentsOf(store)).slice(2)).toMatchObject([
    { source: "browser", wording: terms.consent, listed: true, ip: hashIp("203.0.113.7", store.id) },
    { source: "confirmation", wording: expect.stringContaining("A test's store"), listed: true },
  ]);

  // A plain repeat has nothing new to say.
  good(await there.create(email, [aProduct(1)], terms));
  await confirmNewest(store);
  expect(await consentsOf(store)).toHaveLength(4);
});

test("an address that left the mailing list and joins it again with the same text has a consent for each time", async () => {
  const store = await aShop();
  const email = anEmail();
  for (const addtomailinglist of ["1", "0", "1", "1"])
    good(await subscribeAs(store, email, [aProduct(1)], { consent: "News!", addtomailinglist }));
  expect((await consentsOf(store)).map(({ wording, listed }) => [wording, listed])).toEqual([
    ["News!", true],
    ["News!", true],
  ]);
});

test.each([
  ["an address", false],
  ["a suppressed address", true],
])(
  "%s that was imported without a text keeps the text of the next import, also with the same time",
  async (_, suppressed) => {
    const store = await aShop();
    const email = anEmail();
    if (suppressed) {
      const hash = service.deps.hashAddress({ medium: 1, value: email }, store.id);
      await look("insert into suppressions (store_id, address_hash, reason) values ($1, $2, 'test')", [store.id, hash]);
    }
    const consentat = "2025-05-17T09:30:00Z";
    for (const consent of ["", "Yes.", "Yes.", "Yes!"])
      good(await subscribeAs(store, email, [aProduct(1)], { consentsource: "import", consentat, consent }));
    expect((await consentsOf(store)).map(({ wording, at }) => [wording, at])).toEqual(
      ["", "Yes.", "Yes!"].map((wording) => [wording, new Date(consentat)]),
    );
  },
);

test("a stranger who proves nothing adds no consent to the subscription of another shopper", async () => {
  const settings = { alerts: { browserDoubleOptIn: false } };
  const store = await aStore(service, { scopes: ["subscriptions", "identity"], settings });
  const [email, owner, stranger] = [anEmail(), await store.aGuest(), await store.aGuest()];
  good(await subscriptionsOf(store, owner).create(email, [aProduct(1)], { consent: "Tell me." }));
  const terms = { consent: "News!", addtomailinglist: "1" };
  good(await subscriptionsOf(store, stranger).create(email, [aProduct(1)], terms));
  expect([await isListed(store), (await consentsOf(store)).map(({ wording }) => wording)]).toEqual([
    null,
    ["Tell me."],
  ]);
  good(await subscriptionsOf(store, owner).create(email, [aProduct(1)], { consent: "Tell me soon." }));
  expect(await consentsOf(store)).toMatchObject([{ wording: "Tell me." }, { wording: "Tell me soon." }]);
});

test.each([
  [{ consentat: "2099-01-01T00:00:00Z" }, "consentat"],
  [{ consentat: "yesterday" }, "consentat"],
  [{ consentip: "203.0.113" }, "consentip"],
])("a consent that cannot be true is 400 invalid-consent: %o", async (evidence, field) => {
  const store = await aShop();
  const { status, body } = await subscribeAs(store, anEmail(), [aProduct(1)], evidence);
  expect([status, body["type"], body["msg"]]).toEqual([400, "invalid-consent", expect.stringContaining(field)]);
});

test("a suppressed address that is imported twice with one time of consent is stored without an error", async () => {
  const store = await aShop();
  const email = anEmail();
  const hash = service.deps.hashAddress({ medium: 1, value: email }, store.id);
  await look("insert into suppressions (store_id, address_hash, reason) values ($1, $2, 'test')", [store.id, hash]);
  for (let time = 0; time < 2; time += 1)
    good(await subscribeAs(store, email, [aProduct(1)], { consentat: "2025-05-17T09:30:00Z" }));
  expect(await consentsOf(store)).toHaveLength(1);
});
