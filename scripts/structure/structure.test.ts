import { expect, test } from "vitest";
import { arrowsOf, badArrows, circles, misnamedReaders } from "./arrows.ts";
import { environmentReaders } from "./environment.ts";
import { longSqlFiles } from "./sizes.ts";
import { readSources, toSource } from "./sources.ts";
import {
  foreignReads,
  foreignWrites,
  OWNERS,
  straySql,
  unusedExceptions,
  WRITTEN_BY_FUNCTIONS,
  writesOf,
} from "./tables.ts";
import { strayWireNames } from "./wire-names.ts";

const sources = readSources();

test("the service breaks no rule, and the rules read its files", () => {
  const rules = { badArrows, circles, misnamedReaders, strayWireNames, straySql, foreignWrites, foreignReads };
  const problems = Object.entries({ ...rules, unusedExceptions, environmentReaders, longSqlFiles }).map(
    ([name, rule]) => [name, rule(sources)] as const,
  );
  expect(problems.filter(([, found]) => found.length > 0)).toEqual([]);
  expect(sources.flatMap((source) => arrowsOf(source, { withTypes: true })).length).toBeGreaterThan(500);
  const written = new Set(sources.flatMap(writesOf).map(({ table }) => table));
  expect([...written, ...WRITTEN_BY_FUNCTIONS].toSorted()).toEqual(Object.keys(OWNERS).toSorted());
});

test.each([
  ["platform/db/db.ts", 'import { createStore } from "../../features/stores/create-store.ts";'],
  ["platform/db/db.ts", 'import type { Store } from "../../features/stores/store.ts";'],
  ["platform/http/server.ts", 'import { readConfig } from "../../config.ts";'],
  ["features/stores/store.ts", 'import { toRegid } from "../shoppers/regid.ts";'],
  ["features/stores/store.ts", 'import { createDeps } from "../../app.ts";'],
  ["features/catalog/variants/variant-cache.ts", 'import type { List } from "../../lists/list.ts";'],
  ["features/shoppers/merge/merge-guest.ts", 'import { mergeLists } from "../../lists/merge/merge-lists.ts";'],
  ["features/insights/count-saves.ts", 'import { createLiveHub } from "../events/live-hub.ts";'],
  ["platform/text/element-texts.ts", 'import { createClient } from "../../../../sdk/src/client.ts";'],
  ["features/surprise/thing.ts", 'import { createDb } from "../../platform/db/db.ts";'],
])("an import that goes up is found: in %s, %s", (path, text) => {
  expect(badArrows([toSource(path, text)])).toHaveLength(1);
});

test("an import of the elements' texts, which the SDK shares, is allowed", () => {
  const text = 'import { ELEMENT_TEXTS } from "../../../../sdk/src/texts/element-texts.ts";';
  expect(badArrows([toSource("platform/text/element-texts.ts", text)])).toEqual([]);
});

test.each([
  ["features/lists/sharing/email-list.ts", 'import { lockItems } from "../items/sql.ts";'],
  ["features/lists/sharing/email-list.ts", 'import type { ItemRow } from "../items/sql.ts";'],
  ["features/lists/create-list.ts", 'import { lockItems } from "./items/sql.ts";'],
  ["features/lists/reading/fetch-list.ts", 'import { findById } from "../../catalog/variants/sql.ts";'],
  ["features/shoppers/merge/merge-guest.ts", 'export { findKeyRow } from "../../stores/keys/sql.ts";'],
])("an import of another room's sql.ts is found: in %s, %s", (path, text) => {
  expect(badArrows([toSource(path, text)])).toEqual([expect.stringContaining("sql.ts of another room")]);
});

test.each([
  ["features/lists/routes.ts", 'import * as sql from "./sql.ts";'],
  ["features/lists/routes.ts", 'import { incrementShares } from "./sql.ts";'],
  ["features/stores/keys/commands.ts", 'import { findKey, insertKey } from "./sql.ts";'],
  ["features/insights/count-saves-reader.ts", 'import { applySaves } from "./sql.ts";'],
])("routes, commands and readers that change rows without a verb are found: in %s, %s", (path, text) => {
  expect(badArrows([toSource(path, text)])).toEqual([expect.stringContaining("without a verb")]);
});

