import { expect, onTestFinished, test } from "vitest";
import { startSmtpSink } from "../engines/smtp-sink.ts";
import { waitFor } from "../engines/wait-for.ts";
import { codeOf } from "../packages/service/src/features/alerts/delivery/reason.ts";
import { aWaitingStore, smtpSettings } from "./alerts.ts";
import { FULL, openLab, report } from "./lab.ts";
import { percentile } from "./load.ts";

const OTHERS = FULL ? 10_000 : 2_000;
const POISONED = 100;
const PARKED = codeOf("gaveUp");
const DONE_MS = 400_000;
/** A hundred messages that each took the full second to be stopped would make it ten times and more. */
const SLOWER_MAX = 3;

/** Never finishes for a recipient who wants three, and fails for one who wants four. The preview data has neither. */
const POISON = `<mjml><mj-body><mj-section><mj-column><mj-text>
  {% if quantity == 3 %}{% for a in (1..9999) %}{% for b in (1..9999) %}{{ b }}{% endfor %}{% endfor %}{% endif %}
  {% if quantity == 4 %}{{ product.title | split: "" | join: product.title | times: quantity | date: "%9999999999Y" }}{% assign a = (1..1000000000) %}{{ a | join }}{% endif %}
  {{ product.title }} <a href="{{ links.unsubscribe }}">Unsubscribe</a></mj-text></mj-column></mj-section></mj-body></mjml>`;

test("a template that never finishes delays no other store, and its recipients are parked after five tries", async () => {
  const sink = await startSmtpSink();
  onTestFinished(sink.close);
  const lab = await openLab({ postgres: true, nats: true });
  onTestFinished(lab.close);
  const api = await lab.start("all", smtpSettings(sink));

  /** The 95th percentile of the time from a restock to its mails, in a new store. */
  const timeOthers = async (name: string, meanwhile: () => Promise<unknown>) => {
    const store = await aWaitingStore(lab, api.port, OTHERS, name);
    onTestFinished(store.client.close);
    await meanwhile();
    const begun = performance.now();
    await store.restock();
    const mails = () => sink.received.filter(({ to }) => to.startsWith(name));
    expect(await waitFor(() => mails().length >= OTHERS, DONE_MS)).toBe(true);
    return percentile(
      mails().map(({ at }) => at - begun),
      0.95,
    );
  };
  await timeOthers("first", async () => undefined);
  const before = await timeOthers("before", async () => undefined);

  const bad = await aWaitingStore(lab, api.port, POISONED, "poisoned");
  onTestFinished(bad.client.close);
  const saved = await bad.client.send({
    path: "/storeadmin/v3/alerts/template",
    json: { topic: "backinstock", subject: "{{ product.title }}", source: POISON },
  });
  expect(saved.status).toBe(200);
  const ofBad = `store_id = (select id from stores where pid = '${bad.pid}')`;
  await lab.select(`update subscriptions set quantity = 3 + id % 2 where ${ofBad}`);
  const during = await timeOthers("during", () => bad.restock());
  const after = await timeOthers("after", async () => undefined);

  // Retries wait for minutes; the test shortens these waits.
  const countParked = async () =>
    Number((await lab.select(`select count(*) from deliveries where ${ofBad} and reason = ${PARKED}`))[0]?.[0]);
  await waitFor(async () => {
    await lab.select(
      `update chunks set due_at = now() where ${ofBad} and state = 2 and due_at > now() + interval '31 seconds'`,
    );
    return (await countParked()) === POISONED;
  }, DONE_MS);
  // The slower of the two controls, because the load of the machine changes during the test.
  const ratio = during / Math.max(before, after);
  const figures = { before, during, after, ratio, parked: await countParked() };
  report("poison template", figures);

  expect(figures.parked).toBe(POISONED);
  expect(sink.received.filter(({ to }) => to.startsWith("poisoned"))).toEqual([]);
  expect(figures.ratio).toBeLessThan(SLOWER_MAX);
});
