import type { Policy } from "./limits.ts";

// Limits by IP address, for routes without a credential that belong to no store. docs/operating.md publishes them.

/** Links in mails. Mail providers unsubscribe many people from few addresses. */
export const LINKS: Policy = { name: "links", points: 1_200, seconds: 60 };
/** Everything under /dashboard/auth. */
export const SIGN_INS: Policy = { name: "sign-ins", points: 120, seconds: 60 };
export const WEBHOOKS: Policy = { name: "webhooks", points: 6_000, seconds: 60 };
/** The script, its parts, openapi.json and the reference. */
export const FILES: Policy = { name: "files", points: 3_000, seconds: 60 };
export const PREFLIGHTS: Policy = { name: "preflights", points: 6_000, seconds: 60 };
