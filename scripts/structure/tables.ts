import { lineOf, type Source, textsOf } from "./sources.ts";

const SQL =
  /\b(select\s.+\sfrom|select\s+\w+\(|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|truncate\s+\w|create\s+table\s)/is;
const mayContainSql = (path: string) => path.startsWith("platform/") || path.endsWith("/sql.ts");

/** SQL outside of sql.ts files and the platform. */
export const straySql = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => !mayContainSql(path))
    .flatMap(({ path, tree }) =>
      textsOf(tree)
        .filter(({ text }) => SQL.test(text))
        .map(({ node }) => `${path}:${lineOf(tree, node)}: SQL belongs in sql.ts`),
    );

/** The folder that writes each table. Events are written through `announce` and `announceSql` alone. */
export const OWNERS: Readonly<Record<string, string>> = {
  stores: "features/stores/",
  api_keys: "features/stores/",
  installation_keys: "features/stores/",
  audit_log: "features/stores/",
  organisations: "features/stores/",
  memberships: "features/stores/",
  operators: "features/stores/",
  sign_in_failures: "features/stores/",
  sightings: "features/stores/",
  connectors: "features/stores/",
  dashboard: "features/stores/",
  shoppers: "features/shoppers/",
  merges: "features/shoppers/",
  sessions: "features/shoppers/",
  variants: "features/catalog/",
  variant_counts: "features/catalog/",
  stock: "features/catalog/",
  stock_levels: "features/catalog/",
  stock_history: "features/catalog/",
  prices: "features/catalog/",
  price_counts: "features/catalog/",
  lists: "features/lists/",
  items: "features/lists/",
  contacts: "features/subscriptions/",
  subscriptions: "features/subscriptions/",
  waiting: "features/subscriptions/",
  consents: "features/subscriptions/",
  suppressions: "features/subscriptions/",
  ledger: "features/subscriptions/",
  confirmations: "features/subscriptions/",
  confirmation_counts: "features/subscriptions/",
  sign_up_requests: "features/subscriptions/",
  plans: "features/alerts/",
  waves: "features/alerts/",
  plan_log: "features/alerts/",
  chunks: "features/alerts/",
  deliveries: "features/alerts/",
  offers: "features/alerts/",
  offer_holds: "features/alerts/",
  brakes: "features/alerts/",
  delivery_batches: "features/alerts/",
  templates: "features/alerts/",
  store_senders: "features/alerts/",
  dkim_keys: "features/alerts/",
  sender_health: "features/alerts/",
  sender_checks: "features/alerts/",
  template_versions: "features/alerts/",
  webhook_endpoints: "features/events/",
  webhook_turns: "features/events/",
  webhook_deliveries: "features/events/",
  webhook_replays: "features/events/",
  marketing_connections: "features/marketing/",
  marketing_turns: "features/marketing/",
  marketing_messages: "features/marketing/",
  marketing_erasures: "features/marketing/",
  clicks: "features/alerts/",
  orders: "features/alerts/",
  order_lines: "features/alerts/",
  erasures: "features/privacy/",
  imports: "features/moving/",
  saves: "features/insights/",
  product_saves: "features/insights/",
  variant_days: "features/insights/",
  store_days: "features/insights/",
  demand: "features/insights/",
  store_demand: "features/insights/",
  variant_saves: "features/insights/",
  report_preferences: "features/dashboard/",
  report_crossings: "features/dashboard/",
  mails: "platform/messaging/",
  send_counts: "platform/messaging/",
  outbox: "platform/outbox/",
  outbox_batches: "platform/outbox/",
  outbox_numbers: "platform/outbox/",
  outbox_last_numbers: "platform/outbox/",
  outbox_positions: "platform/outbox/",
  outbox_workers: "platform/outbox/",
  outbox_partitions: "platform/outbox/",
  outbox_parked: "platform/outbox/",
  idempotency_keys: "platform/db/idempotency.ts",
  schema_migrations: "platform/db/migrate.ts",
};
/** Tables that the functions of a migration write, not the service itself. */
export const WRITTEN_BY_FUNCTIONS = ["outbox_batches", "outbox_numbers", "outbox_last_numbers"];

const WRITE = /\b(?:insert\s+into|update(?!\s+set\b)|delete\s+from|truncate(?:\s+table)?|merge\s+into)\s+([a-z_]+)/gi;
/** Words after `for update` and `on conflict do update` that are not tables. */
const NO_TABLE = new Set(["set", "skip", "nowait", "of"]);

export const writesOf = ({ tree }: Source) =>
  textsOf(tree)
    .filter(({ text }) => SQL.test(text) || /^\s*(update|truncate)\s/i.test(text))
    .flatMap(({ text, node }) =>
      [...text.matchAll(WRITE)]
        .filter(([found, table = ""]) => !NO_TABLE.has(table.toLowerCase()) && !/key update|do update/i.test(found))
        .map(([, table = ""]) => ({ table, node })),
    );

