import fastify from "fastify";
import { expect, test } from "vitest";
import { aClock } from "../../../test/fixtures/clock.ts";
import { whenDone } from "../../../test/fixtures/when-done.ts";
import { healthRoutes } from "./health.ts";

function someHealth(answer: () => Promise<void>) {
  const time = aClock();
  const http = fastify();
  whenDone(() => http.close());
  let pings = 0;
  const ping = () => {
    pings += 1;
    return answer();
  };
  healthRoutes(http, { ping, isStopping: () => false, clock: time.clock });
  const ask = (path: string, times = 1) =>
    Promise.all(Array.from({ length: times }, async () => (await http.inject(path)).statusCode));
  return { time, ask, pings: () => pings };
}

test("a thousand calls of /readyz in half a second ask the database once, and /livez never does", async () => {
  const { time, ask, pings } = someHealth(async () => undefined);
  expect(new Set(await ask("/readyz", 1_000))).toEqual(new Set([200]));
  await ask("/livez", 100);
  time.forward(499);
  await ask("/readyz");
  expect(pings()).toBe(1);
  time.forward(1);
  await ask("/readyz");
  expect(pings()).toBe(2);
});

test("/readyz notices within half a second that the database is gone, and that it is back", async () => {
  let isUp = true;
  const { time, ask } = someHealth(async () => {
    if (!isUp) throw new Error("The database is gone");
  });
  expect(await ask("/readyz")).toEqual([200]);
  isUp = false;
  time.forward(500);
  expect(await ask("/readyz", 3)).toEqual([500, 500, 500]);
  isUp = true;
  time.forward(500);
  expect(await ask("/readyz")).toEqual([200]);
});

test("/livez fails while a part of the program hangs", async () => {
  const http = fastify();
  whenDone(() => http.close());
  let isHanging = false;
  const checkLife = async () => {
    if (isHanging) throw new Error("A process hangs");
  };
  healthRoutes(http, { ping: async () => undefined, isStopping: () => false, checkLife });
  expect((await http.inject("/livez")).statusCode).toBe(200);
  isHanging = true;
  expect((await http.inject("/livez")).statusCode).toBe(500);
});
