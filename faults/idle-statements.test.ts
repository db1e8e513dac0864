import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startSmtpSink } from "../engines/smtp-sink.ts";
import { smtpSettings } from "./alerts.ts";
import { FULL, openLab, report } from "./lab.ts";

const SECONDS = FULL ? 120 : 20;
const STATEMENTS_MAX = 5;
/** The first seconds fill caches and create what is missing. */
const SETTLES_MS = 7_000;

const COUNTED = `from pg_stat_statements s join pg_roles r on r.oid = s.userid where r.rolname <> 'postgres'`;

test("a process that does everything makes at most five statements a second while nothing happens, with and without NATS", async () => {
  const rates = await Promise.all([countStatements({ nats: true }), countStatements({ nats: false })]);
  for (const perSecond of rates) {
    expect(perSecond).toBeGreaterThan(0); // control: the statements are counted
    expect(perSecond).toBeLessThanOrEqual(STATEMENTS_MAX);
  }
});

async function countStatements({ nats }: { nats: boolean }): Promise<number> {
  const lab = await openLab({
    postgres: { shared_preload_libraries: "pg_stat_statements", fsync: false },
    ...(nats ? { nats: true } : {}),
  });
  onTestFinished(lab.close);
  await lab.select("create extension pg_stat_statements");
  const smtp = await startSmtpSink();
  onTestFinished(smtp.close);
  await lab.start("all", smtpSettings(smtp));
  await pause(SETTLES_MS);
  await lab.select("select pg_stat_statements_reset()");
  const begun = performance.now();
  await pause(SECONDS * 1_000);
  const calls = Number(await lab.select(`select coalesce(sum(calls), 0) ${COUNTED}`));
  const perSecond = (calls * 1_000) / (performance.now() - begun);
  const most = await lab.select(`select calls, left(query, 60) ${COUNTED} order by calls desc limit 12`);
  report("idle process", { nats, perSecond, most: most.map((row) => row.join(" ").replaceAll(/\s+/g, " ")) });
  return perSecond;
}
