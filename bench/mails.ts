import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { startSmtpSink } from "../engines/smtp-sink.ts";
import { waitFor } from "../engines/wait-for.ts";
import { insertPlans } from "../packages/service/src/features/alerts/planning/sql.ts";
import type { VariantId } from "../packages/service/src/platform/ids.ts";
import type { BenchContext } from "./path.ts";
import { psql } from "./psql.ts";
import type { Line } from "./report.ts";
import { seedWaiting } from "./seed-waiting.ts";
import { createStore, migrate, openDeps, startService } from "./service.ts";

const PEOPLE = { full: 100_000, short: 4_000 };
const WORKERS = 2;
const DONE_MS = 1_200_000;
const BAR = 1.2;
const CLIENT = join(import.meta.dirname, "mail-client.ts");

/** Compares two workers that mail a restock with two programs that do nothing but send as many mails to the same sink. */
export async function measureMails({ postgres, folder, isShort }: BenchContext): Promise<Line> {
  const people = isShort ? PEOPLE.short : PEOPLE.full;
  const url = await postgres.createDatabase("mails");
  await migrate(url);
  const { id } = await createStore(url, "Mails");
  const first = await seedWaiting(url, id, people);

  const alone = await measureRate(people, async (sink) => {
    const clients = Array.from({ length: WORKERS }, () =>
      spawn(process.execPath, [CLIENT, sink.url, `${people / WORKERS}`], { stdio: ["ignore", "ignore", "inherit"] }),
    );
    await Promise.all(clients.map((client) => once(client, "exit")));
  });
  const service = await measureRate(people, async (sink) => {
    const env = { KEEPSAKE_SMTP_URL: sink.url, KEEPSAKE_MAIL_FROM: "Shop <shop@shop.example>" };
    const workers = await Promise.all(
      Array.from({ length: WORKERS }, () => startService({ databaseUrl: url, role: "all", folder, env })),
    );
    const deps = await openDeps(url);
    await deps.db.inStore(id, (tx) =>
      insertPlans(tx, [
        {
          variantId: `${first}` as VariantId,
          topic: "backinstock",
          cause: "event",
          number: 1,
          seed: "",
          keepDays: 400,
          state: "open",
          policy: { audience: "all", order: "oldest", perUnit: 1, waveSize: 100, waitSeconds: 0 },
        },
      ]),
    );
    await waitFor(() => sink.received.length >= people, DONE_MS);
    await deps.close();
    await Promise.all(workers.map((worker) => worker.stop()));
  });
  const sent = Number(await psql(url, "select count(*) from deliveries where state = 1"));
  if (sent !== people) throw new Error(`Only ${sent} of ${people} alerts were sent`);
  const ratio = service / alone;
  return { path: "mails", people, clients: WORKERS, ratio, service, bare: alone, bar: BAR, ok: ratio >= BAR };
}

/** Mails per second, from the first to the last that the sink received. */
async function measureRate(people: number, fill: (sink: Awaited<ReturnType<typeof startSmtpSink>>) => Promise<void>) {
  const sink = await startSmtpSink();
  await fill(sink);
  const times = sink.received.map(({ at }) => at);
  await sink.close();
  if (times.length < people) throw new Error(`The sink received only ${times.length} of ${people} mails`);
  return (people - 1) / (((times[people - 1] ?? 0) - (times[0] ?? 0)) / 1_000);
}
