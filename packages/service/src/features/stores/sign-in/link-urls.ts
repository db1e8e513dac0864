export const DASHBOARD = "/dashboard";
export const PASSWORD_PAGE = "/dashboard/new-password";
/** With a token, a page with a button: programs that check the links of mails open the page, and must not use up the link. */
export const LOGIN_PAGE = "/dashboard/sign-in";

export const loginLinkUrl = (publicUrl: string, token: string) =>
  `${publicUrl}${LOGIN_PAGE}?token=${encodeURIComponent(token)}`;

export const passwordUrl = (publicUrl: string, token: string) =>
  `${publicUrl}${PASSWORD_PAGE}?token=${encodeURIComponent(token)}`;

export const signInUrl = (publicUrl: string) => `${publicUrl}${LOGIN_PAGE}`;