test.each([
  ["features/lists/create-list.ts", 'import { listRecord } from "./wire.ts";'],
  ["features/lists/create-list.ts", 'import * as wire from "./wire.ts";'],
  ["features/lists/items/change-items.ts", 'import { listRoutes } from "../routes.ts";'],
  ["features/alerts/plans/run-waves.ts", 'import { planAlertsReader } from "./plan-alerts-reader.ts";'],
  ["features/alerts/senders/commands.ts", 'import { storeCommands } from "../../stores/commands.ts";'],
  ["features/alerts/offers/sql.ts", 'import { offerPage } from "./page.ts";'],
])("a verb that imports an edge is found: in %s, %s", (path, text) => {
  expect(badArrows([toSource(path, text)])).toHaveLength(1);
});

test("a sql.ts that imports a verb is found, also when the verb reaches SQL through another file", () => {
  const verbs = [
    toSource("features/lists/copy-list.ts", 'import { createList } from "./create-list.ts";'),
    toSource("features/lists/create-list.ts", 'import { insertList } from "./sql.ts";'),
    toSource("features/lists/list.ts", 'import type { ListRow } from "./sql.ts"; export const PREVIEW_MAX = 24;'),
  ];
  const importing = (text: string) => badArrows([...verbs, toSource("features/lists/sharing/sql.ts", text)]);
  expect(importing('import { createList } from "../create-list.ts";')).toEqual([
    "features/lists/sharing/sql.ts -> features/lists/create-list.ts: imports a verb from sql.ts",
  ]);
  expect(importing('import { copyList } from "../copy-list.ts";')).toHaveLength(1);
  expect(importing('import type { Copy } from "../copy-list.ts";')).toEqual([]);
  expect(importing('import { PREVIEW_MAX } from "../list.ts";')).toEqual([]);
});

test.each([
  ["features/lists/sql.ts", 'import type { Details } from "./items/item.ts";'],
  ["features/lists/items/change-items.ts", 'import { lockList } from "../sql.ts";'],
  ["features/lists/create-list.ts", 'import type { CreateIn } from "./wire.ts";'],
  ["features/lists/wire.ts", 'import { variantFields } from "../catalog/variants/wire.ts";'],
  ["features/stores/keys/commands.ts", 'import { selectKeys, type KeySummary } from "./sql.ts";'],
  ["features/lists/merge/merge-lists.ts", 'import type { MergePair } from "../../shoppers/merge/participant.ts";'],
  ["app.ts", 'import { storeRoutes } from "./features/stores/routes.ts";'],
])("an import that goes down is allowed: in %s, %s", (path, text) => {
  expect(badArrows([toSource(path, text)])).toEqual([]);
});

test("a circle of imports is found, also one of types alone", () => {
  const circle = [
    toSource("features/lists/a.ts", 'import { b } from "./b.ts";'),
    toSource("features/lists/b.ts", 'import type { C } from "./c.ts";'),
    toSource("features/lists/c.ts", 'import { a } from "./a.ts";'),
  ];
  expect(circles(circle)).toEqual([
    "features/lists/a.ts -> features/lists/b.ts -> features/lists/c.ts -> features/lists/a.ts",
  ]);
  expect(circles(circle.slice(0, 2))).toEqual([]);
});

test("an outbox reader in a file that is not named …-reader.ts is found", () => {
  const text = 'export const countSaves: OutboxReader = { name: "count-saves", handle: async () => undefined };';
  expect(misnamedReaders([toSource("features/insights/count-saves.ts", text)])).toHaveLength(1);
  expect(misnamedReaders([toSource("features/insights/count-saves-reader.ts", text)])).toEqual([]);
});

test.each([
  ["features/lists/list.ts", "export type List = { readonly lid: string };"],
  ["features/lists/routes.ts", "const { epi } = request.body;"],
  ["features/lists/routes.ts", 'const field = "empi";'],
  ["features/catalog/variants/sql.ts", "tx`select epi from variants`"],
])("a wire name outside the wire files is found: in %s, %s", (path, text) => {
  expect(strayWireNames([toSource(path, text)])).toHaveLength(1);
  expect(strayWireNames([toSource("features/lists/wire.ts", text)])).toEqual([]);
});

