import { type ClientBase, Pool, type QueryResult, type QueryResultRow, types } from "pg";
import type { Bell } from "../bell.ts";
import { AppError, unavailable } from "../errors.ts";
import type { StoreId } from "../ids.ts";
import { parseStoredJson } from "../text/json.ts";
import { checkLogin, ROLE_URLS, type Role, roleRefused, UnsafeLogin, wrongRole } from "./check-login.ts";
import { Fragment } from "./fragment.ts";
import { toArrayText } from "./to-array.ts";

/** Runs one statement: a tagged template whose values become parameters, and whose fragments become part of its text.
 *  Each text is prepared once per connection. */
export type Sql = <Row extends object>(text: TemplateStringsArray, ...values: unknown[]) => Promise<Row[]>;

export type Statement = { readonly name: string; readonly text: string };

/** Runs statements that serve many callers at once: each row of the input names its own store. */
export type Runner = { run<Row extends object>(statement: Statement, values: unknown[]): Promise<Row[]> };

/** A transaction inside one store. Every function in a `sql.ts` takes one, so a
 *  query outside a store does not compile. */
export type StoreTx = Sql &
  Runner & { readonly storeId: StoreId; afterCommit(work: () => void): void; wakeAfterCommit(bell: Bell): void };

/** A transaction of the operator or of a worker. Its role sees every store, but only the tables it needs. */
export type SystemTx = Sql & Runner & { afterCommit(work: () => void): void };

declare const folded: unique symbol;
/** Runs statements that serve many stores at once, without a transaction, under a role that can access only their tables. */
export type HotDb = Runner & { readonly [folded]?: true };

export type Db = {
  /** Runs `work` in a transaction of one store; joins `tx` where the caller already has one. */
  inStore<T>(storeId: StoreId, work: (tx: StoreTx) => Promise<T>, tx?: StoreTx): Promise<T>;
  /** `timeoutMs`: how long a statement may take, for work that is known to be long. */
  asOperator<T>(work: (tx: SystemTx) => Promise<T>, options?: { readonly timeoutMs?: number }): Promise<T>;
  asWorker<T>(work: (tx: SystemTx) => Promise<T>, options?: { readonly timeoutMs?: number }): Promise<T>;
  hot: HotDb;
  /** The connections of `hot`, for the library that signs people in. */
  hotPool(): Pool;
  /** Runs single statements of a worker, without a transaction. */
  worker: Sql & Runner;
  /** Connects as each of these roles. Throws UnsafeLogin when row-level security would not hold. Returns warnings about
   *  session settings that a role's own URL lacks. */
  checkLogins(roles: readonly Role[]): Promise<string[]>;
  /** How many connections PostgreSQL allows to everyone together, without those that it reserves. */
  countAllowedConnections(): Promise<number>;
  /** Checks that the database answers, and that row-level security still holds. */
  ping(): Promise<void>;
  waiting(): number;
  end(): Promise<void>;
};

types.setTypeParser(types.builtins.JSONB, parseStoredJson);

/** With the lock timeout, a call is answered within 2.5 s even when it waits for a connection and then for a lock. No
 *  caller waits for a worker, and an operator at a terminal prefers a slow answer to an error. */
const WAIT_FOR_CONNECTION_MS = {
  keepsake_store: 1_200,
  keepsake_hot: 1_200,
  keepsake_worker: 5_000,
  keepsake_operator: 10_000,
};
/** Folded statements are short, and a slow one delays a whole batch of callers. */
const STATEMENT_MS = { keepsake_store: 5_000, keepsake_hot: 2_000, keepsake_worker: 5_000, keepsake_operator: 5_000 };
/** How much longer than its own timeout the server may take before the connection counts as hanging. */
const GRACE_MS = 500;
/** keepsake_hot has more connections than the verbs of one table have batches in flight, so that a locked table does not
 *  block the others. */
const CONNECTIONS = { keepsake_store: 8, keepsake_hot: 12, keepsake_worker: 8, keepsake_operator: 1 };
/** How many connections a process that works as these roles opens at most. */
export const countConnections = (roles: readonly Role[]) => roles.reduce((sum, role) => sum + CONNECTIONS[role], 0);

const sessionOf = (role: Role) => ({
  statement_timeout: `${STATEMENT_MS[role]}`,
  lock_timeout: "1000",
  idle_in_transaction_session_timeout: "10000",
  // Custom plans made the folded statements cost Postgres 2.5 times as much.
  plan_cache_mode: "force_generic_plan",
  // A generic plan made while a table is small would stay when it is large, so it must use the index from the start.
  enable_seqscan: "off",
  // Statements look up each person or list once, so remembering the rows that were looked up is wasted work.
  enable_memoize: "off",
  jit: "off",
});

type Options = {
  onError: (error: Error) => void;
  wake: (bell: Bell) => void;
  /** URLs of roles behind a pooler. Such a connection has its role and settings already, and sends none. */
  roleUrls?: Partial<Record<Role, string>>;
  allowPrivilegedLogin?: boolean;
};

