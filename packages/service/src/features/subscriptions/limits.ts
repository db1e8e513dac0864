import type { Policy } from "../../platform/http/limits.ts";

// Limits against floods of sign-ups, in addition to the limit that every call has.
export const BY_SHOPPER: Policy = { name: "subscriptions", points: 60, seconds: 60 };
export const FOR_ADDRESS: Policy = { name: "subscriptions-address", points: 60, seconds: 3_600 };