export const foreignWrites = (sources: readonly Source[]): string[] =>
  sources.flatMap((source) =>
    writesOf(source)
      .filter(({ table }) => OWNERS[table] === undefined || !source.path.startsWith(OWNERS[table]))
      .map(({ table, node }) => `${source.path}:${lineOf(source.tree, node)}: writes ${table}`),
  );

type ForeignRead = { readonly path: string; readonly table: string; readonly why: string };
/** Features call each other's verbs and do not read each other's tables. These are the exceptions, with the reason. */
const FOREIGN_READS: readonly ForeignRead[] = [
  {
    path: "features/lists/sql.ts",
    table: "variants",
    why: "one statement returns the products of a whole list, for events",
  },
  {
    path: "features/lists/reading/sql.ts",
    table: "variants",
    why: "one statement finds the products of a page that are on the shopper's lists, for hearts",
  },
  {
    path: "features/lists/privacy/sql.ts",
    table: "variants",
    why: "an export says what the shop calls each saved variant",
  },
  ...["variants", "shoppers"].flatMap((table) =>
    ["features/lists/moving/sql.ts", "features/subscriptions/moving/sql.ts"].map((path) => ({
      path,
      table,
      why: "one statement writes a page of an export, with what the shop calls its variants and its shoppers",
    })),
  ),
  {
    path: "features/subscriptions/privacy/sql.ts",
    table: "variants",
    why: "an export says what the shop calls each variant that somebody waits for",
  },
  {
    path: "features/alerts/selection/sql.ts",
    table: "waiting",
    why: "the database divides the line of a variant into chunks, so that a million ids are not sent to the service",
  },
  {
    path: "features/alerts/plans/sql.ts",
    table: "subscriptions",
    why: "one statement counts the units that offers reserve for people who have not left",
  },
  {
    path: "features/alerts/offers/sql.ts",
    table: "subscriptions",
    why: "the statement that ends offers sees, at the same moment, who left and who has a new offer",
  },
  { path: "features/alerts/plans/sql.ts", table: "waiting", why: "the same statement sees who is still in line" },
  {
    path: "features/alerts/sql.ts",
    table: "stock",
    why: "one statement tells an idle worker, every second, whether anything is due",
  },
  {
    path: "features/alerts/planning/sql.ts",
    table: "waiting",
    why: "the statement that makes plans also sees whether someone waits",
  },
  {
    path: "features/shoppers/sql.ts",
    table: "contacts",
    why: "the lookup of a shopper, which every call needs, also tells whether the address is on the mailing list",
  },
  {
    path: "features/events/sql.ts",
    table: "lists",
    why: "one statement checks the lists of every open stream, and lists must not depend on streams",
  },
  {
    path: "features/insights/sql.ts",
    table: "variants",
    why: "one statement finds the products of a page of saves of many stores",
  },
  {
    path: "features/insights/rollups/sql.ts",
    table: "variants",
    why: "one statement looks up the prices of a page of lines of many stores",
  },
  {
    path: "features/insights/rollups/sql.ts",
    table: "subscriptions",
    why: "one statement finds the topics for a page of old events of many stores",
  },
  { path: "features/insights/rollups/sql.ts", table: "plans", why: "the same for events about plans" },
  ...["waiting", "items", "variants", "subscriptions", "plans", "outbox"].map((table) => ({
    path: "features/insights/recount/sql.ts",
    table,
    why: "a full count must see all tables, the events and the roll-ups of one moment",
  })),
];
const READ = /\b(?:from|join)\s+([a-z_]+)/gi;

const foreignReadsOf = ({ path, tree }: Source) =>
  textsOf(tree)
    .filter(({ text }) => SQL.test(text))
    .flatMap(({ text }) => [...text.matchAll(READ)].map(([, table = ""]) => ({ path, table })))
    .filter(({ table }) => OWNERS[table] !== undefined && !path.startsWith(OWNERS[table]));
const isSameRead = (one: Pick<ForeignRead, "path" | "table">, other: Pick<ForeignRead, "path" | "table">) =>
  one.path === other.path && one.table === other.table;

export function foreignReads(sources: readonly Source[]): string[] {
  const reads = sources.flatMap(foreignReadsOf);
  const problems = reads.filter((read) => !FOREIGN_READS.some((allowed) => isSameRead(allowed, read)));
  return [...new Set(problems.map(({ path, table }) => `${path}: reads ${table}`))];
}

/** Exceptions that no file needs any more. They would allow the next such read without a reason. */
export function unusedExceptions(sources: readonly Source[], exceptions = FOREIGN_READS): string[] {
  const reads = sources.flatMap(foreignReadsOf);
  return exceptions
    .filter((allowed) => !reads.some((read) => isSameRead(allowed, read)))
    .map(({ path, table }) => `${path}: no longer reads ${table}. Remove the exception.`);
}
