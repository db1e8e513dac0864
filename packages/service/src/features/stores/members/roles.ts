import type { Scope } from "../access/scopes.ts";

export const ROLES = ["owner", "manager", "support", "viewer"] as const;
export type MemberRole = (typeof ROLES)[number];

const VIEWER: readonly Scope[] = ["settings:read", "insights", "people:read"];
const SUPPORT: readonly Scope[] = [...VIEWER, "people:reveal", "people:write"];
const MANAGER: readonly Scope[] = [
  ...SUPPORT,
  "people:addresses",
  "people:export",
  "settings:write",
  "alerts",
  "catalog",
  "orders",
  "webhooks",
  "audit",
];
const OWNER: readonly Scope[] = [...MANAGER, "keys", "team"];

/** No role has `identity`, `subscriptions` or `lists`: with these, the shop's server acts for its shoppers. */
export const SCOPES_OF_ROLE: Readonly<Record<MemberRole, readonly Scope[]>> = {
  owner: OWNER,
  manager: MANAGER,
  support: SUPPORT,
  viewer: VIEWER,
};

/** An operator looks at a store, and changes nothing. */
export const OPERATOR_SCOPES: readonly Scope[] = [...VIEWER, "audit"];
