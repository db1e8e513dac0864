import { hostedPage, type Page, paragraph } from "../../../platform/http/hosted-page.ts";
import { escapeHtml } from "../../../platform/text/html.ts";
import { AUTH_PATH, LINK_MINUTES } from "./auth-names.ts";
import { DASHBOARD, LOGIN_PAGE, PASSWORD_PAGE, signInUrl } from "./link-urls.ts";

function page(title: string, ...body: readonly string[]): Page {
  const { html, headers } = hostedPage("en", {}, title, body.join(""));
  // With `no-referrer`, browsers send the forms with `Origin: null`.
  return { html, headers: { ...headers, "referrer-policy": "same-origin" } };
}

const form = (action: string, button: string, ...fields: readonly string[]) =>
  `<form method="post" action="${action}">${fields.join("")}<button>${button}</button></form>`;
const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
const field = (name: string, label: string, attributes: string) =>
  `<label for="${name}">${label}</label><input id="${name}" name="${name}" ${attributes}>`;
const problemOf = (problem: string | undefined) => (problem ? `<p role="alert">${escapeHtml(problem)}</p>` : "");

/** The page that a login link opens. Programs that check the links of mails do not press its button. */
export const linkPage = (token: string) =>
  page(
    "Sign in to Keepsake",
    "<p>The link works once.</p>",
    `<form method="get" action="${AUTH_PATH}/magic-link/verify">${hidden("token", token)}${hidden("callbackURL", DASHBOARD)}<button>Sign in</button></form>`,
  );

export const signInPage = (problem?: string) =>
  page(
    "Sign in to Keepsake",
    problemOf(problem),
    form(
      LOGIN_PAGE,
      "Sign in",
      field("email", "Email address", 'type="email" autocomplete="username" maxlength="320" required'),
      field("password", "Password, if you have one", 'type="password" autocomplete="current-password" maxlength="200"'),
      '<p class="soft">Without a password, we mail you a link.</p>',
    ),
  );

export const linkMailedPage = () =>
  page(
    "Look into your mailbox",
    paragraph(
      `If you have been invited with this address, a login link is on its way. It works once, for ${LINK_MINUTES} minutes.`,
    ),
    '<p class="soft">No mail? The operator of this installation can make a link, too: <code>npx keepsake dashboard link</code>.</p>',
  );

export const codePage = (problem?: string) =>
  page(
    "Enter a code",
    problemOf(problem),
    "<p>Your account has an authenticator app.</p>",
    form(
      `${DASHBOARD}/code`,
      "Continue",
      field("code", "Code of the app", 'inputmode="numeric" autocomplete="one-time-code" maxlength="20" required'),
    ),
  );

export const signedInPage = (email: string) =>
  page(
    "You are signed in",
    paragraph(`As ${email}.`),
    "<p>The pages of the dashboard come with the next version. Until then, this session can call the API under <code>/storeadmin/v3</code>: begin with <code>GET /storeadmin/v3/me</code>, which says what you may do.</p>",
    form(`${DASHBOARD}/sign-out`, "Sign out"),
  );

export const passwordPage = (token: string, problem?: string) =>
  page(
    "Choose a new password",
    problemOf(problem),
    form(
      PASSWORD_PAGE,
      "Set the password",
      hidden("token", token),
      field(
        "newPassword",
        "New password, 12 to 200 characters",
        'type="password" autocomplete="new-password" minlength="12" maxlength="200" required',
      ),
    ),
  );

/** The browser sent the form from another address than the one that is set, such as 127.0.0.1 in place of localhost. */
export const wrongAddressPage = (publicUrl: string) =>
  page(
    "This page has another address",
    paragraph(`Signing in works only at ${signInUrl(publicUrl)}, as KEEPSAKE_PUBLIC_URL says.`),
    `<p><a class="go" href="${escapeHtml(signInUrl(publicUrl))}">Open it there</a></p>`,
  );

const toSignIn = `<p><a class="go" href="${DASHBOARD}">Sign in</a></p>`;

export const passwordSetPage = () =>
  page("Your password is set", "<p>Your sessions have ended. Sign in with the new password.</p>", toSignIn);

export const badPasswordLinkPage = () =>
  page(
    "This link does not work",
    "<p>It has expired, was used already or was cut off. Nothing was changed now. You can sign in with a login link instead.</p>",
    toSignIn,
  );
