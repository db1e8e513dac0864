import { connect } from "node:net";
import fastify from "fastify";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { waitFor } from "../../../../../engines/wait-for.ts";
import { aService, aStore, aUuid, basic } from "../../../test/fixtures/service.ts";
import { whenDone } from "../../../test/fixtures/when-done.ts";
import { createLog } from "../log.ts";
import { createMetrics } from "../metrics.ts";
import { answerFailure } from "./failure.ts";
import { healthRoutes } from "./health.ts";
import { createHttp } from "./server.ts";
import { PlatformIdOut } from "./wire.ts";

const service = aService();
let listening: Promise<string> | undefined;
/** The port of the service, for tests that need a real connection. */
const portOf = async () =>
  Number(new URL(await (listening ??= service.http.listen({ host: "127.0.0.1", port: 0 }))).port);

/** Sends the bytes and returns everything the server sends until it closes the connection. */
async function sendBytes(text: string) {
  const port = await portOf();
  return new Promise<string>((resolve, reject) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.setTimeout(15_000, () => socket.destroy(new Error("The server did not answer within 15 s")));
    socket.setEncoding("utf8").on("data", (data) => {
      received += data;
    });
    socket.on("close", () => resolve(received)).on("error", reject);
  });
}

test("every answer is JSON with no-store and nosniff, also errors and unknown paths", async () => {
  const store = await aStore(service);
  for (const answer of [
    await store.generateRegid({ uuid: aUuid() }),
    await store.register(),
    await store.admin("/storeadmin/me", undefined, { method: "GET" }),
    await store.generateRegid({ uuid: "bad" }),
    await store.generateRegid({}, { key: null, from: "192.0.2.40" }),
    await store.admin("/nothing", {}),
  ]) {
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(() => JSON.parse(answer.text)).not.toThrow();
  }
});

test("a client has five seconds to send the headers and ten for the whole request", () => {
  const { headersTimeout, requestTimeout } = service.http.server;
  expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 5_000, requestTimeout: 10_000 });
});

test("doubled slashes in paths are accepted", async () => {
  const store = await aStore(service);
  const base = `http://127.0.0.1:${await portOf()}`;
  const headers = { authorization: basic(store.pid, store.key) };
  for (const path of ["//storeadmin/me", "/storeadmin//me", "///storeadmin///me"]) {
    expect((await fetch(base + path, { headers })).status).toBe(200);
  }
  const register = await fetch(`${base}//api//v3//provider/register?pid=${store.pid}`, { method: "POST" });
  expect(register.status).toBe(200);
  const body = new URLSearchParams({ uuid: aUuid(), useragenttype: "t" });
  const regid = await fetch(`${base}/storeadmin/v3//user//generate-regid`, { method: "POST", headers, body });
  expect(regid.status).toBe(200);
});

test("a missing User-Agent is accepted", async () => {
  const store = await aStore(service);
  const body = `uuid=${aUuid()}&useragenttype=`;
  const received = await sendBytes(
    `POST /storeadmin/v3/user/generate-regid HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${basic(store.pid, store.key)}\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(received).toContain('"regid":');
});

test("bytes that are not HTTP get an error in the usual format, and the connection is closed", async () => {
  for (const text of [
    "nonsense\r\n\r\n",
    "GET / HTTP/9.9\r\n\r\n",
    "GET /livez HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n",
    "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    `GET /livez HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
  ]) {
    const received = await sendBytes(text);
    expect(received, `for ${text.slice(0, 40)}`).toMatch(/^HTTP\/1\.1 4\d\d /);
    const body = JSON.parse(received.slice(received.indexOf("\r\n\r\n") + 4)) as Record<string, unknown>;
    expect(body).toMatchObject({ error: true, type: "invalid-request", requestId: expect.any(String) });
  }
});

