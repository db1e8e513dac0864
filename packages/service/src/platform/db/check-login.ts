import type { ClientBase } from "pg";

/** The roles that row-level security is written for. The service works only as one of them. */
export type Role = "keepsake_store" | "keepsake_hot" | "keepsake_worker" | "keepsake_operator";

/** Names the setting of a role's own URL, for a pooler that cannot forward the role. */
export const ROLE_URLS = {
  keepsake_store: "KEEPSAKE_STORE_DATABASE_URL",
  keepsake_hot: "KEEPSAKE_HOT_DATABASE_URL",
  keepsake_worker: "KEEPSAKE_WORKER_DATABASE_URL",
  keepsake_operator: "KEEPSAKE_OPERATOR_DATABASE_URL",
} as const satisfies Record<Role, string>;

/** A connection on which row-level security would not protect the stores from each other. */
export class UnsafeLogin extends Error {}

type Power = { name: string; superuser: boolean; bypassrls: boolean; createrole: boolean; replication: boolean } & {
  owner: boolean;
  server: boolean;
};
type Session = { user: string; login: string; roles: string[]; powers: Power[] };

/** Whom this connection works as, and every role that its login is or can become and that reads past the policies. */
const SESSION = {
  name: "check_login",
  text: `
    select current_user::text as user, session_user::text as login,
      array(
        select rolname::text from pg_roles
        where rolname = any($1) and pg_has_role(current_user, oid, 'usage') order by 1
      ) as roles,
      coalesce((
        select json_agg(p order by p.name <> session_user, p.name) from (
          select rolname as name, rolsuper as superuser, rolbypassrls as bypassrls, rolcreaterole as createrole,
            rolreplication as replication,
            rolname in ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files') as server,
            exists (select from pg_class where relowner = r.oid and relrowsecurity) as owner
          from pg_roles r where pg_has_role(session_user, r.oid, 'member')
        ) p where superuser or bypassrls or createrole or replication or server or owner
      ), '[]') as powers`,
};

/** Throws UnsafeLogin unless this connection works as `role` and nothing more and, unless `allowPrivileged`, its login
 *  cannot make itself more. Returns the name that the connection works under. */
export async function checkLogin(
  client: Pick<ClientBase, "query">,
  role: Role,
  { allowPrivileged, timeoutMs }: { allowPrivileged: boolean; timeoutMs: number },
): Promise<string> {
  const query = { ...SESSION, values: [Object.keys(ROLE_URLS)], query_timeout: timeoutMs };
  const session = (await client.query<Session>(query)).rows[0] as Session;
  if (session.roles.join() !== role) throw wrongRole(session, role);
  const [power] = session.powers;
  if (power && !allowPrivileged) throw privileged(session.login, power);
  return session.user;
}

export const wrongRole = ({ user }: Pick<Session, "user">, role: Role) =>
  new UnsafeLogin(
    `PostgreSQL runs our statements as ${user} instead of ${role}, so row-level security would not hold. Does a pooler drop the startup parameter "options"? Then set ${ROLE_URLS[role]} to a URL that works as ${role} (docs/operating.md, "PgBouncer").`,
  );

export const roleRefused = (cause: Error, role: Role) =>
  new UnsafeLogin(
    `A pooler refuses the startup parameter "options", with which Keepsake chooses its role. Set ${ROLE_URLS[role]} to a URL that works as ${role} (docs/operating.md, "PgBouncer").`,
    { cause },
  );

function privileged(login: string, power: Power) {
  const what = power.superuser
    ? "is a superuser"
    : power.bypassrls
      ? "has BYPASSRLS"
      : power.createrole
        ? "has CREATEROLE"
        : power.replication
          ? "has REPLICATION"
          : power.owner
            ? "owns the tables"
            : "reaches the server's files or programs";
  const who =
    power.name === login
      ? `The database login ${login}`
      : `The database login ${login} can become ${power.name}, which`;
  return new UnsafeLogin(
    `${who} ${what}. It could read past row-level security, which keeps the stores apart. Give the service a login of its own (docs/operating.md, "Database logins"), or set KEEPSAKE_ALLOW_PRIVILEGED_LOGIN=on to accept the risk.`,
  );
}
