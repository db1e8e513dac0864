import { expect, onTestFinished, test } from "vitest";
import { FULL, openLab, report } from "./lab.ts";
import { type Answer, aClient, load, tally } from "./load.ts";

const LIMIT = 10;
const PER_SECOND = 50;
const SECONDS = FULL ? 60 : 20;
const CONTROL_SECONDS = 5;
const PROCESSES = 4;

test("D6 limiter: four processes keep one limit between them and tell the caller where it stands", async () => {
  const lab = await openLab({ postgres: true, redis: true });
  onTestFinished(lab.close);
  const store = await lab.aStore([`key=${LIMIT}/1`]);
  const client = aClient(0, { headers: { authorization: store.basic } });
  onTestFinished(client.close);

  const startAll = (settings: Record<string, string>) =>
    Promise.all(Array.from({ length: PROCESSES }, () => lab.start("api", settings)));
  async function hammer(services: readonly { port: number }[], seconds: number) {
    const answers: Answer[] = [];
    await load({ loops: 8, perSecond: PER_SECOND, calls: seconds * PER_SECOND }, async (n) => {
      answers.push(await client.send({ path: "/storeadmin/me" }, services[n % PROCESSES]?.port));
    });
    return answers;
  }
  const accepted = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200);

  const together = await startAll({ KEEPSAKE_PROCESSES: `${PROCESSES}` });
  const answers = await hammer(together, SECONDS);
  const counts = await Promise.all(together.map((it) => it.metric("keepsake_limiter_fallbacks_total")));
  const alone = counts.reduce((sum, count) => sum + count, 0);
  await Promise.all(together.map((it) => it.kill()));
  const apart = await startAll({ REDIS_URL: "" });
  const control = accepted(await hammer(apart, CONTROL_SECONDS)).length;

  const left = tally(
    accepted(answers).map(({ headers }) => /;r=(\d+);/.exec(String(headers["ratelimit"]))?.[1] ?? "?"),
  );
  report("D6", { sent: answers.length, accepted: accepted(answers).length, left, alone, control });

  // A window begins with its first call, so one more than the seconds may have begun.
  expect(accepted(answers).length).toBeGreaterThanOrEqual(0.95 * LIMIT * SECONDS);
  expect(accepted(answers).length).toBeLessThanOrEqual(1.05 * LIMIT * (SECONDS + 1));
  for (const { status, headers } of answers) {
    expect([200, 429]).toContain(status);
    expect(headers["ratelimit-policy"]).toBe(`"key";q=${LIMIT};w=1`);
    expect(headers["ratelimit"]).toMatch(status === 200 ? /^"key";r=\d;t=1$/ : /^"key";r=0;t=1$/);
    expect(headers["retry-after"]).toBe(status === 200 ? undefined : "1");
  }
  // Every window counts down from nine to nothing, whichever process answers. A busy machine may let Redis miss its
  // 50 ms now and then: that call is counted by its process alone.
  expect(Object.keys(left)).toEqual(Array.from({ length: LIMIT }, (_, n) => `${n}`));
  expect(Math.max(...Object.values(left)) - Math.min(...Object.values(left))).toBeLessThanOrEqual(1 + alone);
  expect(control).toBeGreaterThan(3 * LIMIT * CONTROL_SECONDS);
});
