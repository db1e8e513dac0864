import { type Static, Type } from "typebox";
import { ROLE_URLS, type Role } from "../platform/db/check-login.ts";
import { SECRET } from "./secret.ts";

const roleUrl = (role: Role) =>
  Type.Optional(
    Type.String({
      pattern: "^postgres(ql)?://",
      examples: [`postgres://user:password@pooler:6432/${role}`],
      description: `Connection that works as ${role}, for a pooler; without it, DATABASE_URL`,
      ...SECRET,
    }),
  );

export const DatabaseEnvironment = Type.Object({
  [ROLE_URLS.keepsake_store]: roleUrl("keepsake_store"),
  [ROLE_URLS.keepsake_hot]: roleUrl("keepsake_hot"),
  [ROLE_URLS.keepsake_worker]: roleUrl("keepsake_worker"),
  [ROLE_URLS.keepsake_operator]: roleUrl("keepsake_operator"),
  KEEPSAKE_ALLOW_PRIVILEGED_LOGIN: Type.Enum(["on", "off"], {
    default: "off",
    description: "Run although the database login could read past row-level security",
  }),
});

export const readRoleUrls = (env: Static<typeof DatabaseEnvironment>): Partial<Record<Role, string>> =>
  Object.fromEntries(Object.entries(ROLE_URLS).flatMap(([role, name]) => (env[name] ? [[role, env[name]]] : [])));