export function createDb(url: string, options: Options): Db {
  const { roleUrls = {}, allowPrivilegedLogin = false } = options;
  const pools = new Map<Role, Pool>();
  /** The name that the connections of a role work under. */
  const users = new Map<Role, string>();

  async function check(client: Pick<ClientBase, "query">, role: Role) {
    const limits = { allowPrivileged: allowPrivilegedLogin, timeoutMs: WAIT_FOR_CONNECTION_MS[role] };
    users.set(role, await checkLogin(client, role, limits));
  }

  function poolOf(role: Role) {
    const existing = pools.get(role);
    if (existing) return existing;
    const settings = Object.entries({ role, ...sessionOf(role) });
    const poolOptions = {
      connectionString: roleUrls[role] ?? url,
      application_name: role,
      max: CONNECTIONS[role],
      connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS[role],
      idleTimeoutMillis: 60_000,
      query_timeout: STATEMENT_MS[role] + GRACE_MS,
      ...(roleUrls[role] ? {} : { options: settings.map(([name, value]) => `-c ${name}=${value}`).join(" ") }),
      // The pool waits for this promise, and closes the connection if it is rejected.
      onConnect: (client: ClientBase) => check(client, role),
    };
    const pool = new Pool(poolOptions);
    // An idle connection that the server closed. The pool reports it also for connections that it is closing itself.
    pool.on("error", (error) => pool.ending || options.onError(error));
    pools.set(role, pool);
    return pool;
  }

  async function transaction<T>(
    role: Role,
    storeId: StoreId | undefined,
    work: (tx: StoreTx) => Promise<T>,
    timeoutMs?: number,
  ): Promise<T> {
    const opening = openingOf(storeId, timeoutMs);
    const client = await poolOf(role).connect().catch(translate);
    const afterCommit = new Set<() => void>();
    const bells = new Set<Bell>();
    let broken: Error | undefined;
    const onLost = (lost: Error) => {
      broken ??= lost;
    };
    // The pool handles errors only of idle connections; without a listener an error would end the process.
    client.on("error", onLost);
    const patience = timeoutMs === undefined ? {} : { query_timeout: timeoutMs + GRACE_MS };
    const sql: Sql = async <Row extends object>(text: TemplateStringsArray, ...values: unknown[]) =>
      (await client.query<Row & QueryResultRow>({ ...toQuery(text, values), ...patience })).rows;
    const run = async <Row extends object>(statement: Statement, values: unknown[]) =>
      (await client.query<Row & QueryResultRow>({ ...statement, values, ...patience })).rows;
    try {
      const session = await open(client, opening);
      // A pooler may have given this transaction another connection than the one that was checked.
      if (session && session.user !== users.get(role)) throw wrongRole(session, role);
      const result = await work(
        Object.assign(sql, {
          run,
          storeId: storeId as StoreId,
          afterCommit: (fn: () => void) => void afterCommit.add(fn),
          wakeAfterCommit: (bell: Bell) => void bells.add(bell),
        }),
      );
      const { command } = await client.query("commit");
      // When `work` swallowed an error of Postgres, `commit` rolls back and reports it only in its command tag.
      if (command !== "COMMIT") throw new Error("The transaction was rolled back: an error in it was swallowed");
      for (const fn of afterCommit) fn();
      for (const bell of bells) options.wake(bell);
      return result;
    } catch (error) {
      // A lost or hanging connection gets no rollback: closing it ends the transaction.
      if (error instanceof Error && HANGING.test(error.message)) onLost(error);
      if (!broken) await client.query("rollback").catch(onLost);
      return translate(error);
    } finally {
      client.off("error", onLost);
      client.release(broken);
    }
  }

  const runnerOf = (role: Role): Runner => ({
    async run<Row extends object>(statement: Statement, values: unknown[]) {
      const result = await poolOf(role)
        .query<Row & QueryResultRow>({ ...statement, values: values.map(toText) })
        .catch(translate);
      return result.rows;
    },
  });

  const sqlOf =
    (role: Role): Sql =>
    async <Row extends object>(text: TemplateStringsArray, ...values: unknown[]) =>
      (await poolOf(role).query<Row & QueryResultRow>(toQuery(text, values)).catch(translate)).rows;

  return {
    inStore: (storeId, work, tx) => (tx ? work(tx) : transaction("keepsake_store", storeId, work)),
    asOperator: (work, { timeoutMs } = {}) => transaction("keepsake_operator", undefined, work, timeoutMs),
    asWorker: (work, { timeoutMs } = {}) => transaction("keepsake_worker", undefined, work, timeoutMs),
    hot: runnerOf("keepsake_hot"),
    hotPool: () => poolOf("keepsake_hot"),
    worker: Object.assign(sqlOf("keepsake_worker"), runnerOf("keepsake_worker")),
    async checkLogins(roles) {
      const warnings: string[] = [];
      for (const role of roles) {
        const client = await poolOf(role)
          .connect()
          .catch((error: unknown) => explainRefusal(error, role));
        const missing = await findMissingSettings(client, role).finally(() => client.release());
        if (missing.length > 0)
          warnings.push(
            `${ROLE_URLS[role]} connects without these settings, which Keepsake was measured with: ${missing.join(" ")}. Set them for its login with \`alter role … set …\`.`,
          );
      }
      return warnings;
    },
    async countAllowedConnections() {
      const [row] = await sqlOf("keepsake_hot")<{ allowed: number }>`
        select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0) as allowed`;
      return row?.allowed ?? 0;
    },
    async ping() {
      await check(poolOf("keepsake_hot"), "keepsake_hot");
    },
    waiting: () => [...pools.values()].reduce((sum, pool) => sum + pool.waitingCount, 0),
    async end() {
      await Promise.all([...pools.values()].map((pool) => pool.end()));
    },
  };
}

