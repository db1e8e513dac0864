import { expect, onTestFinished, test } from "vitest";
import { startSmtpSink } from "../engines/smtp-sink.ts";
import { waitFor } from "../engines/wait-for.ts";
import { aWaitingStore, mailInto } from "./alerts.ts";
import { openLab, report } from "./lab.ts";
import { percentile } from "./load.ts";

const OTHERS = 10_000;
const POISONED = 100;
const PARKED = "not sent after 5 attempts";
const DONE_MS = 120_000;
const SLOWER_MAX = 1.2;

/** Runs for ever for whoever wants three, and is no Liquid for whoever wants four; the example it is tried on is neither. */
const POISON = `<mjml><mj-body><mj-section><mj-column><mj-text>
  {% if quantity == 3 %}{% for a in (1..9999) %}{% for b in (1..9999) %}{{ b }}{% endfor %}{% endfor %}{% endif %}
  {% if quantity == 4 %}{{ product.title | split: "" | join: product.title | times: nothing.at.all | date: "%9999999999Y" }}{% assign a = (1..1000000000) %}{{ a | join }}{% endif %}
  {{ product.title }} <a href="{{ links.unsubscribe }}">Unsubscribe</a></mj-text></mj-column></mj-section></mj-body></mjml>`;

test("B12 a template that never ends holds up nobody else, and whoever it was for is parked after five tries", async () => {
  const sink = await startSmtpSink();
  onTestFinished(sink.close);
  const lab = await openLab({ postgres: true, nats: true });
  onTestFinished(lab.close);
  const api = await lab.start("all", mailInto(sink));

  /** How long the others take, and the same where poison is sent at once. */
  const timeOthers = async (name: string, meanwhile: () => Promise<unknown>) => {
    const store = await aWaitingStore(lab, api.port, OTHERS, name);
    onTestFinished(store.client.close);
    await meanwhile();
    const begun = performance.now();
    await store.restock();
    const told = () => sink.taken.filter(({ to }) => to.startsWith(name));
    expect(await waitFor(() => told().length >= OTHERS, DONE_MS)).toBe(true);
    return percentile(
      told().map(({ at }) => at - begun),
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

  // Who is parked has had all tries; their waits are cut short here.
  const parked = async () =>
    Number((await lab.select(`select count(*) from ledger where ${ofBad} and reason = '${PARKED}'`))[0]?.[0]);
  await waitFor(async () => {
    await lab.select(
      `update chunks set leased_until = now() where ${ofBad} and leased_until > now() + interval '31 seconds'`,
    );
    return (await parked()) === POISONED;
  }, DONE_MS);
  // Of both sides the slower, for the machine has its own moods.
  const ratio = during / Math.max(before, after);
  const figures = { before, during, after, ratio, parked: await parked() };
  report("B12", figures);

  expect(figures.parked).toBe(POISONED);
  expect(sink.taken.filter(({ to }) => to.startsWith("poisoned"))).toEqual([]);
  expect(figures.ratio).toBeLessThan(SLOWER_MAX);
});
