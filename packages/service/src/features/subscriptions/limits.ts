import type { Policy } from "../../platform/http/limits.ts";

// In addition to the limit of every call, against floods of sign-ups.
export const BY_SHOPPER: Policy = { name: "subscriptions", points: 60, seconds: 60 };
export const FOR_ADDRESS: Policy = { name: "subscriptions-address", points: 60, seconds: 3_600 };
