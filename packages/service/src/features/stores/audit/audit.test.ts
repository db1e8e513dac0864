import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { fetchAudit } from "./fetch-audit.ts";
import { pruneAudit } from "./prune-audit.ts";
import { recordAudit } from "./record-audit.ts";

const service = aService();
const { db } = service.deps;
const audit = (store: TestStore, query = {}, headers = {}) =>
  store.admin("/storeadmin/v3/audit", undefined, { method: "GET", query, headers });

const template = {
  topic: "backinstock",
  subject: "News",
  source:
    '<mjml><mj-body><mj-section><mj-column><mj-text><a href="{{ links.unsubscribe }}">Leave</a></mj-text></mj-column></mj-section></mj-body></mjml>',
};
const save = (store: TestStore, headers = {}) => store.admin("/storeadmin/v3/alerts/template", template, { headers });

test("a change and its entry are written together, with the key that made it", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  expect((await save(store)).status).toBe(200);
  const { body } = await audit(store);
  expect(body["items"]).toMatchObject([
    {
      actor: { kind: "key", id: store.keyId, name: "test" },
      action: "template.saved",
      details: { topic: "backinstock" },
    },
  ]);
});

test("a change that is refused leaves no entry, and a repeated one leaves a single one", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  expect((await store.admin("/storeadmin/v3/alerts/hold", { plan: "1" })).status).toBe(404);
  for (const _ of [1, 2]) expect((await save(store, { "idempotency-key": "once" })).status).toBe(200);
  expect((await audit(store)).body["items"]).toHaveLength(1);
});

test("pages follow each other without gaps, and filters narrow them", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  for (let count = 0; count < 3; count += 1) await save(store);
  await store.admin("/storeadmin/v3/alerts/template/reset", { topic: "backinstock" });
  const first = await audit(store, { limit: "3" });
  const second = await audit(store, { limit: "3", cursor: String(first.body["next"]) });
  const actions = [first, second].flatMap(({ body }) =>
    (body["items"] as { action: string }[]).map((one) => one.action),
  );
  expect(actions).toEqual(["template.reset", "template.saved", "template.saved", "template.saved"]);
  expect(second.body["next"]).toBeNull();
  const resets = await audit(store, { action: "template.reset" });
  expect(resets.body["items"]).toHaveLength(1);
  expect((await audit(store, { cursor: "nonsense" })).body["type"]).toBe("invalid-cursor");
});

test("a range of days narrows the log, and both days belong to it", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  for (let count = 0; count < 3; count += 1) await save(store);
  const moments = ["2026-03-01T00:00:00Z", "2026-03-02T23:59:59.999Z", "2026-03-03T00:00:00Z"];
  const rows = await look<{ id: string }>("select id from audit_log where store_id = $1 order by id", [store.id]);
  for (const [index, { id }] of rows.entries())
    await look("update audit_log set at = $2 where id = $1", [id, moments[index]]);
  const countOf = async (query: object) => ((await audit(store, query)).body["items"] as unknown[]).length;
  expect(await countOf({ from: "2026-03-01", to: "2026-03-02" })).toBe(2);
  expect(await countOf({ from: "2026-03-02" })).toBe(2);
  expect(await countOf({ to: "2026-03-01", action: "template.saved" })).toBe(1);
  const query = { from: "2026-03-01", to: "2026-03-02", limit: "1" };
  const first = (await audit(store, query)).body;
  const second = (await audit(store, { ...query, cursor: String(first["next"]) })).body;
  const third = (await audit(store, { ...query, cursor: String(second["next"]) })).body;
  const times = [first, second, third].flatMap(({ items }) => (items as { at: string }[]).map(({ at }) => at));
  expect(times).toEqual(["2026-03-02T23:59:59.999Z", "2026-03-01T00:00:00.000Z"]);
  for (const day of ["2026-02-30", "yesterday", "0001-01-01"])
    expect([day, (await audit(store, { from: day })).status]).toEqual([day, 400]);
});

test.each([{}, { action: "plan.paused" }, { actor: "m1" }])(
  "what came after the last day is not even read, filtered by %o",
  async (by) => {
    const { id } = await aStore(service);
    await look(
      `insert into audit_log (store_id, at, actor_kind, actor_id, actor_name, action)
     select $1, '2026-03-01T12:00:00Z'::timestamptz + n * interval '1 hour', 'member', 'm1', 'ann@shop.example', 'plan.paused'
     from generate_series(0, 199) as n`,
      [id],
    );
    const readDays = (days: { from: string | null; to: string | null }) =>
      db.inStore(id, async (tx) => {
        const countFetched = async () => {
          const [row] = await tx<{ n: number }>`
            select idx_tup_fetch::int as n from pg_stat_xact_user_tables where relname = 'audit_log'`;
          return row?.n ?? 0;
        };
        const before = await countFetched(); // of earlier transactions of the connection
        const filter = { action: null, actor: null, ...by, ...days };
        const { rows } = await fetchAudit(tx, filter, { cursor: undefined, limit: 20 });
        return { entries: rows.length, fetched: (await countFetched()) - before };
      });
    expect(await readDays({ from: null, to: "2026-03-01" })).toEqual({ entries: 12, fetched: 12 });
    expect(await readDays({ from: "2026-02-01", to: "2026-02-28" })).toEqual({ entries: 0, fetched: 0 });
    expect(await readDays({ from: null, to: null })).toEqual({ entries: 20, fetched: 20 }); // control
  },
);

test("as CSV the log has a line for each entry, and no cell that a spreadsheet would run", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  await db.inStore(store.id, (tx) =>
    recordAudit(tx, { actor: { kind: "member", id: "m", name: "=1+1" }, action: "template.saved" }),
  );
  await save(store);
  const { headers, text } = await audit(store, {}, { accept: "text/csv" });
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  const [head, ...lines] = text.trimEnd().split("\r\n");
  expect(head).toBe("at,actorKind,actor,action,details");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(",'=1+1,");
});

test("no role of the service can change an entry; the worker deletes it after two years, an operator only with its store", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  await save(store);
  const rights = await look<{ role: string; right: string }>(
    `select grantee::text as role, privilege_type::text as right from information_schema.role_table_grants
     where table_name = 'audit_log' and grantee like 'keepsake\\_%' and privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE')
     order by grantee`,
  );
  expect(rights).toEqual([
    { role: "keepsake_operator", right: "DELETE" },
    { role: "keepsake_worker", right: "DELETE" },
  ]);
  await db.asOperator(async (tx) => {
    await tx`select set_config('app.erasing_store', ${String(store.id)}, true)`;
    await tx`delete from audit_log where store_id = ${store.id}`;
  });
  await pruneAudit(db);
  expect((await audit(store)).body["items"]).toHaveLength(1);
  await look("update audit_log set at = now() - interval '3 years' where store_id = $1", [store.id]);
  await pruneAudit(db);
  expect((await audit(store)).body["items"]).toHaveLength(0);
});
