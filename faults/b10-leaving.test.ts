import { expect, onTestFinished, test } from "vitest";
import { startSmtpSink } from "../engines/smtp-sink.ts";
import { waitFor } from "../engines/wait-for.ts";
import { createAlertLinks } from "../packages/service/src/features/subscriptions/alert-links.ts";
import { systemClock } from "../packages/service/src/platform/clock.ts";
import type { ContactId, StoreId } from "../packages/service/src/platform/ids.ts";
import { aWaitingStore, mailInto } from "./alerts.ts";
import { openLab, report } from "./lab.ts";
import { aClient, load } from "./load.ts";

const PEOPLE = 20_000;
const LEAVING = 1_000;
const BEGUN_MS = 5_000;
const DONE_MS = 180_000;

test("B10 a thousand leave at random moments of a fan-out: nothing is sent to them five seconds after, and hardly anything before", async () => {
  const sink = await startSmtpSink();
  onTestFinished(sink.close);
  const lab = await openLab({ postgres: true, nats: true });
  onTestFinished(lab.close);
  const service = await lab.start("all", mailInto(sink));
  const store = await aWaitingStore(lab, service.port, PEOPLE);
  onTestFinished(store.client.close);
  const links = createAlertLinks(lab.settings["KEEPSAKE_SECRET"] ?? "", { publicUrl: "http://-", clock: systemClock });
  const contacts = await lab.select(`select store_id, id, value from contacts order by md5(id::text) limit ${LEAVING}`);
  const browser = aClient(service.port);
  onTestFinished(browser.close);

  await store.restock();
  expect(await waitFor(() => sink.taken.length > 0, DONE_MS)).toBe(true);
  const left = new Map<string, number>();
  await load({ loops: 4, calls: LEAVING, perSecond: 200 }, async (n) => {
    const [storeId = "", contactId = "", value = ""] = contacts[n] ?? [];
    const token = links.tokenFor({ storeId: Number(storeId) as StoreId, contactId: contactId as ContactId });
    const { status } = await browser.send({
      path: `/alerts/unsubscribe?token=${token}`,
      params: { "List-Unsubscribe": "One-Click" },
    });
    if (status === 200) left.set(value, performance.now());
  });
  const unfinished = async () => (await lab.select("select 1 from chunks limit 1")).length > 0;
  expect(await waitFor(async () => !(await unfinished()), DONE_MS)).toBe(true);

  const after = sink.taken.flatMap(({ to, at }) => (at > (left.get(to) ?? Infinity) ? [at - (left.get(to) ?? 0)] : []));
  const figures = {
    people: PEOPLE,
    left: left.size,
    spared: PEOPLE - sink.taken.length,
    after: after.length,
    latestMs: Math.max(0, ...after),
  };
  report("B10", figures);
  expect(figures.left).toBe(LEAVING);
  expect(figures.spared).toBeGreaterThan(0);
  expect(figures.latestMs).toBeLessThan(BEGUN_MS);
});
