import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startSmtpSink } from "../engines/smtp-sink.ts";
import { waitFor } from "../engines/wait-for.ts";
import { createSeal } from "../packages/service/src/platform/crypto/seal.ts";
import { smtpSettings } from "./alerts.ts";
import { FULL, openLab, report, type Service } from "./lab.ts";
import { type Answer, aRetryingClient, type Call, load, tally } from "./load.ts";
import { guestCall } from "./shopper.ts";

const STORES = FULL ? 5_000 : 600;
const PER_SECOND = 200;
const CALLS_MIN = 1_000;
const MAIL_MS = 60_000;
const LOOPS = 24;
/** More than there are loops: two calls with one Idempotency-Key must not be in progress at once. */
const KEYED = 4 * LOOPS;

const aSecret = () => randomBytes(24).toString("hex");

/** A lab whose services and commands read KEEPSAKE_SECRET from a file, and a function that replaces it. */
async function openLabWithSecretFile(secret: string) {
  const folder = await mkdtemp(join(tmpdir(), "secret-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "secret");
  const setSecrets = (...secrets: string[]) => writeFile(file, secrets.join(","));
  await setSecrets(secret);
  const lab = await openLab({ postgres: true }, { KEEPSAKE_SECRET: "", KEEPSAKE_SECRET_FILE: file });
  onTestFinished(lab.close);
  return { lab, setSecrets };
}

test("the secret is replaced under load: no call fails, and what was made before works when the old one is gone", async () => {
  const [old, fresh] = [aSecret(), aSecret()];
  const links = new Map<string, string>();
  const sink = await startSmtpSink({
    onMail: (to, source) => links.set(to, /^list-unsubscribe:\s+<https?:\/\/[^/]+([^>\s]+)>/im.exec(source)?.[1] ?? ""),
  });
  onTestFinished(sink.close);
  const { lab, setSecrets } = await openLabWithSecretFile(old);
  const settings = smtpSettings(sink);
  const [store, ...services] = await Promise.all([
    lab.aStore(),
    lab.start("all", settings),
    lab.start("all", settings),
  ]);
  await insertStores(lab, old);
  const admin = { authorization: (await lab.aKey(store.pid, ["admin"])).basic };
  const { send, close, countOverloaded } = aRetryingClient(0, { sockets: 32, stalls: lab.watchStalls() });
  onTestFinished(close);
  // The processes that get traffic. One that is about to be restarted gets none, as behind a load balancer.
  let inTraffic: readonly Service[] = services;
  let turn = 0;
  const client = { send: (call: Call) => send(call, inTraffic[turn++ % inTraffic.length]?.port) };

  // What people have from the time of the old secret: a session, a link in a mail, a suppression, a stored answer.
  const guest = JSON.parse((await client.send({ ...guestCall(), headers: admin })).text) as Record<string, string>;
  const keyed = Array.from({ length: KEYED }, () => ({
    ...guestCall(),
    headers: { ...admin, "idempotency-key": randomUUID() },
  }));
  const firstAnswers = await Promise.all(keyed.map(async (call) => (await client.send(call)).text));
  const mailsTo = (email: string) => sink.received.filter(({ to }) => to === email).length;
  const notify = async (epi: number, ...emails: string[]) => {
    const products = JSON.stringify([{ epi, empi: epi, du: "https://shop.example/p" }]);
    for (const mediumvalue of emails) {
      const params = { medium: "email", mediumvalue, topics: "backinstock", products };
      const call = { path: "/storeadmin/bispa/subscriptions/create", params, headers: admin };
      expect(await client.send(call).then(describe)).toBe("200");
    }
    const levels = [{ epi, quantity: 5, occurredAt: new Date().toISOString() }];
    const restock = { path: "/storeadmin/v3/inventory/set", json: { levels }, headers: admin };
    expect(await client.send(restock).then(describe)).toBe("200");
  };
  const [ann, bob, eve] = ["ann", "bob", "eve"].map((name) => `${name}-${randomUUID()}@example.com`) as [
    string,
    string,
    string,
  ];
  await notify(1, ann, bob);
  expect(await waitFor(() => mailsTo(ann) === 1 && mailsTo(bob) === 1, MAIL_MS)).toBe(true);
  const hook = new URL((await lab.command<{ mail: string }>("sender", "hooks", "--pid", store.pid)).mail);
  const complain = (email: string) => ({
    path: `${hook.pathname}${hook.search}`,
    json: { events: [{ type: "complaint", email }] },
  });
  expect(await client.send(complain(bob)).then(describe)).toBe("200");

  const session = { regid: guest["regid"] ?? "", sessionid: guest["sessionid"] ?? "" };
  const callOf = (n: number): Call => {
    if (n % 4 === 0) return { path: "/storeadmin/me", headers: { authorization: store.basic } };
    if (n % 4 === 1) return { ...guestCall(), headers: { authorization: store.basic } };
    if (n % 4 === 2) return { path: `/api/v3/lists/fetch-lists?pid=${store.pid}`, params: session };
    return keyed[Math.floor(n / 4) % KEYED] ?? guestCall();
  };
  const outcomes: string[] = [];
  let isOver = false;
  const loading = load({ loops: LOOPS, perSecond: PER_SECOND, until: () => isOver }, async (n) => {
    outcomes.push(await client.send(callOf(n)).then(describe, (error: NodeJS.ErrnoException) => error.code ?? "?"));
  });
  const restartWith = async (...secrets: string[]) => {
    await setSecrets(...secrets);
    for (const service of services) {
      inTraffic = services.filter((other) => other !== service);
      await service.terminate();
      await service.start();
      inTraffic = services;
    }
  };
  await restartWith(fresh, old);
  await lab.command("store", "create", "--name", "While both secrets are valid");
  const rotated = await lab.command<Rotation>("secret", "rotate");
  const repeated = await lab.command<Rotation>("secret", "rotate");
  await restartWith(fresh);
  isOver = true;
  const seconds = await loading;

  const sealed = await lab.select(`
    select encode(sealed_secret, 'hex') from stores union all select encode(sealed_key, 'hex') from installation_keys`);
  const header = createSeal([fresh]).header.toString("hex");
  const notFresh = sealed.filter(([value = ""]) => !value.startsWith(header)).length;
  report("secret rotation", {
    perSecond: Math.round(outcomes.length / seconds),
    outcomes: tally(outcomes),
    sealed: sealed.length,
    notFresh,
    rotated,
    overloaded: countOverloaded(),
  });
  expect(tally(outcomes)).toEqual({ 200: outcomes.length });
  expect(outcomes.length).toBeGreaterThan(CALLS_MIN);
  expect(rotated).toEqual({ resealed: sealed.length, left: 0 });
  expect(repeated).toEqual({ resealed: 0, left: 0 });
  expect(sealed.length).toBeGreaterThan(STORES);
  expect(notFresh).toBe(0);

  // From here on no process knows the old secret.
  expect(await Promise.all(keyed.map(async (call) => (await client.send(call)).text))).toEqual(firstAnswers);
  await notify(2, ann, bob, eve);
  expect(await waitFor(() => mailsTo(ann) === 2 && mailsTo(eve) === 1, MAIL_MS)).toBe(true);
  expect(mailsTo(bob)).toBe(1);
  const unsubscribe = { path: links.get(ann) ?? "", params: { "List-Unsubscribe": "One-Click" } };
  expect(await client.send(unsubscribe).then(describe)).toBe("200");
  expect(await client.send(complain(eve)).then(describe)).toBe("200");
});

test("control: with the new secret alone and without a rotation, the service refuses to start and says what to do", async () => {
  const { lab, setSecrets } = await openLabWithSecretFile(aSecret());
  const service = await lab.start("api");
  await service.terminate();
  await setSecrets(aSecret());
  await expect(service.start()).rejects.toThrow("set KEEPSAKE_SECRET=new,old, run `keepsake secret rotate`");
});

type Rotation = { readonly resealed: number; readonly left: number };

/** Stores that make the rotation work for more than one page. */
async function insertStores({ select }: Pick<Awaited<ReturnType<typeof openLab>>, "select">, secret: string) {
  const seal = createSeal([secret]);
  const rows = Array.from({ length: STORES }, (_, n) => {
    const id = 1_000_000 + n;
    const sealed = seal.seal(randomBytes(32), { purpose: "store-secret", owner: id }).toString("hex");
    return `(${id}, 'faults-${id}', 'Filler', '\\x${sealed}')`;
  });
  await select(`insert into stores (id, pid, name, sealed_secret) values ${rows.join(",")}`);
}

function describe({ status, text }: Answer) {
  return status === 200 ? "200" : `${status} ${/"type":"([\w-]+)"/.exec(text)?.[1] ?? text.slice(0, 100)}`;
}
