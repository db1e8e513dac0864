/** What a caller may do. A route names the scope that it needs; `admin` stands for all of them. */
export const SCOPES = [
  "identity",
  "subscriptions",
  "catalog",
  "alerts",
  "lists:read",
  "lists:write",
  "settings:read",
  "settings:write",
  "insights",
  "people:read",
  "people:addresses",
  "people:reveal",
  "people:write",
  "people:export",
  "orders",
  "webhooks",
  "keys",
  "team",
  "audit",
  "admin",
] as const;
export type Scope = (typeof SCOPES)[number];

/** Identify shoppers and subscribe them to alerts: what a shop's server does with its one key. */
export const DEFAULT_SCOPES: readonly Scope[] = ["identity", "subscriptions"];

export const hasScope = ({ scopes }: { readonly scopes: readonly Scope[] }, scope: Scope) =>
  scopes.includes(scope) || scopes.includes("admin");