/** Begins a transaction, and limits it to a store and to a time. These statements are sent as one message, which cannot
 *  have parameters: only integers become part of the text. */
function openingOf(storeId: StoreId | undefined, timeoutMs: number | undefined): string {
  const statements = ["begin"];
  if (timeoutMs !== undefined) statements.push(`set local statement_timeout = ${integer(timeoutMs)}`);
  // Row-level security reads this setting. It protects a statement that forgets its `where store_id`.
  if (storeId !== undefined)
    statements.push(`select set_config('app.store_id', '${integer(storeId)}', true), current_user::text as user`);
  return statements.join("; ");
}

function integer(value: number): number {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${JSON.stringify(value)} is not an integer`);
  return value;
}

/** Returns whom the transaction of a store works as. */
async function open(client: ClientBase, opening: string): Promise<{ user: string } | undefined> {
  // For several statements `pg` returns an array, which its types do not say.
  const results: QueryResult<{ user: string }> | QueryResult<{ user: string }>[] = await client.query(opening);
  return Array.isArray(results) ? results.at(-1)?.rows[0] : undefined;
}

async function findMissingSettings(client: ClientBase, role: Role) {
  const wanted = sessionOf(role);
  const { rows } = await client.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name = any($1)",
    [Object.keys(wanted)],
  );
  const actual = new Map(rows.map(({ name, setting }) => [name, setting]));
  return Object.entries(wanted).flatMap(([name, value]) => (actual.get(name) === value ? [] : [`${name}=${value}`]));
}

const statements = new Map<string, Statement>();
const texts = new WeakMap<TemplateStringsArray, Statement>();

/** Numbers the values as parameters and names the statement, so that Postgres prepares it once. */
function toQuery(strings: TemplateStringsArray, values: readonly unknown[]) {
  const hasFragments = values.some((value) => value instanceof Fragment);
  const known = hasFragments ? undefined : texts.get(strings);
  if (known) return { ...known, values: [...values] };
  const parameters: unknown[] = [];
  const write = (pieces: readonly string[], inserted: readonly unknown[]): string => {
    let written = pieces[0] ?? "";
    for (const [index, value] of inserted.entries()) {
      written += value instanceof Fragment ? write(value.strings, value.values) : `$${parameters.push(value)}`;
      written += pieces[index + 1] ?? "";
    }
    return written;
  };
  const text = write(strings, values);
  const statement = statements.get(text) ?? { name: `s${statements.size + 1}`, text };
  statements.set(text, statement);
  if (!hasFragments) texts.set(strings, statement);
  return { ...statement, values: parameters };
}

const toText = (value: unknown): unknown => (Array.isArray(value) ? (toArrayText(value) ?? value) : value);

/** Postgres refuses the value: bad encoding, `\u0000` in jsonb, overflow, too long for an index. */
const INVALID_VALUE = new Set(["22021", "22P05", "22P02", "22003", "22007", "22008", "54000"]);
/** Timeouts, lost and refused connections, shutdown, full disk, read-only standby, deadlock: the caller may retry. */
const UNAVAILABLE =
  /^(08...|53...|57P..|57014|55P03|25006|25P03|40001|40P01|ECONN.*|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/;
const HANGING = /Query read timeout/;
const UNAVAILABLE_MESSAGES =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|connection error and is not queryable|Client was closed/;

function explainRefusal(error: unknown, role: Role): never {
  if (error instanceof UnsafeLogin) throw error;
  if (error instanceof Error && /unsupported startup parameter/.test(error.message)) throw roleRefused(error, role);
  return translate(error);
}

function translate(error: unknown): never {
  if (error instanceof AppError || !(error instanceof Error)) throw error;
  if (error instanceof UnsafeLogin) throw unavailable("The database", error);
  const { code = "" } = error as { code?: string };
  if (INVALID_VALUE.has(code)) {
    throw new AppError(
      "invalid",
      "invalid-value",
      "A value of this request cannot be stored. Check its characters and its size.",
      { cause: error },
    );
  }
  if (UNAVAILABLE.test(code) || UNAVAILABLE_MESSAGES.test(error.message)) throw unavailable("The database", error);
  throw error;
}