test("a sentence may name a parameter of the API", () => {
  const text = 'new AppError("invalid", "invalid-name", "lname has 3 to 50 characters.")';
  expect(strayWireNames([toSource("features/lists/errors.ts", text)])).toEqual([]);
});

test.each([
  "await tx`select id from shoppers where id = ${id}`;",
  "await tx`\n  update shoppers\n  set email = null where id = ${id}`;",
  'client.query("delete from shoppers");',
  "const text = `insert into ${table} values (1)`;",
  "await tx`select empty_outbox_slot(${slot})`;",
])("SQL outside of sql.ts is found: %s", (text) => {
  expect(straySql([toSource("features/shoppers/merge/merge-guest.ts", text)])).toHaveLength(1);
  expect(straySql([toSource("features/shoppers/merge/sql.ts", text)])).toEqual([]);
});

test.each([
  ["features/stores/sql.ts", "tx`update shoppers set email = null where id = ${id}`"],
  ["features/shoppers/sql.ts", "tx`\n  update stores set session_epoch = 1 where id = ${id}`"],
  ["features/shoppers/sql.ts", "tx`insert into api_keys (id) values (1)`"],
  ["features/shoppers/sql.ts", "tx`with gone as (delete from idempotency_keys returning 1) select 1 from gone`"],
  ["platform/outbox/relay.ts", "tx`delete from stores where id = ${id}`"],
  ["features/stores/sql.ts", "tx`insert into somewhere_new (id) values (1)`"],
])("a write to a table of another feature is found: in %s, %s", (path, text) => {
  expect(foreignWrites([toSource(path, text)])).toHaveLength(1);
});

test("an event that is inserted without the catalogue of events is found", () => {
  const text = "tx`insert into outbox (store_id, subject, payload) values (1, 'list.invented', '{}')`";
  expect(foreignWrites([toSource("features/lists/sql.ts", text)])).toHaveLength(1);
  expect(foreignWrites([toSource("platform/outbox/announce.ts", text)])).toEqual([]);
});

test("a lock and an upsert of the feature's own table are allowed", () => {
  const text =
    "tx`select id from shoppers for no key update`; tx`insert into shoppers (id) values (1) on conflict (id) do update set id = 1`";
  expect(foreignWrites([toSource("features/shoppers/sql.ts", text)])).toEqual([]);
});

test.each([
  ["features/lists/sql.ts", "tx`select email from shoppers where id = ${id}`"],
  ["features/insights/sql.ts", "tx`select 1 from saves s join items i on i.list_id = s.list_id`"],
  ["features/shoppers/sql.ts", "tx`delete from shoppers where id in (select shopper_id from lists)`"],
])("a read of another feature's table is found: in %s, %s", (path, text) => {
  expect(foreignReads([toSource(path, text)])).toHaveLength(1);
});

test("an exception for a read that no longer exists, or is in another file, is found", () => {
  const source = toSource("features/alerts/plans/sql.ts", "tx`select price from prices where variant_id = ${id}`");
  const allow = (path: string, table: string) => unusedExceptions([source], [{ path, table, why: "a control" }]);
  expect(allow("features/alerts/plans/sql.ts", "prices")).toEqual([]);
  expect(allow("features/alerts/plans/sql.ts", "contacts")).toHaveLength(1);
  expect(allow("features/alerts/offers/sql.ts", "prices")).toHaveLength(1);
});

test.each([
  "const home = process.env.HOME;",
  'const home = process["env"].HOME;',
  "const { env } = process;",
  'import { env } from "node:process";',
])("another reader of the environment is found: %s", (text) => {
  expect(environmentReaders([toSource("platform/log.ts", text)])).toHaveLength(1);
  expect(environmentReaders([toSource("config.ts", text)])).toEqual([]);
});

test("a sql.ts of more than 300 lines is found", () => {
  expect(longSqlFiles([toSource("features/lists/sql.ts", "\n".repeat(300).concat("x"))])).toHaveLength(1);
  expect(longSqlFiles([toSource("features/lists/sql.ts", "\n".repeat(299).concat("x"))])).toEqual([]);
});
