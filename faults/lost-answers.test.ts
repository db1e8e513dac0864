import { randomInt, randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { FULL, openLab, report } from "./lab.ts";
import { aClient, load, sendUntilAnswered } from "./load.ts";
import { type ProxyFault, startProxy } from "./proxy.ts";

const WRITES = FULL ? 10_000 : 4_000;
const REPLAYED = 200;
const RESET_SHARE = 0.05;
const CONTROL_CALLS = 1_000;

const FAULTS: readonly ProxyFault[] = ["reset-before", "reset-during", "reset-after"];

const resetSome = (): ProxyFault => {
  if (Math.random() >= RESET_SHARE) return "pass";
  return FAULTS[randomInt(FAULTS.length)] ?? "pass";
};
const header = (request: string, name: string) => new RegExp(`^${name}: (.*)\r$`, "im").exec(request)?.[1] ?? "";

test("a write that is repeated with its Idempotency-Key after a lost answer has one effect and one answer", async () => {
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  const [store, api] = await Promise.all([lab.aStore(), lab.start("api")]);
  const seen = new Map<string, Set<string>>();
  const noteAnswer = (key: string, body: string) => seen.set(key, (seen.get(key) ?? new Set()).add(body));
  let lost = 0;
  const proxy = await startProxy(api.port, {
    pickFault: resetSome,
    onLost: ({ request, answer }) => {
      lost++;
      // A retry during the first attempt gets 409, which is not the answer of the write.
      if (answer.startsWith("HTTP/1.1 200"))
        noteAnswer(header(request, "idempotency-key"), answer.split("\r\n\r\n")[1] ?? "");
    },
  });
  onTestFinished(proxy.close);
  const direct = aClient(api.port, { headers: { authorization: store.basic } });
  const shaky = aClient(proxy.port, { headers: { authorization: store.basic }, keepAlive: false });
  onTestFinished(direct.close);

  const merges = await Promise.all(Array.from({ length: WRITES }, () => aMerge()));
  async function aMerge() {
    const uuid = randomUUID();
    const guest = await sendUntilAnswered(direct, {
      path: "/storeadmin/v3/user/generate-regid",
      params: { uuid, useragenttype: "faults" },
    });
    const { regid } = JSON.parse(guest.text) as { regid: string };
    return {
      path: "/storeadmin/v3/user/guest-validate-sync",
      params: { regid, useremail: `${uuid}@example.com`, useragenttype: "faults" },
      headers: { "idempotency-key": uuid },
    };
  }

  let tries = 0;
  const seconds = await load({ loops: 48, calls: WRITES }, async (n) => {
    const merge = merges[n] ?? (await aMerge());
    const answer = await sendUntilAnswered(shaky, merge);
    expect(answer).toMatchObject({ status: 200 });
    tries += answer.tries;
    noteAnswer(merge.headers["idempotency-key"], answer.text);
  });
  for (const merge of merges.slice(0, REPLAYED)) {
    noteAnswer(merge.headers["idempotency-key"], (await sendUntilAnswered(direct, merge)).text);
  }

  const [[merged, pairs] = [], [announced] = []] = [
    ...(await lab.select("select count(*), count(distinct (guest_id, account_id)) from merges")),
    ...(await lab.select("select count(*) from outbox where subject = 'shopper.merged'")),
  ];
  const contradicted = [...seen.values()].filter((answers) => answers.size > 1).length;
  const control = await countContradictedWithoutKey();
  report("lost answers", { writes: WRITES, tries, lost, merged, announced, contradicted, control, seconds });

  expect({ merged, pairs, announced }).toEqual({ merged: `${WRITES}`, pairs: `${WRITES}`, announced: `${WRITES}` });
  expect(tries).toBeGreaterThan(WRITES);
  expect(lost).toBeGreaterThan(0);
  expect(seen.size).toBe(WRITES);
  expect(contradicted).toBe(0);
  expect(control).toBeGreaterThan(0);

  /** Without an Idempotency-Key each repetition creates another session, which shows that there are repetitions. */
  async function countContradictedWithoutKey() {
    const answers = new Map<string, Set<string>>();
    const note = (uuid: string, text: string) => {
      const { sessionid } = JSON.parse(text) as { sessionid: string };
      answers.set(uuid, (answers.get(uuid) ?? new Set()).add(sessionid));
    };
    const second = await startProxy(api.port, {
      pickFault: resetSome,
      onLost: ({ request, answer }) => note(header(request, "x-uuid"), answer.split("\r\n\r\n")[1] ?? ""),
    });
    const client = aClient(second.port, { headers: { authorization: store.basic }, keepAlive: false });
    await load({ loops: 16, calls: CONTROL_CALLS }, async (n) => {
      const uuid = randomUUID();
      const call = { path: "/storeadmin/v3/user/generate-regid", params: { uuid, useragenttype: `${n}` } };
      note(uuid, (await sendUntilAnswered(client, { ...call, headers: { "x-uuid": uuid } })).text);
    });
    second.close();
    return [...answers.values()].filter((sessions) => sessions.size > 1).length;
  }
});
