// node faults/key-timing.ts
// Checks that the time of a refusal does not reveal which part of a key was wrong. Calls go through the whole service,
// one after the other. Each call has its own address, because an address may send only 60 wrong keys a minute.
import { randomInt } from "node:crypto";
import { Agent, request } from "node:http";
import { crc32 } from "node:zlib";
import { basic, openLab } from "./lab.ts";

const SAMPLES = Number(process.env["KEEPSAKE_TIMING_SAMPLES"] ?? 20_000);
const WARM_UP = 2_000;
// The slowest samples are pauses of the garbage collector and the scheduler; all kinds are cut at the same duration.
const KEPT_SHARE = 0.9;
const T_MAX = 4.5;
// A text that is not a key is refused without a look-up in the database; this difference must be detected.
const CONTROL = "not a key";
const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const lab = await openLab({ postgres: true });
try {
  const settings = { KEEPSAKE_TRUST_PROXY: "127.0.0.1", KEEPSAKE_LOG_LEVEL: "silent" };
  const [store, api] = await Promise.all([lab.aStore(), lab.start("api", settings)]);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const [, id = "", secret = ""] = store.key.split("_");

  const kinds: Record<string, () => string> = {
    "wrong secret": () => withChecksum(id, randomText(32)),
    "unknown id": () => withChecksum(randomText(8), randomText(32)),
    "wrong first byte": () => withChecksum(id, otherLetter(secret, 0)),
    "wrong last byte": () => withChecksum(id, otherLetter(secret, 31)),
    [CONTROL]: () => randomText(45),
  };
  const names = Object.keys(kinds);
  const times = new Map(names.map((name) => [name, new Float64Array(SAMPLES)]));
  for (let round = -WARM_UP; round < SAMPLES; round++) {
    // Created before the calls, so that the caches are in the same state for all kinds.
    const tries = names.map((name) => ({ name, authorization: basic(store.pid, kinds[name]?.() ?? "") }));
    for (const { name, authorization } of shuffle(tries)) {
      const took = await timeRefusal(api.port, agent, authorization);
      if (round >= 0) times.get(name)?.fill(took, round, round + 1);
    }
  }
  agent.destroy();

  const all = [...times.values()].flatMap((some) => [...some]).toSorted((a, b) => a - b);
  const highest = all[Math.floor(all.length * KEPT_SHARE)] ?? 0;
  const kept = new Map([...times].map(([name, some]) => [name, some.filter((time) => time <= highest)]));
  const means = Object.fromEntries([...kept].map(([name, some]) => [name, mean(some)]));
  const pairs = names.flatMap((one, index) =>
    names.slice(index + 1).map((other) => ({ one, other, t: welch(kept.get(one), kept.get(other)) })),
  );
  const isControl = ({ other }: { other: string }) => other === CONTROL;
  const isPassed = pairs.every((pair) => Math.abs(pair.t) > T_MAX === isControl(pair));
  process.stdout.write(`${JSON.stringify({ samples: SAMPLES, meanMicroseconds: means, pairs, isPassed }, null, 2)}\n`);
  process.exitCode = isPassed ? 0 : 1;
} finally {
  await lab.close();
}

/** Microseconds from the first byte sent to the last byte of the refusal. */
function timeRefusal(port: number, agent: Agent, authorization: string): Promise<number> {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  return new Promise((resolve, reject) => {
    const begun = process.hrtime.bigint();
    const headers = { authorization, "x-forwarded-for": address };
    const outgoing = request({ host: "127.0.0.1", port, path: "/storeadmin/me", agent, headers }, (incoming) => {
      incoming.resume();
      incoming.on("end", () => {
        const took = Number(process.hrtime.bigint() - begun) / 1000;
        if (incoming.statusCode === 401) resolve(took);
        else reject(new Error(`A wrong key was answered with ${incoming.statusCode}`));
      });
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

function withChecksum(id: string, secret: string) {
  const body = `ks_${id}_${secret}`;
  return `${body}_${crc32(body).toString(16).padStart(8, "0")}`;
}

function randomText(length: number) {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

function otherLetter(text: string, place: number) {
  const others = LETTERS.replace(text.charAt(place), "");
  return text.slice(0, place) + others.charAt(randomInt(others.length)) + text.slice(place + 1);
}

function shuffle<T>(items: readonly T[]): T[] {
  const drawn = items.map((item) => ({ item, place: Math.random() }));
  return drawn.toSorted((a, b) => a.place - b.place).map(({ item }) => item);
}

function mean(values: Float64Array) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Welch's t: the difference of two means in units of its standard error. */
function welch(one = new Float64Array(), other = new Float64Array()) {
  const spread = (values: Float64Array) => {
    const middle = mean(values);
    return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1) / values.length;
  };
  return (mean(one) - mean(other)) / Math.sqrt(spread(one) + spread(other));
}
