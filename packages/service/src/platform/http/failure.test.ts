import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { type Answer, aService, aStore, aUuid, basic } from "../../../test/fixtures/service.ts";
import { AppError, unavailable } from "../errors.ts";
import { createLog } from "../log.ts";
import { createMetrics } from "../metrics.ts";
import { createHttp } from "./server.ts";

const service = aService();

function isOneShape({ body }: Pick<Answer, "body">) {
  expect(Object.keys(body).toSorted()).toEqual(["description", "error", "message", "msg", "requestId", "type"]);
  expect(body.error).toBe(true);
  expect(body.msg).toMatch(/\w.{10,}/);
  expect([body.message, body.description]).toEqual([body.msg, body.msg]);
  expect(body.type).toMatch(/^[a-z][a-z-]+$/);
  expect(body.requestId).toMatch(/^[\w.-]{1,64}$/);
}

/** A server whose one route fails in the way it is told. */
function aFailingServer(error: () => unknown) {
  const lines: string[] = [];
  const sink = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) });
  const log = createLog("info", sink);
  const http = createHttp({ log, metrics: createMetrics({ poolWaiting: () => 0 }), trustProxy: false });
  http.get("/fails", async () => {
    throw error();
  });
  return { http, lines };
}

test("every refusal has the same shape, whichever part of the service made it", async () => {
  const store = await aStore(service);
  const from = "192.0.2.30";
  const answers = [
    await store.admin("/storeadmin/v3/user/generate-regid", {}), // a verb
    await store.generateRegid({ uuid: aUuid() }, { key: null, from }), // the key
    await store.generateRegid({ uuid: aUuid() }, { headers: { origin: "https://x.example" } }), // the browser
    await store.sync({ regid: "x" }), // the schema
    await store.admin("/nothing/here", {}), // the router
    await store.admin("/storeadmin/me", {}), // a wrong method
    await store.admin("/storeadmin/me", undefined, { method: "GET", query: { pid: "no-such-store" } }),
    await store.generateRegid({}, { raw: "{", headers: { "content-type": "application/json" } }), // the parser
    await store.generateRegid({}, { raw: "x", headers: { "content-type": "text/plain" } }),
    await store.generateRegid({}, { raw: "x".repeat(70_000) }), // the bounds
    await store.generateRegid({ uuid: aUuid() }, { headers: { "idempotency-key": "" } }),
    await store.admin("/storeadmin/%ff", {}), // Fastify itself
  ];
  for (const answer of answers) {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    isOneShape(answer);
  }
  expect(answers.map(({ status }) => status)).toEqual([400, 401, 403, 400, 404, 404, 404, 400, 400, 400, 400, 400]);
});

test.each([
  ["invalid", 400],
  ["unauthorised", 401],
  ["forbidden", 403],
  ["not-found", 404],
  ["in-progress", 409],
  ["key-reused", 422],
  ["too-many", 429],
  ["unavailable", 503],
] as const)("an error of kind %s is %i", async (kind, status) => {
  const { http } = aFailingServer(() => new AppError(kind, "test-type", "What happened, for people."));
  const answer = await http.inject("/fails");
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({ error: true, type: "test-type", msg: "What happened, for people." });
  await http.close();
});

test("an unexpected error is 500 internal with a fixed text; the detail is only in the log", async () => {
  const thrown: unknown[] = [new Error("secret detail"), new TypeError("secret detail"), { detail: "secret detail" }];
  for (const error of thrown) {
    const { http, lines } = aFailingServer(() => error);
    const answer = await http.inject({ url: "/fails", headers: { authorization: basic("pid", "secret detail") } });

    expect(answer.statusCode).toBe(500);
    isOneShape({ body: answer.json() });
    expect(answer.json()).toMatchObject({
      type: "internal",
      msg: "Something went wrong on our side. Try again later.",
    });
    expect(answer.body).not.toContain("secret");
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged.some(({ requestId }) => requestId === answer.json().requestId)).toBe(true);
    expect(lines.join("").includes("secret detail")).toBe(error instanceof Error);
    await http.close();
  }
});

test("503 carries Retry-After", async () => {
  const { http } = aFailingServer(() => unavailable("The database", new Error("secret detail")));
  const answer = await http.inject("/fails");
  expect(answer.statusCode).toBe(503);
  expect(answer.headers["retry-after"]).toBe("1");
  expect(answer.body).not.toContain("secret");
  await http.close();
});

test("the request id of the caller is kept where it is a plain word, and is otherwise our own", async () => {
  const store = await aStore(service);
  const idOf = async (given?: string) => {
    const headers: Record<string, string> = given === undefined ? {} : { "x-request-id": given };
    const { body, headers: answered } = await store.admin("/nothing", {}, { headers });
    expect(answered["x-request-id"]).toBe(body.requestId);
    return String(body.requestId);
  };
  expect(await idOf("order-7.3_x")).toBe("order-7.3_x");
  for (const given of ["", "a b", "x".repeat(65), "<script>", "a,b", "ä"]) expect(await idOf(given)).not.toBe(given);
  const own = await Promise.all(Array.from({ length: 20 }, () => idOf()));
  expect(new Set(own).size).toBe(20);
});
