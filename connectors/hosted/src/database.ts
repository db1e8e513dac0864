import { Pool } from "pg";

const STATEMENT_MS = 10_000;
const CONNECT_MS = 5_000;
/** Any number that no other program uses for its own advisory lock. */
const SCHEMA_LOCK = 7_305_501_914;

/** Forward only: a version is never changed, the next one is added below it. */
const VERSIONS = [
  `
  create table keepsake_connectors.installations (
    platform text not null,
    shop text not null,
    pid text,
    sealed_key bytea,
    sealed_identity_secret bytea,
    sealed_tokens bytea,
    settings jsonb not null default '{}',
    installed_at timestamptz not null,
    connected_at timestamptz,
    uninstalled_at timestamptz,
    reconcile_at timestamptz not null,
    reconcile_lease_until timestamptz,
    reconciled_from timestamptz,
    failures int not null default 0,
    holds_at timestamptz not null,
    primary key (platform, shop)
  );
  create index installations_by_reconcile on keepsake_connectors.installations (platform, reconcile_at);
  create index installations_by_holds on keepsake_connectors.installations (platform, holds_at);
  -- What Keepsake was last told about a variant. A delete names only the product, a level that disappears is in no answer,
  -- and a delete that never arrived is found by its row that the reconcile did not touch.
  create table keepsake_connectors.known_variants (
    platform text not null,
    shop text not null,
    id text not null,
    product_id text not null,
    locations text[] not null,
    checked_at timestamptz not null,
    primary key (platform, shop, id),
    foreign key (platform, shop) references keepsake_connectors.installations on delete cascade
  );
  create index known_variants_by_product on keepsake_connectors.known_variants (platform, shop, product_id);
  -- Written before the platform is asked to reserve, so that a crash in between neither doubles nor leaks a reservation.
  create table keepsake_connectors.reservations (
    platform text not null,
    shop text not null,
    offer text not null,
    variant_id text not null,
    units int not null,
    until timestamptz not null,
    reference text,
    url text,
    made_at timestamptz not null,
    primary key (platform, shop, offer),
    foreign key (platform, shop) references keepsake_connectors.installations on delete cascade
  );
  -- Webhooks that must not get lost, such as those about privacy. Stored before they are answered.
  create table keepsake_connectors.requests (
    id bigint generated always as identity primary key,
    platform text not null,
    shop text not null,
    kind text not null,
    source text not null,
    sealed bytea not null,
    received_at timestamptz not null,
    due_at timestamptz,
    tries int not null default 0,
    unique (platform, shop, kind, source)
  );
  create index requests_by_due on keepsake_connectors.requests (platform, due_at) where due_at is not null;
  `,
];

export function createPool(url: string): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: "keepsake-connectors",
    max: 10,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + 1_000,
  });
  pool.on("error", () => undefined); // the next query connects again
  return pool;
}

/** Brings the schema to this version. Processes that start together wait for each other. */
export async function migrate(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [SCHEMA_LOCK]);
    await client.query("create schema if not exists keepsake_connectors");
    await client.query("create table if not exists keepsake_connectors.versions (number int primary key)");
    const { rows } = await client.query<{ number: number }>(
      "select coalesce(max(number), 0) as number from keepsake_connectors.versions",
    );
    const applied = rows[0]?.number ?? 0;
    if (applied > VERSIONS.length)
      throw new Error("A newer version of this app wrote the database. Start that version, or a newer one.");
    for (const [index, statements] of VERSIONS.entries()) {
      if (index < applied) continue;
      await client.query(statements);
      await client.query("insert into keepsake_connectors.versions (number) values ($1)", [index + 1]);
    }
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
