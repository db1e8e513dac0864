import { expect, test } from "vitest";
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
    await browser.call("/storeadmin/v3/people/one", { query: { person }, stepUp }),
    await browser.call("/storeadmin/v3/people/reveal", { json: { person }, stepUp }),
    await browser.call("/storeadmin/v3/people/export", { json: { email }, stepUp }),
  ];
  return { statuses: answers.map(({ status }) => status), texts: answers.map(({ text }) => text) };
}

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
  expect(stolen.statuses).toEqual([200, 403, 200, 200, 403, 403]);
  expect(stolen.texts.filter((text) => text.includes(email))).toEqual([]);

  // Control: the owner gets the address in each way that shows this person.
  const own = await exportAll(owner, email, stepUp);
  expect(own.statuses).toEqual([200, 200, 200, 200, 200, 200]);
  expect(own.texts.map((text) => text.includes(email))).toEqual([true, true, false, true, true, true]);
  const { body } = await owner.call("/storeadmin/v3/audit");
  const actions = (body["items"] as { action: string }[]).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(["people.exported", "person.revealed", "person.exported"]));
});
