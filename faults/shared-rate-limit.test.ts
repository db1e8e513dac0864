import { expect, onTestFinished, test } from "vitest";
import { FULL, openLab, report } from "./lab.ts";
import { type Answer, aRetryingClient, load, tally } from "./load.ts";

const LIMIT = 10;
const PER_SECOND = 50;
const SECONDS = FULL ? 60 : 20;
const CONTROL_SECONDS = 5;
const CONTROL_TRIES = 3;
/** Without Redis each process counts alone, so the four accept up to four times the limit. */
const CONTROL_MIN = 3 * LIMIT * CONTROL_SECONDS;
const PROCESSES = 4;

test("four processes share one rate limit and report it in the RateLimit headers", async () => {
  const lab = await openLab({ postgres: true, redis: true });
  onTestFinished(lab.close);
  const store = await lab.aStore({ limits: { key: { points: LIMIT, seconds: 1 } } });
  const client = aRetryingClient(0, { headers: { authorization: store.basic } });
  onTestFinished(client.close);

  const startAll = (settings: Record<string, string>) =>
    Promise.all(Array.from({ length: PROCESSES }, () => lab.start("api", settings)));
  async function hammer(services: readonly { port: number }[], seconds: number) {
    const answers: Answer[] = [];
    const tookSeconds = await load({ loops: 8, perSecond: PER_SECOND, calls: seconds * PER_SECOND }, async (n) => {
      answers.push(await client.send({ path: "/storeadmin/me" }, services[n % PROCESSES]?.port));
    });
    return { answers, tookSeconds };
  }
  const accepted = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200);

  const together = await startAll({ KEEPSAKE_PROCESSES: `${PROCESSES}` });
  const { answers, tookSeconds } = await hammer(together, SECONDS);
  const counts = await Promise.all(together.map((it) => it.metric("keepsake_limiter_fallbacks_total")));
  const fallbacks = counts.reduce((sum, count) => sum + count, 0);
  await Promise.all(together.map((it) => it.kill()));
  const apart = await startAll({ REDIS_URL: "" });
  // A busy machine gets a few tries. A shared limit would accept a third of the minimum in each of them.
  let control = 0;
  for (let tries = 0; tries < CONTROL_TRIES && control <= CONTROL_MIN; tries += 1)
    control = accepted((await hammer(apart, CONTROL_SECONDS)).answers).length;

  const left = tally(
    accepted(answers).map(({ headers }) => /;r=(\d+);/.exec(String(headers["ratelimit"]))?.[1] ?? "?"),
  );
  report("shared rate limit", {
    sent: answers.length,
    accepted: accepted(answers).length,
    tookSeconds,
    left,
    fallbacks,
    control,
    overloaded: client.countOverloaded(),
  });

  // A window lasts a second from its first call. When Redis misses its 50 ms on a busy machine, the process counts that
  // call alone ("fallback").
  const windows = tookSeconds + 1;
  expect(accepted(answers).length).toBeGreaterThanOrEqual(0.8 * LIMIT * SECONDS);
  expect(accepted(answers).length).toBeLessThanOrEqual(LIMIT * windows + fallbacks);
  expect(fallbacks).toBeLessThan(answers.length / 10);
  for (const { status, headers } of answers) {
    expect([200, 429]).toContain(status);
    expect(headers["ratelimit-policy"]).toBe(`"key";q=${LIMIT};w=1`);
    expect(headers["ratelimit"]).toMatch(status === 200 ? /^"key";r=\d;t=1$/ : /^"key";r=0;t=1$/);
    expect(headers["retry-after"]).toBe(status === 200 ? undefined : "1");
  }
  // Every window counts down from nine to zero, whichever process answers: no number is seen more often than the one
  // above it.
  const counts9To0 = Object.values(left).toReversed();
  expect(Object.keys(left)).toEqual(Array.from({ length: LIMIT }, (_, n) => `${n}`));
  for (const [n, count] of counts9To0.entries())
    expect(count).toBeLessThanOrEqual((counts9To0[n - 1] ?? windows) + fallbacks);
  expect(control).toBeGreaterThan(CONTROL_MIN);
});
