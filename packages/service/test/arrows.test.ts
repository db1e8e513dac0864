import { posix } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { collect, lineOf, readSources, type Source, textsOf, toSource } from "./fixtures/sources.ts";

const sources = readSources();

/** Each may use what stands in a row before it. The files at the top of src put everything together. */
const ORDER = [
  ["platform"],
  ["stores"],
  ["catalog"],
  ["lists"],
  ["subscriptions"],
  ["alerts"],
  ["identity", "insights", "events"],
  ["top"],
];
const areaOf = (path: string) => {
  const [first = "", second = ""] = path.split("/");
  if (first === "features") return second;
  return first === "platform" ? first : "top";
};

/** Within a feature: `sql` below the verbs, `wire` above them, `routes` and `commands` above all. */
const LAYERS: Record<string, number> = { sql: 0, wire: 2, routes: 3, calls: 3, commands: 3 };
const layerOf = (path: string) => LAYERS[posix.basename(path, ".ts").split("-").at(-1) ?? ""] ?? 1;

/** What stands at the edge of a feature is its own. Each exception says why. */
const SHARED = new Map([
  ["features/identity/wire.ts -> features/stores/wire.ts", "Pid: every public call names its store in the same words"],
  ["features/lists/wire.ts -> features/stores/wire.ts", "Pid: as above"],
  ["features/subscriptions/wire.ts -> features/stores/wire.ts", "Pid: as above"],
  ["features/insights/wire.ts -> features/stores/wire.ts", "Pid: as above"],
  ["features/events/routes.ts -> features/stores/wire.ts", "Pid: as above"],
  ["features/identity/commands.ts -> features/stores/commands.ts", "parsePid: every command names its store alike"],
  ["features/alerts/sender-commands.ts -> features/stores/commands.ts", "parsePid: as above"],
]);

type Arrow = { from: string; to: string; names: string[] };

/** Imports of our own files that are there when the program runs; `withTypes` adds those that are not. */
const arrowsOf = ({ path, tree }: Source, { withTypes }: { withTypes: boolean }): Arrow[] =>
  collect(tree, (node) => {
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return [];
    const specifier = node.moduleSpecifier;
    if (!specifier || !ts.isStringLiteral(specifier) || !specifier.text.startsWith(".")) return [];
    const clause = ts.isImportDeclaration(node) ? node.importClause : undefined;
    const named = clause?.namedBindings && ts.isNamedImports(clause.namedBindings) ? clause.namedBindings.elements : [];
    const used = named.filter((one) => withTypes || (!clause?.isTypeOnly && !one.isTypeOnly));
    if (!withTypes && named.length > 0 && used.length === 0) return [];
    const to = posix.join(posix.dirname(path), specifier.text);
    return [{ from: path, to, names: used.map(({ name }) => name.text) }];
  });

function badArrows(files: readonly Source[]) {
  const say = ({ from, to }: Arrow) => `${from} -> ${to}`;
  const all = files.flatMap((file) => arrowsOf(file, { withTypes: true }));
  const running = files.flatMap((file) => arrowsOf(file, { withTypes: false }));
  const isEdge = (path: string) => layerOf(path) !== 1;
  const rank = (path: string) => ORDER.findIndex((row) => row.includes(areaOf(path)));
  const isOfNobody = ({ from, to }: Arrow) => rank(from) < 0 || rank(to) < 0;
  const goesUp = ({ from, to }: Arrow) =>
    rank(to) > rank(from) || (rank(to) === rank(from) && areaOf(to) !== areaOf(from));
  const reachesIn = ({ from, to }: Arrow) =>
    isEdge(to) && areaOf(from) !== "top" && areaOf(from) !== areaOf(to) && !SHARED.has(say({ from, to, names: [] }));
  const climbs = ({ from, to }: Arrow) => areaOf(from) === areaOf(to) && layerOf(to) > layerOf(from);
  /** A read needs no verb; a change does. */
  const skipsVerbs = ({ from, to, names }: Arrow) =>
    layerOf(from) === 3 && layerOf(to) === 0 && names.some((name) => !/^(select|find)/.test(name));
  return [
    ...all.filter((arrow) => isOfNobody(arrow) || goesUp(arrow) || reachesIn(arrow)),
    ...running.filter((arrow) => areaOf(arrow.from) !== "platform" && (climbs(arrow) || skipsVerbs(arrow))),
  ].map(say);
}