test("a request whose address or headers are too long learns the limit and what to do", async () => {
  for (const text of [
    `GET /livez?${"x".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET /livez HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
  ])
    expect(await sendBytes(text)).toMatch(/at most 16384 bytes together. Send parameters in its body/);
});

/** A server with the route /work. */
function aServer() {
  const http = createHttp({
    log: createLog("silent"),
    metrics: createMetrics({ poolWaiting: () => 0 }),
    trustProxy: false,
  });
  whenDone(() => http.close());
  http.get("/work", async () => ({ done: true }));
  return http;
}

test("an overloaded service answers 503 with Retry-After, but still serves /livez and files from memory", async () => {
  const http = aServer();
  http.get("/alerts/work", async () => ({ done: true }));
  http.get("/livez", async () => ({ status: "ok" }));
  http.get("/script", { config: { isLight: true } }, async () => "ready");
  expect((await http.inject("/work")).statusCode).toBe(200);

  let busy = await http.inject("/work");
  const isRefused = async () => {
    await block(700);
    busy = await http.inject("/work");
    return busy.statusCode === 503;
  };
  expect(await waitFor(isRefused, 60_000)).toBe(true);
  expect(busy.json()).toMatchObject({ error: true, type: "overloaded" });
  expect(busy.headers["retry-after"]).toBe("2");
  const page = await http.inject({ url: "/alerts/work", headers: { accept: "text/html" } });
  expect([page.statusCode, page.body]).toEqual([503, expect.stringContaining("reload this page")]);
  expect((await http.inject("/livez")).statusCode).toBe(200);
  expect((await http.inject("/script")).statusCode).toBe(200);
  expect(await waitFor(async () => (await http.inject("/work")).statusCode === 200, 60_000)).toBe(true);
});

/** Blocks the event loop, as a long computation would, and waits until timers that are due have run. */
async function block(milliseconds: number) {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
  for (let turn = 0; turn < 2; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

test("a single block of the event loop refuses nothing", async () => {
  const http = aServer();
  await http.ready();
  const isServed = async () => {
    // A sample is taken when the first block ends, so that the second fills the whole of the next one.
    const calmUntil = performance.now() + 200;
    await waitFor(async () => performance.now() > calmUntil, 60_000);
    await block(510);
    await block(700);
    return (await http.inject("/work")).statusCode === 200;
  };
  // A few tries, because other load on the machine may block the event loop, too.
  expect(await waitFor(isServed, 20_000)).toBe(true);
});

test("a service that has just started does not refuse requests because its start blocked the event loop", async () => {
  const isServedFromTheStart = async () => {
    const http = aServer();
    http.register(async () => {
      const until = performance.now() + 900;
      while (performance.now() < until); // a slow start
    });
    await http.ready();
    const statuses = new Set<number>();
    const end = performance.now() + 800;
    await waitFor(async () => {
      statuses.add((await http.inject("/work")).statusCode);
      return performance.now() > end;
    }, 60_000);
    return statuses.size === 1 && statuses.has(200);
  };
  // A few tries, because other load on the machine may block the event loop, too.
  expect(await waitFor(isServedFromTheStart, 60_000)).toBe(true);
});

test("/livez and /readyz answer 200, and /readyz 503 while the process stops", async () => {
  const store = await aStore(service);
  for (const path of ["/livez", "/readyz"]) {
    const { status, body } = await store.admin(path, undefined, { method: "GET", key: null });
    expect({ status, body }).toEqual({ status: 200, body: { status: "ok" } });
  }
  const stopping = fastify();
  stopping.setErrorHandler(answerFailure);
  healthRoutes(stopping, { ping: async () => undefined, isStopping: () => true });
  expect((await stopping.inject("/livez")).statusCode).toBe(200);
  expect((await stopping.inject("/readyz")).statusCode).toBe(503);
});

test("the schema of an answer describes it: no field is dropped and 64-bit ids are written", async () => {
  const log = createLog("silent");
  const http = createHttp({ log, metrics: createMetrics({ poolWaiting: () => 0 }), trustProxy: false });
  const id = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON("18446744073709551615");
  http.register(async (scope) => {
    scope.addSchema({ $id: "Another", type: "object" });
    const schema = { response: { 200: Type.Object({ id: PlatformIdOut("An id") }) } };
    scope.get("/described", { schema }, async () => ({ id, more: true }));
  });
  expect((await http.inject("/described")).body).toBe('{"id":18446744073709551615,"more":true}');
  await http.close();
});
