import type { Page } from "playwright-core";
import type { MemberRole } from "../../service/src/features/stores/members/roles.ts";
import { makeLoginLink } from "../../service/src/features/stores/sign-in/make-login-link.ts";
import { toEmail } from "../../service/src/platform/text/email.ts";
import { aMember, PASSWORD, stepUpByPassword } from "../../service/test/fixtures/members.ts";
import type { TestStore } from "../../service/test/fixtures/service.ts";
import { type aDashboard, press, signIn } from "./fixtures.ts";

type Dashboard = Awaited<ReturnType<typeof aDashboard>>;

/** A window of a member who has a password to confirm with. */
export async function aProvableMember({ service, aWindow }: Dashboard, store: TestStore, role: MemberRole = "owner") {
  const member = await aMember(service, store, role);
  await stepUpByPassword(member);
  const window = await aWindow();
  await signIn(window.page, await makeLoginLink(service.deps, toEmail(member.email)));
  return { ...window, email: member.email };
}

/** Answers the dialog that asks for a fresh proof. */
export async function confirm(page: Page) {
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await dialog.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await press(page, "Confirm");
  await dialog.waitFor({ state: "hidden" });
}
