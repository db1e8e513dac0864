import { plainText, renderLetter, shopFacts, toSubject } from "../../../platform/letter/letter.ts";
import type { Mail } from "../../../platform/messaging/mail/mail.ts";
import type { Store } from "../store.ts";
import { MEMBER_LETTER } from "./member.gen.ts";
import type { MemberRole } from "./roles.ts";

/** Invitations and notices for people who work with the dashboard. */
export const MEMBER_MAIL = "member";
/** Mails with a link that signs its reader in. Anybody can ask for one. Only the installation's mail server gets them: the owner
 *  of a store's provider could use the link, also in other stores of the member. */
export const LINK_MAIL = { "sign-in": "member-link", password: "member-password" } as const;
/** Tells a person that somebody has changed their password, passkeys or app. It takes the same way: the owner of a store's
 *  provider must not be able to hold it back. */
export const ACCOUNT_MAIL = "member-account";
export const INSTALLATION_MAILS: ReadonlySet<string> = new Set([...Object.values(LINK_MAIL), ACCOUNT_MAIL]);
/** Figures that a member has asked for. */
export const REPORT_MAIL = "member-report";
/** All of them. They are sent even if a shopper with that address does not want mails. */
export const MEMBER_MAILS: ReadonlySet<string> = new Set([MEMBER_MAIL, REPORT_MAIL, ...INSTALLATION_MAILS]);

type Copy = { subject: string; heading: string; lead: string; button: string; note: string; why: string };

/** Members' mails are in English only. */
function memberMail(store: Pick<Store, "name" | "settings">, to: string, url: string, copy: Copy): Mail {
  // Mails about accounts load nothing from a host that a merchant names.
  const shop = shopFacts(store.name, { color: store.settings.alerts?.color });
  const subject = toSubject(copy.subject);
  const facts = { language: "en", subject, preheader: copy.lead, shop, url, copy };
  return {
    to,
    subject,
    html: renderLetter(MEMBER_LETTER, facts),
    text: plainText(copy.heading, copy.lead, `${copy.button}:\n${url}`, copy.note, `--\n${copy.why}`),
  };
}

const WHY = "If you did not ask for this, ignore this email. Nobody can sign in without it.";

export const loginLinkMail = (store: Pick<Store, "name" | "settings">, to: string, url: string, minutes: number) =>
  memberMail(store, to, url, {
    subject: "Your login link",
    heading: "Sign in to Keepsake",
    lead: `Use this link to sign in to the dashboard of ${store.name}.`,
    button: "Sign in",
    note: `The link works once, for ${minutes} minutes.`,
    why: WHY,
  });

export const passwordMail = (store: Pick<Store, "name" | "settings">, to: string, url: string, minutes: number) =>
  memberMail(store, to, url, {
    subject: "Choose a new password",
    heading: "Choose a new password",
    lead: `Use this link to choose a new password for the dashboard of ${store.name}.`,
    button: "Choose a password",
    note: `The link works once, for ${minutes} minutes. All your sessions end when you use it.`,
    why: WHY,
  });

export const invitationMail = (
  store: Pick<Store, "name" | "settings">,
  to: string,
  { url, role, by }: { readonly url: string; readonly role: MemberRole; readonly by: string },
) =>
  memberMail(store, to, url, {
    subject: `You can now work on ${store.name}`,
    heading: `Join ${store.name}`,
    lead: `${by} has invited you to the dashboard of ${store.name}, as ${role}.`,
    button: "Sign in",
    note: "You need no password: we mail you a link when you sign in.",
    why: "If you do not know this shop, ignore this email.",
  });

export const noticeMail = (
  store: Pick<Store, "name" | "settings">,
  to: string,
  url: string,
  { subject, what, whatToDo }: { readonly subject: string; readonly what: string; readonly whatToDo: string },
) =>
  memberMail(store, to, url, {
    subject: `${store.name}: ${subject}`,
    heading: subject,
    lead: what,
    button: "Sign in",
    note: whatToDo,
    why: `You get this email because you work on ${store.name}.`,
  });
