import { expect, onTestFinished, test } from "vitest";
import { startSmtpSink } from "../engines/smtp-sink.ts";
import { waitFor } from "../engines/wait-for.ts";
import { createAlertLinks } from "../packages/service/src/features/subscriptions/alert-links.ts";
import { systemClock } from "../packages/service/src/platform/clock.ts";
import type { ContactId, StoreId } from "../packages/service/src/platform/ids.ts";
import { aWaitingStore, smtpSettings } from "./alerts.ts";
import { FULL, openLab, report } from "./lab.ts";
import { aRetryingClient, load } from "./load.ts";

const PEOPLE = FULL ? 20_000 : 8_000;
const UNSUBSCRIBED = 1_000;
const EFFECTIVE_MS = 5_000;
const DONE_MS = 600_000;

test("an unsubscribe during a fan-out takes effect within five seconds", async () => {
  const sink = await startSmtpSink();
  onTestFinished(sink.close);
  const lab = await openLab({ postgres: true, nats: true });
  onTestFinished(lab.close);
  const service = await lab.start("all", smtpSettings(sink));
  const store = await aWaitingStore(lab, service.port, PEOPLE);
  onTestFinished(store.client.close);
  const { keys } = await lab.keyring();
  const links = createAlertLinks(keys["alert-links"], { publicUrl: "http://-", clock: systemClock });
  const contacts = await lab.select(
    `select store_id, id, value from contacts order by md5(id::text) limit ${UNSUBSCRIBED}`,
  );
  const browser = aRetryingClient(service.port);
  onTestFinished(browser.close);

  await store.restock();
  expect(await waitFor(() => sink.received.length > 0, DONE_MS)).toBe(true);
  const unsubscribedAt = new Map<string, number>();
  await load({ loops: 4, calls: UNSUBSCRIBED, perSecond: 200 }, async (n) => {
    const [storeId = "", contactId = "", value = ""] = contacts[n] ?? [];
    const token = links.tokenFor({ storeId: Number(storeId) as StoreId, contactId: contactId as ContactId });
    const { status } = await browser.send({
      path: `/alerts/unsubscribe?token=${token}`,
      params: { "List-Unsubscribe": "One-Click" },
    });
    if (status === 200) unsubscribedAt.set(value, performance.now());
  });
  const unfinished = async () => (await lab.select("select 1 from chunks limit 1")).length > 0;
  expect(await waitFor(async () => !(await unfinished()), DONE_MS)).toBe(true);

  const after = sink.received.flatMap(({ to, at }) =>
    at > (unsubscribedAt.get(to) ?? Infinity) ? [at - (unsubscribedAt.get(to) ?? 0)] : [],
  );
  const figures = {
    people: PEOPLE,
    unsubscribed: unsubscribedAt.size,
    spared: PEOPLE - sink.received.length,
    sentAfter: after.length,
    latestMs: Math.max(0, ...after),
    overloaded: browser.countOverloaded(),
  };
  report("unsubscribe during fan-out", figures);
  expect(figures.unsubscribed).toBe(UNSUBSCRIBED);
  expect(figures.spared).toBeGreaterThan(UNSUBSCRIBED / 4);
  expect(figures.latestMs).toBeLessThan(EFFECTIVE_MS);
});