test("arrows: platform <- stores <- catalog <- lists <- subscriptions <- alerts <- identity; insights and events use nothing of identity; routes and commands -> verbs -> sql -> platform", () => {
  expect(badArrows(sources)).toEqual([]);
  expect(sources.flatMap((file) => arrowsOf(file, { withTypes: true })).length).toBeGreaterThan(100);
});

test("arrows: the exceptions are all in use", () => {
  const all = sources.flatMap((file) => arrowsOf(file, { withTypes: true }));
  const used = new Set(all.map(({ from, to }) => `${from} -> ${to}`));
  expect([...SHARED.keys()].filter((arrow) => !used.has(arrow))).toEqual([]);
});

test.each([
  ["platform/db.ts", 'import { createStore } from "../features/stores/create-store.ts";'],
  ["platform/db.ts", 'import type { Store } from "../features/stores/store.ts";'],
  ["platform/http/server.ts", 'import { readConfig } from "../../config.ts";'],
  ["features/stores/store.ts", 'import { toEmail } from "../identity/email.ts";'],
  ["features/identity/merge-guest.ts", 'import { findKeyRow } from "../stores/sql.ts";'],
  ["features/identity/routes.ts", 'import { storeRoutes } from "../stores/routes.ts";'],
  ["features/identity/merge-guest.ts", 'import { Pid } from "../stores/wire.ts";'],
  ["features/identity/sql.ts", 'import { toEmail } from "./email.ts";'],
  ["features/identity/merge-guest.ts", 'import { fromIdentity } from "./wire.ts";'],
  ["features/identity/wire.ts", 'import { identityAdminRoutes } from "./routes.ts";'],
  ["features/identity/routes.ts", 'import { lockGuest } from "./sql.ts";'],
  ["features/stores/commands.ts", 'import { bumpIdentitySecret, type KeyRow } from "./sql.ts";'],
  ["features/identity/email.ts", 'export { badKey } from "../stores/sql.ts";'],
  ["features/stores/store.ts", 'import { createParts } from "../../app.ts";'],
  ["features/catalog/variant-book.ts", 'import type { List } from "../lists/item.ts";'],
  ["features/lists/create-list.ts", 'import { mergeGuest } from "../identity/merge-guest.ts";'],
  ["features/events/live-hub.ts", 'import { createShoppers } from "../identity/shoppers.ts";'],
  ["features/insights/count-saves.ts", 'import { createLiveHub } from "../events/live-hub.ts";'],
  ["features/lists/fetch-list.ts", 'import { findById } from "../catalog/sql.ts";'],
  ["features/lists/share-routes.ts", 'import { countShare } from "./sql.ts";'],
  ["features/insights/count-saves.ts", 'import { saveForLaterRoutes } from "../lists/sfl-routes.ts";'],
  ["features/surprise/thing.ts", 'import { db } from "../../platform/db.ts";'],
])("arrows can fail: in %s, %s", (path, text) => {
  expect(badArrows([toSource(path, text)])).toHaveLength(1);
});

test.each([
  ["features/identity/sql.ts", 'import type { Email } from "./email.ts";'],
  ["features/identity/sql.ts", 'import { type Email } from "./email.ts";'],
  ["features/stores/commands.ts", 'import { selectKeys, type KeySummary } from "./sql.ts";'],
  ["features/identity/email.ts", 'import { domainToASCII } from "node:url";'],
  ["app.ts", 'import { storeRoutes } from "./features/stores/routes.ts";'],
])("arrows let pass: in %s, %s", (path, text) => {
  expect(badArrows([toSource(path, text)])).toEqual([]);
});

