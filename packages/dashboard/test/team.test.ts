import { expect, test } from "vitest";
import { look } from "../../service/test/fixtures/database.ts";
import { anEmail, aStore } from "../../service/test/fixtures/service.ts";
import { good } from "../../service/test/fixtures/shopper-lists.ts";
import { subscribeAs } from "../../service/test/fixtures/subscription-calls.ts";
import { aDashboard, looksRight, press, says } from "./fixtures.ts";
import { aProvableMember, confirm } from "./proof.ts";

const dashboard = await aDashboard();
const { service, aWindow, aMemberAt } = dashboard;

/** The address that a mail of this kind leads to. */
async function linkMailedTo(email: string, kind: string) {
  const find = async () => {
    const [mail] = await look<{ text_body: string }>("select text_body from mails where to_email = $1 and kind = $2", [
      email,
      kind,
    ]);
    return /http:\S+/.exec(mail?.text_body ?? "")?.[0] ?? "";
  };
  await expect.poll(find).not.toBe("");
  return find();
}

test("an owner invites a viewer, who then sees no address", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const [shopper, viewer] = [anEmail(), anEmail()];
  good(await subscribeAs(store, shopper));
  const { page, problems } = await aProvableMember(dashboard, store);
  await page.getByRole("link", { name: "Team" }).click();
  await press(page, "Invite a member");
  await page.getByLabel("Email address").fill(viewer);
  await page.getByRole("radio", { name: "Viewer" }).check();
  await looksRight(page, "team-invite");
  await press(page, "Invite");
  await confirm(page);
  await says(page, "Invited, not signed in yet");
  await looksRight(page, "team");

  const second = await aWindow();
  await second.page.goto(await linkMailedTo(viewer, "member"));
  await second.page.getByLabel("Email address").fill(viewer);
  await press(second.page, "Mail me a login link");
  await second.page.goto(await linkMailedTo(viewer, "member-link"));
  await press(second.page, "Sign in");
  await second.page.getByRole("link", { name: "People" }).click();
  expect(await second.page.getByRole("link", { name: "Team" }).count()).toBe(0);
  await second.page.getByLabel("Email address or phone number").fill(shopper);
  await press(second.page, "Find");
  await second.page.getByRole("heading", { level: 1, name: /^.…@example\.com$/ }).waitFor();
  await says(second.page, "Your role may look at this, not change it.");
  expect(await second.page.content()).not.toContain(shopper);
  expect(await second.page.getByRole("button", { name: "Show the address" }).count()).toBe(0);

  await page.reload();
  await press(page, `Change the role of ${viewer}`);
  await page.getByRole("radio", { name: "Support" }).check();
  await press(page, "Save");
  await confirm(page);
  await page.getByRole("cell", { name: "Support" }).waitFor();
  await press(page, `Remove ${viewer}`);
  await page.getByLabel("Type “remove” to confirm").fill("remove");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Remove ${viewer}` })
    .click();
  await says(page, "The member is removed");
  await second.page.reload();
  await says(second.page, "You have no store yet");

  await page.getByRole("link", { name: "Audit log" }).click();
  await says(page, `Invited a member: ${viewer}, viewer`);
  await says(page, `Removed a member: ${viewer}`);
  await looksRight(page, "audit");
  await page.getByLabel("To").fill("2026-01-01");
  await says(page, "Nothing was done in these days");
  expect(page.url()).toContain("to=2026-01-01");
  expect([...problems, ...second.problems]).toEqual([]);
});

test("a manager reads the audit log and does not see the team", async () => {
  const { page, problems } = await aMemberAt(await aStore(service), "manager");
  await page.getByRole("link", { name: "Team" }).click();
  await says(page, "Only owners see and change the team");
  await page.getByRole("link", { name: "Audit log" }).click();
  await says(page, "Signed in: login link");
  expect(problems).toEqual([]);
});
