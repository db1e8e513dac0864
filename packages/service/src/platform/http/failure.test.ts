import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { type Answer, aService, aStore, aUuid, basic } from "../../../test/fixtures/service.ts";
import { AppError, unavailable } from "../errors.ts";
import { createLog } from "../log.ts";
import { createMetrics } from "../metrics.ts";
import { createHttp } from "./server.ts";

const service = aService();

function expectErrorFormat({ body }: Pick<Answer, "body">) {
  const names = Object.keys(body).filter((name) => name !== "why");
  expect(names.toSorted()).toEqual(["description", "error", "message", "msg", "requestId", "type"]);
  expect(body.error).toBe(true);
  expect(body.msg).toMatch(/\w.{10,}/);
  expect([body.message, body.description]).toEqual([body.msg, body.msg]);
  expect(body.type).toMatch(/^[a-z][a-z-]+$/);
  expect(body.requestId).toMatch(/^[\w.-]{1,64}$/);
}

/** A server whose routes throw what `error` returns: one of the API, and a page. */
function aFailingServer(error: () => unknown) {
  const lines: string[] = [];
  const sink = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) });
  const log = createLog("info", sink);
  const http = createHttp({ log, metrics: createMetrics({ poolWaiting: () => 0 }), trustProxy: false });
  for (const route of ["/fails", "/alerts/fails"]) {
    http.get(route, async () => {
      throw error();
    });
  }
  return { http, lines };
}

test("every error has the same format, whichever part of the service refuses the request", async () => {
  const store = await aStore(service);
  const from = "192.0.2.30";
  const answers = [
    await store.admin("/storeadmin/v3/user/generate-regid", {}), // refused by the verb
    await store.generateRegid({ uuid: aUuid() }, { key: null, from }), // refused for the missing key
    await store.generateRegid({ uuid: aUuid() }, { headers: { origin: "https://x.example" } }), // refused because it comes from a browser
    await store.sync({ regid: "x" }), // refused by the schema
    await store.admin("/nothing/here", {}), // unknown route
    await store.admin("/storeadmin/me", {}), // wrong method
    await store.admin("/storeadmin/me", undefined, { method: "GET", query: { pid: "no-such-store" } }),
    await store.generateRegid({}, { raw: "{", headers: { "content-type": "application/json" } }), // refused by the JSON parser
    await store.generateRegid({}, { raw: "x", headers: { "content-type": "text/plain" } }),
    await store.generateRegid({}, { raw: "x".repeat(70_000) }), // body too large
    await store.generateRegid({ uuid: aUuid() }, { headers: { "idempotency-key": "" } }),
    await store.admin("/storeadmin/%ff", {}), // refused by Fastify
  ];
  for (const answer of answers) {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expectErrorFormat(answer);
  }
  expect(answers.map(({ status }) => status)).toEqual([400, 401, 403, 400, 404, 404, 404, 400, 400, 400, 400, 400]);
});

test("a refusal of the management API says in a code what its text says, where that is more than its type", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const update = async (json: object) =>
    (await store.admin("/storeadmin/v3/settings/update", undefined, { json })).body["why"];
  expect(await update({ alerts: { perUnit: 0 } })).toMatchObject({
    code: "value-integer-between",
    field: "alerts.perUnit",
    min: "1",
  });
  expect(await update({ alerts: { perunit: 1 } })).toEqual({
    code: "unknown-setting",
    field: "alerts.perunit",
    suggestion: "alerts.perUnit",
  });
  const { body } = await store.admin("/storeadmin/v3/alerts/hold", undefined, { json: { plan: "1" } });
  expect([body["type"], body["why"]]).toEqual(["unknown-plan", undefined]);
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
    expectErrorFormat({ body: answer.json() });
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

test("a person who opens the page of a mail gets a page for an error too, in their language; a program gets JSON", async () => {
  const open = async (error: () => unknown, headers: Record<string, string>) => {
    const { http } = aFailingServer(error);
    const answer = await http.inject({ url: "/alerts/fails", headers });
    await http.close();
    return answer;
  };
  const busy = () => unavailable("The database", new Error("secret detail"));
  const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

  const page = await open(busy, browser);
  expect([page.statusCode, page.headers["retry-after"]]).toEqual([503, "1"]);
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(page.body).toContain("reload this page");
  expect((await open(busy, { ...browser, "accept-language": "de-AT,de" })).body).toContain("laden Sie die Seite neu");
  expect((await open(() => new AppError("invalid", "missing-token", "x"), browser)).body).toContain("does not work");
  expect((await open(() => new Error("secret detail"), browser)).body).toContain("Something went wrong");

  expect((await open(busy, { accept: "*/*" })).json()).toMatchObject({ error: true });
  expect((await open(busy, {})).json()).toMatchObject({ error: true });
});

test("a 503 has a Retry-After header", async () => {
  const { http } = aFailingServer(() => unavailable("The database", new Error("secret detail")));
  const answer = await http.inject("/fails");
  expect(answer.statusCode).toBe(503);
  expect(answer.headers["retry-after"]).toBe("1");
  expect(answer.body).not.toContain("secret");
  await http.close();
});

test("a valid X-Request-Id of the caller is used; otherwise the service makes its own", async () => {
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
