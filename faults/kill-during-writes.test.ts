import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { FULL, openLab, report } from "./lab.ts";
import { aShopper, items, listCall, type Shopper } from "./lists.ts";
import { aClient, type Call, load, sendUntilAnswered } from "./load.ts";
import { startProxy } from "./proxy.ts";

const WRITES = FULL ? 10_000 : 2_000;
const SHOPPERS = 20;
const REPLAYED = 100;
const CONTROL_WRITES = 40;
const PROGRESS_MS = 120_000;

/** For each variant: the outbox events for its addition, those for a change (only a second effect causes one), and its
 *  rows. */
const EFFECTS = `
  select v.platform_id, count(*) filter (where event.subject = 'item.added'), count(*) filter (where event.subject = 'item.updated'),
    (select count(*) from items i where i.variant_id = v.id)
  from variants v left join (
    select o.subject, variant.id::bigint from outbox o
    cross join lateral jsonb_array_elements_text(o.payload -> 'variantIds') as variant (id)
    where o.subject like 'item.%'
  ) as event on event.id = v.id
  group by v.id, v.platform_id`;

test("when the API and PostgreSQL are killed during writes with an Idempotency-Key, each write has one effect and one answer", async () => {
  const lab = await openLab({ postgres: { fsync: true } });
  onTestFinished(lab.close);
  const [store, api] = await Promise.all([lab.aStore(), lab.start("api")]);
  const client = aClient(api.port);
  onTestFinished(client.close);
  const shoppers = await Promise.all(Array.from({ length: SHOPPERS }, () => aShopper(client, store)));
  const write = (n: number, isKeyed = true): Call => {
    const shopper = shoppers[n % SHOPPERS] as Shopper;
    return {
      ...listCall(store, shopper, "update-ctx", { lid: shopper.lid, a: items(n + 1) }),
      ...(isKeyed ? { headers: { "idempotency-key": `write-${n}` } } : {}),
    };
  };

  let done = 0;
  let tries = 0;
  const answers: string[] = [];
  const statuses = new Set<number>();
  const loading = load({ loops: 32, calls: WRITES }, async (n) => {
    const answer = await sendUntilAnswered(client, write(n), (status) => {
      tries += 1;
      if (status !== undefined) statuses.add(status);
    });
    expect(answer.status).toBe(200);
    answers[n] = answer.text;
    done += 1;
  });
  const reach = (share: number) => waitFor(() => done >= WRITES * share, PROGRESS_MS);
  for (const [share, engine] of [
    [0.2, api],
    [0.45, lab.engines.postgres],
    [0.7, api],
  ] as const) {
    expect(await reach(share)).toBe(true);
    await engine.kill();
    await engine.start();
  }
  const seconds = await loading;

  let contradicted = 0;
  for (let n = 0; n < REPLAYED; n += 1) {
    const at = Math.floor((n * WRITES) / REPLAYED);
    if ((await sendUntilAnswered(client, write(at))).text !== answers[at]) contradicted += 1;
  }
  const effects = await lab.select(EFFECTS);
  const doubled = effects.filter(([, added, updated]) => Number(added) > 1 || updated !== "0").length;
  const missing = WRITES - effects.filter(([, added, , rows]) => added === "1" && rows === "1").length;
  const [[counted] = []] = await lab.select("select sum(count) from lists");
  const control = await countDoubledWithoutKey();
  report("kill during writes", { writes: WRITES, tries, doubled, missing, contradicted, control, seconds });

  expect({ doubled, missing, contradicted, counted }).toEqual({
    doubled: 0,
    missing: 0,
    contradicted: 0,
    counted: `${WRITES}`,
  });
  expect(tries).toBeGreaterThan(WRITES);
  expect([...statuses].filter((status) => ![200, 409, 503].includes(status))).toEqual([]);
  expect(control).toBeGreaterThan(0);

  /** Without a key, a write whose answer is lost is done twice and leaves a second event. */
  async function countDoubledWithoutKey() {
    let calls = 0;
    const proxy = await startProxy(api.port, {
      pickFault: () => ((calls += 1) % 2 ? "reset-after" : "pass"),
    });
    onTestFinished(proxy.close);
    const shaky = aClient(proxy.port, { keepAlive: false });
    for (let n = 0; n < CONTROL_WRITES; n += 1) await sendUntilAnswered(shaky, write(WRITES + n, false));
    const seen = await lab.select(EFFECTS);
    return seen.filter(([epi, , updated]) => Number(epi) > WRITES && updated !== "0").length;
  }
});
