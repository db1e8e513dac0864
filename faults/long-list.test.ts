import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { openLab, report } from "./lab.ts";
import { aShopper, items, listCall } from "./lists.ts";
import { type Answer, aRetryingClient, load, OVERLOADED_SHARE_MAX, percentile, tally } from "./load.ts";

const ITEMS = 50_000;
const PAGE = 1_000;
/** Far above the figures that the test prints: the bound is for calls whose work grows with the list. */
const ANSWER_MS = 10_000;
const COPIED_MS = 200_000;
/** The calls of another shopper while the long list is read, copied and deleted. The test prints how many there were; more
 *  than a hundred is usual. */
const OTHERS_MIN = 50;

/** Fills the only list of the database, as the service would. */
const FILL = `
  insert into variants (id, store_id, platform_id) select new_id(l.store_id), l.store_id, 'v' || n from lists l, generate_series(1, ${ITEMS}) as n;
  insert into items (list_id, variant_id, added_at, store_id)
    select l.id, v.id, now() - make_interval(secs => substr(v.platform_id, 2)::int), l.store_id from lists l join variants v on v.store_id = l.store_id;
  update lists set count = ${ITEMS}, preview = preview_of(id, 24);
  analyze variants, items, lists`;

type Contents = { items: { epi: string }[]; pagination: { totalcount: number; next: number | null } };

test("a list of 50,000 items is read, copied and deleted within seconds per call, and no call of another shopper fails", async () => {
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  const [store, api] = await Promise.all([lab.aStore(), lab.start("all")]);
  const client = aRetryingClient(api.port, { stalls: lab.watchStalls() });
  onTestFinished(client.close);
  const heavy = await aShopper(client, store);
  await lab.select(FILL);
  const light = await aShopper(client, store);
  const call = (verb: string, params: Readonly<Record<string, string>>) =>
    client.send(listCall(store, heavy, verb, params));

  let isOver = false;
  const others: Answer[] = [];
  const loading = load({ loops: 4, perSecond: 50, until: () => isOver }, async (n) => {
    const verb =
      n % 2
        ? listCall(store, light, "fetch-lists")
        : listCall(store, light, "update-ctx", { lid: light.lid, a: items((n % 100) + 1) });
    const answer = await client.send(verb).catch(() => undefined); // The test has ended and the lab closes.
    if (answer) others.push(answer);
  });
  onTestFinished(() => void (isOver = true));

  const pages: Answer[] = [];
  const seen = new Set<string>();
  for (let offset = 0; offset < ITEMS; offset += PAGE * 7) {
    const page = await call("fetch-list-with-contents", { lid: heavy.lid, limit: `${PAGE}`, offset: `${offset}` });
    pages.push(page);
    const { items: shown, pagination } = JSON.parse(page.text) as Contents;
    expect([shown.length, pagination.totalcount]).toEqual([PAGE, ITEMS]);
    for (const { epi } of shown) seen.add(epi);
  }
  expect(seen.size).toBe(pages.length * PAGE);

  const copying = await call("create", { lname: "A copy", fromlid: heavy.lid });
  const { lid: copy, _cp: isCopying } = JSON.parse(copying.text) as { lid: string; _cp: boolean };
  expect(isCopying).toBe(true);
  const isCopied = async () => {
    const {
      pagination,
      list: { _cp: isStillCopying },
    } = JSON.parse((await call("fetch-list-with-contents", { lid: copy, limit: "1" })).text) as Contents & {
      list: { _cp: boolean };
    };
    return pagination.totalcount === ITEMS && !isStillCopying;
  };
  const begun = performance.now();
  expect(await waitFor(isCopied, COPIED_MS)).toBe(true);
  const copiedMs = Math.round(performance.now() - begun);

  const deleted = await call("delete-list", { lid: heavy.lid, limit: "10" });
  expect(deleted.status).toBe(200);
  expect((await call("fetch-list-contents", { lid: heavy.lid })).status).toBe(404);
  isOver = true;
  await loading;
  const [[left] = []] = await lab.select(
    "select count(*) from items i join lists l on l.id = i.list_id where l.count <> (select count(*) from items where list_id = l.id)",
  );

  const slowest = (answers: readonly Answer[], share = 1) =>
    Math.round(
      percentile(
        answers.map(({ ms }) => ms),
        share,
      ),
    );
  const figures = {
    pageMs: slowest(pages),
    copyAnswerMs: Math.round(copying.ms),
    copiedMs,
    deleteMs: Math.round(deleted.ms),
    others: tally(others.map(({ status }) => status)),
    overloaded: client.countOverloaded(),
    othersP99Ms: slowest(others, 0.99),
  };
  report("long list", figures);
  expect(left).toBe("0");
  expect(Object.keys(figures.others)).toEqual(["200"]);
  expect(figures.others[200]).toBeGreaterThan(OTHERS_MIN);
  expect(figures.overloaded).toBeLessThan(OVERLOADED_SHARE_MAX * others.length);
  for (const ms of [figures.pageMs, figures.copyAnswerMs, figures.deleteMs, figures.othersP99Ms])
    expect(ms).toBeLessThan(ANSWER_MS);
});
