import { connect } from "node:net";
import { expect, test } from "vitest";
import { waitFor } from "../../../../../engines/wait-for.ts";
import { aService, aStore, aUuid, basic } from "../../../test/fixtures/service.ts";
import { whenDone } from "../../../test/fixtures/when-done.ts";
import { createLog } from "../log.ts";
import { createMetrics } from "../metrics.ts";
import { createHttp } from "./server.ts";

const service = aService();
let listening: Promise<string> | undefined;
/** The port of the service on this machine, for what only a real connection shows. */
const portOf = async () =>
  Number(new URL(await (listening ??= service.http.listen({ host: "127.0.0.1", port: 0 }))).port);

/** What the server says to these bytes until it closes the connection. */
async function say(text: string) {
  const port = await portOf();
  return new Promise<string>((resolve, reject) => {
    let heard = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.setTimeout(15_000, () => socket.destroy(new Error("The server said nothing")));
    socket.setEncoding("utf8").on("data", (data) => {
      heard += data;
    });
    socket.on("close", () => resolve(heard)).on("error", reject);
  });
}

test("every answer is no-store, nosniff JSON, also refusals and unknown paths", async () => {
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
  const heard = await say(
    `POST /storeadmin/v3/user/generate-regid HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${basic(store.pid, store.key)}\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(heard).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(heard).toContain('"regid":');
});

test("what is no HTTP is answered in the shape of every other refusal, and the connection is closed", async () => {
  for (const text of [
    "nonsense\r\n\r\n",
    "GET / HTTP/9.9\r\n\r\n",
    "GET /livez HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n",
    "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    `GET /livez HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
  ]) {
    const heard = await say(text);
    expect(heard, `for ${text.slice(0, 40)}`).toMatch(/^HTTP\/1\.1 4\d\d /);
    const body = JSON.parse(heard.slice(heard.indexOf("\r\n\r\n") + 4)) as Record<string, unknown>;
    expect(body).toMatchObject({ error: true, type: "invalid-request", requestId: expect.any(String) });
  }
});

test("an overloaded service answers 503 with Retry-After, but still answers /livez and what it has in memory", async () => {
  const http = createHttp({
    log: createLog("silent"),
    metrics: createMetrics({ poolWaiting: () => 0 }),
    trustProxy: false,
  });
  whenDone(() => http.close());
  http.get("/work", async () => ({ done: true }));
  http.get("/livez", async () => ({ status: "ok" }));
  http.get("/script", { config: { isLight: true } }, async () => "ready");
  expect((await http.inject("/work")).statusCode).toBe(200);

  let busy = await http.inject("/work");
  const isTurnedAway = async () => {
    const until = performance.now() + 700;
    while (performance.now() < until); // as a request that never yields would
    await new Promise<void>((resolve) => setImmediate(resolve));
    busy = await http.inject("/work");
    return busy.statusCode === 503;
  };
  expect(await waitFor(isTurnedAway, 15_000)).toBe(true);
  expect(busy.json()).toMatchObject({ error: true, type: "overloaded" });
  expect(busy.headers["retry-after"]).toBe("2");
  expect((await http.inject("/livez")).statusCode).toBe(200);
  expect((await http.inject("/script")).statusCode).toBe(200);
  expect(await waitFor(async () => (await http.inject("/work")).statusCode === 200, 10_000)).toBe(true);
});

test("a service that has just started serves at once: the start itself is not taken for load", async () => {
  const http = createHttp({
    log: createLog("silent"),
    metrics: createMetrics({ poolWaiting: () => 0 }),
    trustProxy: false,
  });
  whenDone(() => http.close());
  http.get("/work", async () => ({ done: true }));
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
  }, 5_000);
  expect([...statuses]).toEqual([200]);
});

test("health: livez and readyz answer, and readyz says 503 while the process stops", async () => {
  const store = await aStore(service);
  for (const path of ["/livez", "/readyz"]) {
    const { status, body } = await store.admin(path, undefined, { method: "GET", key: null });
    expect({ status, body }).toEqual({ status: 200, body: { status: "ok" } });
  }
});
