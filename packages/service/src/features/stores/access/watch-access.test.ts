import type { FastifyRequest } from "fastify";
import { expect, test, vi } from "vitest";
import { whenDone } from "../../../../test/fixtures/when-done.ts";
import { unavailable } from "../../../platform/errors.ts";
import { badKey } from "../errors.ts";
import type { Caller } from "./caller.ts";
import type { Scope } from "./scopes.ts";
import { createWatchAccess } from "./watch-access.ts";

const callerWith = (scopes: readonly Scope[], id = 1) => ({ store: { id }, scopes }) as unknown as Caller;

/** Watches a request of a key. Each check is answered by the next of `answers`, and by the last one from then on. */
function aWatch(...answers: (() => Promise<Caller>)[]) {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  whenDone(async () => void vi.useRealTimers());
  let checks = 0;
  const authenticate = () => {
    checks += 1;
    const answer = answers[Math.min(checks, answers.length) - 1];
    if (!answer) throw new Error("The test has no answer");
    return answer();
  };
  const watchAccess = createWatchAccess({
    stores: { authenticate } as never,
    members: { hasSession: () => false } as never,
  });
  const request = {
    caller: callerWith(["insights"]),
    headers: {},
    routeOptions: { config: { access: { scope: "insights" } } },
  } as unknown as FastifyRequest;
  let losses = 0;
  const stop = watchAccess(request, () => {
    losses += 1;
  });
  const pass = async (checksMore: number) => {
    for (let n = 0; n < checksMore; n += 1) {
      vi.advanceTimersByTime(20_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return losses > 0;
  };
  return { pass, stop, checks: () => checks };
}
const good = async () => callerWith(["insights"]);
const away = () => Promise.reject(unavailable("The database"));

test("a caller who keeps the scope is never lost, and checks end with the watch", async () => {
  const watch = aWatch(good);
  expect(await watch.pass(100)).toBe(false);
  expect(watch.checks()).toBe(100);
  watch.stop();
  await watch.pass(10);
  expect(watch.checks()).toBe(100);
});

test.each([
  ["has lost the scope", async () => callerWith(["settings:read"])],
  ["is in another store", async () => callerWith(["insights"], 2)],
  ["is refused", () => Promise.reject(badKey())],
])("a caller who %s is lost at the next check", async (_why, answer) => {
  const watch = aWatch(good, answer);
  expect(await watch.pass(1)).toBe(false);
  expect(await watch.pass(1)).toBe(true);
});

test("while the database is away, a caller is kept, but not for longer than a minute", async () => {
  const kept = aWatch(away, good);
  expect(await kept.pass(50)).toBe(false);
  const lost = aWatch(good, away);
  expect(await lost.pass(3)).toBe(false);
  expect(await lost.pass(1)).toBe(true);
});
