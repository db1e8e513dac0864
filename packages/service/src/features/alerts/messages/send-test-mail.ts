import { toSubject } from "../../../platform/letter/letter.ts";
import { type Email, toEmail } from "../../../platform/text/email.ts";
import type { Caller } from "../../stores/access/caller.ts";
import { findMemberOf } from "../../stores/members/find-access.ts";
import type { createSendTest, TestResult } from "../senders/send-test.ts";
import { missingTo, notAMember } from "./errors.ts";
import { type PreviewDeps, type PreviewWanted, previewMessage } from "./preview-message.ts";

export type TestMailDeps = PreviewDeps & { readonly sendTest: ReturnType<typeof createSendTest> };

/** The member whom a test mail goes to: with invented data in it, it is for nobody else. */
export async function findTester({ db }: Pick<TestMailDeps, "db">, { store, actor }: Caller, to: string | undefined) {
  if (to === undefined && actor.kind !== "member") throw missingTo();
  const email = toEmail(to ?? actor.id);
  if (!(await findMemberOf(db.hot, email, store.id))) throw notAMember();
  return email;
}

/** Sends a message with invented data the way of the store's alerts, and says what the provider answered. */
export async function sendTestMail(
  deps: TestMailDeps,
  { store }: Caller,
  wanted: PreviewWanted,
  to: Email,
): Promise<TestResult> {
  const { subject, html, text } = await previewMessage(deps, store, wanted);
  return deps.sendTest(store, "email", to, { to, subject: toSubject(`[Test] ${subject}`), html, text });
}
