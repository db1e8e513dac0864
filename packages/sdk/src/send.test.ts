import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSend } from "./send.ts";

type Answer = { status: number; body?: unknown; retryAfter?: string } | "lost";

/** A service that answers these in turn, and the last one for ever. */
function aService(...answers: Answer[]) {
  const asked: { url: string; init: RequestInit; at: number }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? "lost";
    asked.push({ url, init, at: Date.now() });
    if (answer === "lost") throw new TypeError("Failed to fetch");
    const { status, body = { error: true, type: "busy", msg: "Later." }, retryAfter } = answer;
    return Response.json(body, { status, headers: retryAfter ? { "retry-after": retryAfter } : {} });
  });
  return { asked, send: createSend({ pid: "a b", baseUrl: "https://keepsake.example" }) };
}
/** Lets all waits pass. */
async function settled<T>(promise: Promise<T>) {
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

test("a form that needs no preflight, with the store in the address; a write has its key", async () => {
  const { asked, send } = aService({ status: 200, body: { fine: true } });
  expect(await send("lists/create", { lname: "Ä&b", lprops: { room: 7 }, lty: undefined, st: 0 })).toEqual({
    fine: true,
  });
  expect(asked[0]?.url).toBe("https://keepsake.example/api/v3/lists/create?pid=a%20b");
  expect(Object.fromEntries(new URLSearchParams(asked[0]?.init.body as string))).toEqual({
    lname: "Ä&b",
    lprops: '{"room":7}',
    st: "0",
  });
  expect(asked[0]?.init.headers).toEqual({ "content-type": "application/x-www-form-urlencoded" });
  await send("lists/create", {}, { key: "once" });
  expect(asked[1]?.init.headers).toMatchObject({ "idempotency-key": "once" });
});

test("no answer is asked for three times, then told as a network error", async () => {
  const { asked, send } = aService("lost");
  expect(await settled(send("lists/contains", {}))).toMatchObject({
    error: { type: "network", status: 0, responseText: "" },
  });
  expect(asked).toHaveLength(3);
});

test("a refusal that is final is not repeated and keeps its words", async () => {
  const { asked, send } = aService({ status: 404, body: { error: true, type: "unknown-list", msg: "No such list." } });
  expect(await settled(send("lists/update", {}))).toMatchObject({
    error: {
      type: "unknown-list",
      status: 404,
      message: "No such list.",
      responseText: expect.stringContaining("unknown-list"),
    },
  });
  expect(asked).toHaveLength(1);
});

test("Retry-After is waited for, by every caller", async () => {
  const { asked, send } = aService({ status: 429, retryAfter: "7" }, { status: 200, body: {} });
  const began = Date.now();
  const first = send("lists/fetch-lists", {});
  await vi.advanceTimersByTimeAsync(1);
  const second = send("lists/contains", {});
  await vi.advanceTimersByTimeAsync(6_998);
  expect(asked).toHaveLength(1);
  await settled(Promise.all([first, second]));
  expect(asked.map(({ at }) => at - began)).toEqual([0, 7_000, 7_000]);
});

test("a wait of minutes is told instead, and ends after a minute whatever was asked for", async () => {
  const { asked, send } = aService({ status: 503, retryAfter: "86400" }, { status: 200, body: {} });
  expect(await settled(send("lists/fetch-lists", {}))).toMatchObject({
    error: { status: 503, retryAfterSeconds: 86_400 },
  });
  expect(await settled(send("lists/fetch-lists", {}))).toMatchObject({ error: { status: 503 } });
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await settled(send("lists/fetch-lists", {}))).toEqual({ value: {} });
});

test("an answer that is no JSON is an error, whatever its status", async () => {
  vi.stubGlobal("fetch", async () => new Response("<html>A proxy's page", { status: 200 }));
  const send = createSend({ pid: "p", baseUrl: "https://keepsake.example" });
  expect(await settled(send("lists/fetch-lists", {}))).toMatchObject({
    error: { type: "unexpected-answer", status: 200, responseText: "<html>A proxy's page" },
  });
});
