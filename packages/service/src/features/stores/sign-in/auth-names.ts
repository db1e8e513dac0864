export const AUTH_PATH = "/dashboard/auth";
export const LINK_MINUTES = 15;

export type LinkPurpose = "sign-in" | "password";

/** A browser refuses `__Host-` without TLS. */
export const sessionCookie = (publicUrl: string) =>
  publicUrl.startsWith("https:") ? "__Host-keepsake-session" : "keepsake-session";