const SQL =
  /\b(select\s.+\sfrom|select\s+\w+\(|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|truncate\s+\w|create\s+table\s)/is;
const mayHoldSql = (path: string) => areaOf(path) === "platform" || path.endsWith("/sql.ts");

const strayedSql = (files: readonly Source[]) =>
  files
    .filter(({ path }) => !mayHoldSql(path))
    .flatMap(({ path, tree }) =>
      textsOf(tree)
        .filter(({ text }) => SQL.test(text))
        .map(({ node }) => `${path}:${lineOf(tree, node)}`),
    );

test("only sql.ts and the platform contain SQL", () => {
  expect(strayedSql(sources)).toEqual([]);
  const withSql = sources.filter(({ tree }) => textsOf(tree).some(({ text }) => SQL.test(text)));
  expect(withSql.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["features/identity/sql.ts", "features/stores/sql.ts", "platform/idempotency.ts"]),
  );
});

test.each([
  "await tx`select id from shoppers where id = ${id}`;",
  "await tx`\n  update shoppers\n  set email = null where id = ${id}`;",
  'client.query("delete from shoppers");',
  "const text = `insert into ${table} values (1)`;",
  "await tx`select empty_outbox_slot(${slot})`;",
])("SQL outside of sql.ts is found: %s", (text) => {
  expect(strayedSql([toSource("features/identity/merge-guest.ts", text)])).toEqual([
    "features/identity/merge-guest.ts:1",
  ]);
  expect(strayedSql([toSource("features/identity/sql.ts", text)])).toEqual([]);
});

/** Whose table it is. An event is written by whoever changed something, in the statement of the change. */
const OWNERS: Record<string, string> = {
  stores: "features/stores/",
  api_keys: "features/stores/",
  shoppers: "features/identity/",
  merges: "features/identity/",
  variants: "features/catalog/",
  stock: "features/catalog/",
  stock_levels: "features/catalog/",
  prices: "features/catalog/",
  plans: "features/alerts/",
  waves: "features/alerts/",
  chunks: "features/alerts/",
  deliveries: "features/alerts/",
  offers: "features/alerts/",
  brakes: "features/alerts/",
  templates: "features/alerts/",
  lists: "features/lists/",
  items: "features/lists/",
  contacts: "features/subscriptions/",
  subscriptions: "features/subscriptions/",
  consents: "features/subscriptions/",
  suppressions: "features/subscriptions/",
  ledger: "features/subscriptions/",
  confirmations: "features/subscriptions/",
  saves: "features/insights/",
  product_saves: "features/insights/",
  mails: "platform/mail/",
  outbox: "",
  outbox_readers: "platform/outbox/",
  idempotency_keys: "platform/idempotency.ts",
  schema_migrations: "platform/migrate.ts",
};
const WRITE = /\b(?:insert\s+into|update(?!\s+set\b)|delete\s+from|truncate(?:\s+table)?|merge\s+into)\s+([a-z_]+)/gi;
/** `for update`, `on conflict do update`: words that are no table. */
const NO_TABLE = new Set(["set", "skip", "nowait", "of"]);

const writesOf = ({ tree }: Source) =>
  textsOf(tree)
    .filter(({ text }) => SQL.test(text) || /^\s*(update|truncate)\s/i.test(text))
    .flatMap(({ text, node }) =>
      [...text.matchAll(WRITE)]
        .filter(([found, table = ""]) => !NO_TABLE.has(table.toLowerCase()) && !/key update|do update/i.test(found))
        .map(([, table = ""]) => ({ table, node })),
    );

const foreignWrites = (files: readonly Source[]) =>
  files.flatMap((file) =>
    writesOf(file)
      .filter(({ table }) => OWNERS[table] === undefined || !file.path.startsWith(OWNERS[table]))
      .map(({ table, node }) => `${file.path}:${lineOf(file.tree, node)} writes ${table}`),
  );

test("each table is written only by its feature", () => {
  expect(foreignWrites(sources)).toEqual([]);
  const written = new Set(sources.flatMap(writesOf).map(({ table }) => table));
  expect([...written].toSorted()).toEqual(Object.keys(OWNERS).toSorted());
});

