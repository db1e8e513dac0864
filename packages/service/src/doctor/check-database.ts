import type { Config } from "../config.ts";
import { databaseRolesOf, findConnectionProblem } from "../connection-problem.ts";
import { loadKeyring } from "../features/stores/secret/load-keyring.ts";
import type { Clock } from "../platform/clock.ts";
import { type Role, UnsafeLogin } from "../platform/db/check-login.ts";
import { measureClockDifference } from "../platform/db/clock-difference.ts";
import type { Db } from "../platform/db/db.ts";
import { compareMigrations } from "../platform/db/migrate.ts";
import { codeOf, type Finding, hostOf, ok, problem, warning } from "./finding.ts";

const WARN_MS = 2_000;
const PROBLEM_MS = 30_000;

/** Connects as each role that the service works as. */
export async function checkLogins(db: Db, { databaseUrl, roleUrls }: Config): Promise<Finding[]> {
  const roles = databaseRolesOf("all");
  const findings: Finding[] = [];
  for (const role of roles) {
    try {
      for (const text of await db.checkLogins([role]))
        findings.push(warning("database", text, "Set them with `alter role`, then restart the processes."));
    } catch (error) {
      // The other roles would fail for the same reason.
      return [explainLogin(error, role, hostOf(roleUrls[role] ?? databaseUrl))];
    }
  }
  const shown = roles.join(", ");
  return [ok("database", `${hostOf(databaseUrl)} answers, and the login works as ${shown}.`), ...findings];
}

/** Whether `api` and `worker` would start with this login. Commands may run with one that can do more. */
export async function checkPowers(strict: Db): Promise<Finding[]> {
  try {
    await strict.checkLogins(databaseRolesOf("all"));
    return [];
  } catch (error) {
    if (!(error instanceof UnsafeLogin)) throw error;
    const [text = ""] = error.message.split(/(?<=\.) /);
    const fix = `Commands may use it, but \`api\` and \`worker\` do not start with it: give them logins of their own (${LOGINS}).`;
    return [warning("database", text, fix)];
  }
}

const LOGINS = 'docs/operating.md, "Database logins"';

function explainLogin(error: unknown, role: Role, host: string): Finding {
  if (error instanceof UnsafeLogin) {
    const [text = "", ...fix] = error.message.split(/(?<=\.) /);
    return problem("database", text, fix.join(" "));
  }
  const code = codeOf(error);
  if (code === "28P01" || code === "28000")
    return problem("database", `${host} refuses the login.`, "Check the user name and the password in DATABASE_URL.");
  if (code === "3D000")
    return problem(
      "database",
      `There is no such database at ${host}.`,
      "Create it, or correct the name in DATABASE_URL.",
    );
  if (code === "22023")
    return problem("database", `The role ${role} does not exist.`, "Run `npx keepsake migrate`, which creates it.");
  if (code === "42501")
    return problem(
      "database",
      `The login may not work as ${role}.`,
      `Run \`grant ${role} to …\` with the name of the login (${LOGINS}).`,
    );
  return problem(
    "database",
    `${host} does not answer (${code}).`,
    "Check that PostgreSQL runs, and that this machine reaches its address.",
  );
}

export async function checkMigrations(db: Db): Promise<Finding[]> {
  const check = "migrations";
  const fix = "Run `npx keepsake migrate` with the login that owns the tables.";
  try {
    const { missing, unknown } = await compareMigrations(db);
    if (missing.length > 0)
      return [problem(check, `The database lacks ${missing.length} migrations: ${listOf(missing)}.`, fix)];
    if (unknown.length > 0)
      return [
        warning(
          check,
          `The database was migrated by a newer version: ${listOf(unknown)}.`,
          "Use that version for this installation, too.",
        ),
      ];
    return [ok(check, "The database is up to date.")];
  } catch (error) {
    const code = codeOf(error);
    if (code === "42P01") return [problem(check, "The database was never migrated.", fix)];
    if (code === "42501")
      return [problem(check, "The login may not read the list of migrations, which a migration allows.", fix)];
    throw error;
  }
}

const LISTED_MAX = 3;
const listOf = (names: readonly string[]) =>
  [...names.slice(0, LISTED_MAX), ...(names.length > LISTED_MAX ? ["…"] : [])].join(", ");

/** Whether KEEPSAKE_SECRET opens what is in the database. */
export async function checkSecret(db: Db, { secrets }: Config): Promise<Finding[]> {
  try {
    await loadKeyring(db.hot, secrets);
  } catch (error) {
    if (codeOf(error) !== "Error") throw error;
    const [text = "", ...fix] = (error as Error).message.split(/(?<=\.) /);
    return [problem("secret", text, fix.join(" "))];
  }
  return [
    secrets.length === 1
      ? ok("secret", "KEEPSAKE_SECRET opens the keys in the database.")
      : warning(
          "secret",
          "KEEPSAKE_SECRET holds an older secret, too.",
          "Run `npx keepsake secret rotate`, then remove the older one.",
        ),
  ];
}

export async function checkConnections(db: Db, config: Config): Promise<Finding[]> {
  const pooled = databaseRolesOf("all").filter((role) => config.roleUrls[role]);
  const group = { name: "worker", size: config.processes };
  const text = findConnectionProblem("worker", group, { allowed: await db.countAllowedConnections(), pooled });
  if (!text) return [ok("connections", "PostgreSQL allows as many connections as the processes may open.")];
  const [what = "", ...fix] = text.split(/(?<=\.) /);
  return [warning("connections", what, fix.join(" "))];
}

/** Leases end by the database's clock, and links and signatures by this machine's. */
export async function checkClock(db: Db, clock: Clock): Promise<Finding[]> {
  const { aheadMs, errorMs } = await measureClockDifference(db, clock);
  const off = Math.max(Math.abs(aheadMs) - errorMs, 0);
  if (off < WARN_MS) return [ok("clock", "The clock agrees with the database's.")];
  const text = `The clock of this machine is ${Math.round(off / 1_000)} s ${aheadMs > 0 ? "ahead of" : "behind"} the database's.`;
  const fix = "Let both machines set their clocks by NTP.";
  return [off < PROBLEM_MS ? warning("clock", text, fix) : problem("clock", text, fix)];
}
