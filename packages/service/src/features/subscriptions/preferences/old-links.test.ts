import { expect, test } from "vitest";
import { aClock } from "../../../../test/fixtures/clock.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { anEmail, aService, aStore } from "../../../../test/fixtures/service.ts";
import { aProduct, subscribeAs, subscriptionRows } from "../../../../test/fixtures/subscription-calls.ts";
import { signText } from "../../../platform/crypto/signed-text.ts";

const DAY_MS = 86_400_000;
const EMAIL = { medium: "email" };

/** A person with two alerts, the link in a mail of today, and a clock. */
async function aSubscriber({ medium, env = { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1" } }: Wanted = EMAIL) {
  const { clock, forward } = aClock();
  const service = aService({ clock, env });
  const store = await aStore(service, { scopes: ["subscriptions"] });
  const address = medium === "email" ? anEmail() : "+4915112345678";
  await subscribeAs(store, address, [aProduct(1), aProduct(2)], { medium });
  const contactId = (await subscriptionRows(store))[0]?.contactId as never;
  const contact = { storeId: store.id, contactId };
  const token = service.deps.links.tokenFor(contact);
  const page = (path: string, params?: Record<string, string>) =>
    store.admin(`/alerts/${path}`, params, {
      key: null,
      ...(params ? {} : { method: "GET" as const, query: { token } }),
    });
  const mails = () =>
    look<{ to: string; text: string }>(
      "select to_email as to, text_body as text from mails where store_id = $1 order by id",
      [store.id],
    );
  const states = async () => (await subscriptionRows(store)).map(({ state }) => state);
  return { service, store, address, contact, token, forward, page, mails, states };
}
type Wanted = { medium: string; env?: Record<string, string> };
const SHOWN = "when it is back in stock";

test("a link to the preferences shows alerts for 90 days and then offers a new link instead", async () => {
  const { token, forward, page, states } = await aSubscriber();
  forward(90 * DAY_MS);
  expect((await page("preferences")).text).toContain(SHOWN);
  forward(DAY_MS);
  for (const old of [await page("preferences"), await page("preferences", { token })]) {
    expect([old.status, old.text.includes(SHOWN)]).toEqual([200, false]);
    expect(old.text).toContain("Email me a new link");
  }
  await page("preferences", { token, all: "1" });
  expect(await states()).toEqual([1, 1]);
});

test("the preferences page shows a topic that is a plain name, and hides one that is a sentence", async () => {
  const { address, store, page } = await aSubscriber();
  for (const topics of ["holiday-sale", "Refund due: see evil.example"]) {
    const { status } = await subscribeAs(store, address, [aProduct(3)], { medium: "email", topics });
    expect(status).toBe(200);
  }
  const { text } = await page("preferences");
  expect([text.includes("holiday-sale"), text.includes("evil")]).toEqual([true, false]);
});

test("the new link goes to the address of the alerts, at most three times a day, and shows them again", async () => {
  const { address, token, forward, page, mails, store } = await aSubscriber();
  forward(91 * DAY_MS);
  const answers = [];
  for (let time = 0; time < 5; time += 1) answers.push(await page("preferences/link", { token }));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  const sent = await mails();
  expect(sent.map(({ to }) => to)).toEqual([address, address, address]);
  const link = /\S+\/alerts\/preferences\?token=(\S+)/.exec(sent[0]?.text ?? "")?.[1] ?? "";
  expect(link).not.toBe(token);
  const shown = await store.admin("/alerts/preferences", undefined, {
    key: null,
    method: "GET",
    query: { token: link },
  });
  expect(shown.text).toContain(SHOWN);
});

test("an old link unsubscribes for ever, with one click and on its page", async () => {
  const { token, forward, page, states } = await aSubscriber();
  forward(20 * 365 * DAY_MS);
  expect((await page("unsubscribe")).status).toBe(200);
  expect((await page("unsubscribe", { token })).status).toBe(200);
  expect(await states()).toEqual([6, 6]);
});

test("a link of 0.1, which has no date, unsubscribes and shows no alerts", async () => {
  const { service, contact, states, store } = await aSubscriber();
  const text = ["p", BigInt(contact.storeId).toString(36), BigInt(contact.contactId).toString(36)].join(".");
  const token = `${text}.${signText(service.deps.keys["alert-links"], text, 22)}`;
  const open = await store.admin("/alerts/preferences", undefined, { key: null, method: "GET", query: { token } });
  expect([open.status, open.text.includes(SHOWN)]).toEqual([200, false]);
  expect((await store.admin("/alerts/unsubscribe", { token }, { key: null })).status).toBe(200);
  expect(await states()).toEqual([6, 6]);
});

test.each([
  ["to a phone", { medium: "sms" }],
  ["of a service that sends no mail", { medium: "email", env: {} }],
])("an old link %s offers only to stop all alerts", async (_, wanted) => {
  const { token, forward, page, mails } = await aSubscriber(wanted);
  forward(91 * DAY_MS);
  const { text } = await page("preferences");
  const has = [SHOWN, "new link", "Stop all alerts"].map((part) => text.includes(part));
  expect(has).toEqual([false, false, true]);
  await page("preferences/link", { token });
  expect(await mails()).toEqual([]);
});

test("a forged link gets no mail", async () => {
  const { token, page, mails } = await aSubscriber();
  const forged = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
  expect((await page("preferences/link", { token: forged })).status).toBe(404);
  expect(await mails()).toEqual([]);
});