test.each([
  ["features/stores/sql.ts", "tx`update shoppers set email = null where id = ${id}`"],
  ["features/identity/sql.ts", "tx`\n  update stores set session_epoch = 1 where id = ${id}`"],
  ["features/identity/sql.ts", "tx`insert into api_keys (id) values (1)`"],
  ["features/identity/sql.ts", "tx`with gone as (delete from idempotency_keys returning 1) select 1 from gone`"],
  ["platform/outbox/relay.ts", "tx`delete from stores where id = ${id}`"],
  ["features/stores/sql.ts", "tx`insert into somewhere_new (id) values (1)`"],
])("a write to another feature's table is found: in %s, %s", (path, text) => {
  expect(foreignWrites([toSource(path, text)])).toHaveLength(1);
});

test("a lock, an upsert of one's own and an event are no foreign write", () => {
  const text =
    "tx`select id from shoppers for no key update`; tx`insert into shoppers (id) values (1) on conflict (id) do update set id = 1`; tx`insert into outbox (id) values (1)`";
  expect(foreignWrites([toSource("features/identity/sql.ts", text)])).toEqual([]);
});

/** A feature asks another by its verbs. Where a statement reads another's table all the same, this says why. */
const FOREIGN_READS = new Map([
  [
    "features/lists/sql.ts reads variants",
    "events and hearts of a whole list name products: one statement, not one a row",
  ],
  [
    "features/alerts/sql.ts reads subscriptions",
    "the line of a variant is cut into chunks where it is: a million ids do not travel",
  ],
  ["features/alerts/sql.ts reads contacts", "whose currency a price fell in decides who stands in that line"],
  ["features/alerts/sql.ts reads prices", "the price at everybody's sign-up decides who stands in that line"],
  ["features/events/sql.ts reads lists", "one number for all streams of a process; lists know nothing of streams"],
]);
const READ = /\b(?:from|join)\s+([a-z_]+)/gi;

const foreignReads = (files: readonly Source[]) => [
  ...new Set(
    files.flatMap(({ path, tree }) =>
      textsOf(tree)
        .filter(({ text }) => SQL.test(text))
        .flatMap(({ text }) => [...text.matchAll(READ)].map(([, table = ""]) => table))
        .filter((table) => OWNERS[table] !== undefined && !path.startsWith(OWNERS[table]))
        .map((table) => `${path} reads ${table}`),
    ),
  ),
];

test("a table of another feature is read only where this file says why", () => {
  expect(foreignReads(sources).toSorted()).toEqual([...FOREIGN_READS.keys()].toSorted());
});

test.each([
  ["features/lists/sql.ts", "tx`select email from shoppers where id = ${id}`", "shoppers"],
  ["features/insights/sql.ts", "tx`select 1 from saves s join items i on i.list_id = s.list_id`", "items"],
  ["features/identity/sql.ts", "tx`delete from shoppers where id in (select shopper_id from lists)`", "lists"],
])("a read of another feature's table is found: in %s, %s", (path, text, table) => {
  expect(foreignReads([toSource(path, text)])).toEqual([`${path} reads ${table}`]);
});

const environmentReaders = (files: readonly Source[]) =>
  files
    .filter(({ path, tree }) => {
      const reads = collect(tree, (node) => {
        const isEnv =
          (ts.isPropertyAccessExpression(node) && node.name.text === "env") ||
          (ts.isElementAccessExpression(node) && /["'`]env["'`]/.test(node.argumentExpression.getText(tree))) ||
          (ts.isBindingElement(node) && (node.propertyName ?? node.name).getText(tree) === "env") ||
          (ts.isImportSpecifier(node) && (node.propertyName ?? node.name).text === "env");
        return isEnv ? [node] : [];
      });
      return reads.length > 0 && path !== "config.ts";
    })
    .map(({ path }) => path);

test("the environment is read in config.ts alone", () => {
  expect(environmentReaders(sources)).toEqual([]);
});

test.each([
  "const home = process.env.HOME;",
  'const home = process["env"].HOME;',
  "const { env } = process;",
  'import { env } from "node:process";',
])("another reader of the environment is found: %s", (text) => {
  expect(environmentReaders([toSource("platform/log.ts", text)])).toEqual(["platform/log.ts"]);
  expect(environmentReaders([toSource("config.ts", text)])).toEqual([]);
});
