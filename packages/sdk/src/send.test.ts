import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSend } from "./send.ts";

type Answer = { status: number; body?: unknown; retryAfter?: string } | "lost";

/** A service that gives these answers in turn, and then repeats the last one. */
function aService(...answers: Answer[]) {
  const requests: { url: string; init: RequestInit; at: number }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)] ?? "lost";
    requests.push({ url, init, at: Date.now() });
    if (answer === "lost") throw new TypeError("Failed to fetch");
    const { status, body = { error: true, type: "busy", msg: "Later." }, retryAfter } = answer;
    return Response.json(body, { status, headers: retryAfter ? { "retry-after": retryAfter } : {} });
  });
  return { requests, send: createSend({ pid: "a b", baseUrl: "https://keepsake.example" }) };
}
/** Runs all timers, and returns the value or the error. */
async function outcomeOf<T>(promise: Promise<T>) {
  const outcome = promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  await vi.runAllTimersAsync();
  return outcome;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a call is a form without preflight, with the store id in the URL, and a write has its Idempotency-Key", async () => {
  const { requests, send } = aService({ status: 200, body: { fine: true } });
  expect(await send("lists/create", { lname: "Ä&b", lprops: { room: 7 }, lty: undefined, st: 0 })).toEqual({
    fine: true,
  });
  expect(requests[0]?.url).toBe("https://keepsake.example/api/v3/lists/create?pid=a%20b");
  expect(Object.fromEntries(new URLSearchParams(requests[0]?.init.body as string))).toEqual({
    lname: "Ä&b",
    lprops: '{"room":7}',
    st: "0",
  });
  expect(requests[0]?.init.headers).toEqual({ "content-type": "application/x-www-form-urlencoded" });
  await send("lists/create", {}, { key: "key-1" });
  expect(requests[1]?.init.headers).toMatchObject({ "idempotency-key": "key-1" });
});

test("a call without an answer is tried three times, then fails with a network error", async () => {
  const { requests, send } = aService("lost");
  expect(await outcomeOf(send("lists/contains", {}))).toMatchObject({
    error: { type: "network", status: 0, responseText: "" },
  });
  expect(requests).toHaveLength(3);
});

test("a bot check whose code cannot be loaded is a network error, so that a queued change is kept", async () => {
  const { send } = aService({ status: 403, body: { error: true, type: "proof-required", msg: "Prove it." } });
  await expect(send("provider/register", {})).rejects.toMatchObject({ type: "network" });
});

test("a refusal is not retried and keeps the service's message", async () => {
  const { requests, send } = aService({
    status: 404,
    body: { error: true, type: "unknown-list", msg: "No such list." },
  });
  expect(await outcomeOf(send("lists/update", {}))).toMatchObject({
    error: {
      type: "unknown-list",
      status: 404,
      message: "No such list.",
      responseText: expect.stringContaining("unknown-list"),
    },
  });
  expect(requests).toHaveLength(1);
});

test("all callers wait for the time in Retry-After of a busy service", async () => {
  const { requests, send } = aService({ status: 503, retryAfter: "7" }, { status: 200, body: {} });
  const startedAt = Date.now();
  const first = send("lists/fetch-lists", {});
  await vi.advanceTimersByTimeAsync(1);
  const second = send("lists/contains", {});
  await vi.advanceTimersByTimeAsync(6_998);
  expect(requests).toHaveLength(1);
  await outcomeOf(Promise.all([first, second]));
  expect(requests.map(({ at }) => at - startedAt)).toEqual([0, 7_000, 7_000]);
});

test("callers of a path over its limit wait for the time in Retry-After, and no other path does", async () => {
  const { requests, send } = aService({ status: 429, retryAfter: "7" }, { status: 200, body: {} });
  const startedAt = Date.now();
  const first = send("lists/fetch-lists", {});
  await vi.advanceTimersByTimeAsync(1);
  const second = send("lists/fetch-lists", {});
  await send("lists/contains", {});
  await vi.advanceTimersByTimeAsync(6_998);
  expect(requests).toHaveLength(2);
  await outcomeOf(Promise.all([first, second]));
  expect(requests.map(({ at }) => at - startedAt)).toEqual([0, 1, 7_000, 7_000]);
});

test("a limit of a day for one action leaves the other actions alone", async () => {
  const { requests, send } = aService({ status: 429, retryAfter: "86400" }, { status: 200, body: {} });
  const refused = { error: { status: 429, retryAfterSeconds: 86_400 } };
  expect(await outcomeOf(send("subscriptions/create", {}))).toMatchObject(refused);
  expect(await outcomeOf(send("lists/update-ctx", {}))).toEqual({ value: {} });
  expect(await outcomeOf(send("subscriptions/create", {}))).toMatchObject(refused);
  expect(requests).toHaveLength(2);
});

test("a long Retry-After fails at once, and calls are possible again after a minute", async () => {
  const { requests, send } = aService({ status: 503, retryAfter: "86400" }, { status: 200, body: {} });
  expect(await outcomeOf(send("lists/fetch-lists", {}))).toMatchObject({
    error: { status: 503, retryAfterSeconds: 86_400 },
  });
  expect(await outcomeOf(send("lists/fetch-lists", {}))).toMatchObject({ error: { status: 503 } });
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await outcomeOf(send("lists/fetch-lists", {}))).toEqual({ value: {} });
});

test("an answer that is not JSON is an error, whatever its status", async () => {
  vi.stubGlobal("fetch", async () => new Response("<html>A proxy's page", { status: 200 }));
  const send = createSend({ pid: "p", baseUrl: "https://keepsake.example" });
  expect(await outcomeOf(send("lists/fetch-lists", {}))).toMatchObject({
    error: { type: "unexpected-answer", status: 200, responseText: "<html>A proxy's page" },
  });
});
