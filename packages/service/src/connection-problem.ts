import type { Role as DatabaseRole } from "./platform/db/check-login.ts";
import { countConnections } from "./platform/db/db.ts";
import type { Role } from "./role.ts";

const OF_API = ["keepsake_store", "keepsake_hot"] as const satisfies DatabaseRole[];

/** The roles that a process connects as. */
export const databaseRolesOf = (role: Role): readonly DatabaseRole[] =>
  role === "api" ? OF_API : [...OF_API, "keepsake_worker"];

/** A warning when this process, together with those of its group, may open more connections than PostgreSQL allows.
 *  Connections of roles in `pooled` go to a pooler. Of a group, its first API process and its worker find it. */
export function findConnectionProblem(
  role: Role,
  group: { readonly name: string; readonly size: number } | undefined,
  { allowed, pooled }: { readonly allowed: number; readonly pooled: readonly DatabaseRole[] },
): string | undefined {
  if (group && role === "api" && group.name !== "api-1") return undefined;
  const count = (of: Role) => countConnections(databaseRolesOf(of).filter((one) => !pooled.includes(one)));
  const ofOthers = group ? count("api") * (role === "api" ? group.size - 1 : group.size) : 0;
  const needed = ofOthers + count(role);
  if (needed <= allowed) return undefined;
  return `Keepsake may open ${needed} database connections, and PostgreSQL allows ${allowed}. Raise max_connections, start fewer processes, or use PgBouncer (docs/operating.md, "PgBouncer").`;
}
