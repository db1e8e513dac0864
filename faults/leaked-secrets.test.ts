import { execFile } from "node:child_process";
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { readdir, readFile, readlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { ask } from "../engines/ask.ts";
import { POSTGRES_BIN } from "../engines/install.ts";
import type { Engine } from "../engines/run-engine.ts";
import { startSmtpSink } from "../engines/smtp-sink.ts";
import { waitFor } from "../engines/wait-for.ts";
import { smtpSettings } from "./alerts.ts";
import { basic, openLab, report } from "./lab.ts";
import { aClient, type Call, tally } from "./load.ts";

const run = promisify(execFile);
const mark = (what: string) => `canary-${what}-${randomBytes(8).toString("hex")}`;
const REGID = "/storeadmin/v3/user/generate-regid";
const SYNC = "/storeadmin/v3/user/guest-validate-sync";
const RECIPIENTS = 20;
const USER_AGENT = { useragenttype: "faults" };

test("no secret and no personal data is in a log, a database dump, NATS or Redis", async () => {
  const lab = await openLab({ postgres: true, nats: true, redis: true });
  onTestFinished(lab.close);
  // Real mail servers repeat the recipient when they refuse it.
  const sink = await startSmtpSink({
    refuse: (to) => `550 5.1.1 <${to}>: Recipient address rejected: ${to} is unknown`,
  });
  onTestFinished(sink.close);
  const passwords = { database: mark("database-password"), redis: mark("redis-password"), nats: mark("nats-password") };
  const withPassword = (url: string, password: string) =>
    url.replace(/\/\/(?:(\w+)@)?/, (_, user = "user") => `//${user}:${password}@`);
  const settings = {
    DATABASE_URL: withPassword(lab.settings["DATABASE_URL"] ?? "", passwords.database),
    KEEPSAKE_LOG_LEVEL: "trace",
    KEEPSAKE_POLL_MS: "100",
    ...smtpSettings(sink),
  };
  const [store, api] = await Promise.all([lab.aStore(), lab.start("all", settings)]);
  const { pid } = store;
  const { identitySecret } = await lab.command<{ identitySecret: string }>("store", "identity-secret", "--pid", pid);
  const client = aClient(api.port);
  onTestFinished(client.close);

  const emails = Array.from({ length: 6 }, (_, n) => `${mark(`email${n}`)}@example.com`);
  const [email = "", lateEmail = "", vouchedEmail = "", brokenEmail = "", queryEmail = "", refusedEmail = ""] = emails;
  const uuid = randomUUID();
  const headers = {
    cookie: mark("cookie"),
    "user-agent": mark("user-agent"),
    "idempotency-key": mark("idempotency-key"),
  };
  const bearer = mark("bearer");
  const field = mark("field");
  const wrongKey = store.key.replace(/.{8}$/, "00000000");
  const assertion = sign({ email: vouchedEmail, exp: Math.floor(Date.now() / 1000) + 60 }, identitySecret);
  const forged = sign({ email: vouchedEmail, exp: Math.floor(Date.now() / 1000) + 60 }, "not the secret");

  const statuses: number[] = [];
  const send = async (call: Call) => {
    const answer = await client.send({ ...call, headers: { authorization: store.basic, ...headers, ...call.headers } });
    statuses.push(answer.status);
    return JSON.parse(answer.text || "{}") as Record<string, string>;
  };
  const inBrowser = (params: Record<string, string>) => send({ path: `/api/v3/provider/register?pid=${pid}`, params });
  const raw = async (body: string, contentType: string) => {
    const init = { method: "POST", body, headers: { authorization: store.basic, "content-type": contentType } };
    statuses.push((await fetch(`${api.url}${REGID}`, init)).status);
  };

  async function useEverything() {
    const guest = await send({ path: REGID, params: { uuid, field, ...USER_AGENT } });
    const account = await send({
      path: REGID,
      params: { useremail: email.toUpperCase(), ...USER_AGENT },
      headers: { "idempotency-key": "second" },
    });
    const merge = { regid: guest["regid"] ?? "", useremail: email, ...USER_AGENT };
    await send({ path: SYNC, params: merge });
    await send({ path: SYNC, params: merge });
    await send({ path: SYNC, params: { ...merge, dryrun: "1", field } });
    const vouched = await inBrowser({ assertion });
    await inBrowser({ assertion: forged });
    await inBrowser({ uuid, sessionid: guest["sessionid"] ?? "" });
    await inBrowser({ uuid, sessionid: `${guest["sessionid"]?.slice(0, -4)}AAAA` });
    await send({
      path: `${REGID}?useremail=${queryEmail}`,
      params: USER_AGENT,
      headers: { "idempotency-key": "third" },
    });
    await send({ path: REGID, params: { useremail: `${refusedEmail}@@`, ...USER_AGENT } });
    await send({ path: REGID, params: { useremail: `${refusedEmail}\0`, ...USER_AGENT } });
    await send({ path: REGID, params: { useremail: refusedEmail.padEnd(70_000, "x"), ...USER_AGENT } });
    await send({ path: `/nowhere/${field}/${queryEmail}`, params: { useremail: email } });
    for (const authorization of [basic(pid, wrongKey), `Bearer ${bearer}`, basic(field, store.key)]) {
      await send({ path: "/storeadmin/me", headers: { authorization } });
    }
    await send({ path: "/storeadmin/me", headers: { origin: `https://${field}.example` } });
    await raw(`{"useremail": "${brokenEmail}", "uuid": "${uuid}", `, "application/json");
    await raw(`{"useremail": "${brokenEmail}", "__proto__": "${field}"}`, "application/json");
    await raw(`useremail=${brokenEmail}`, `text/${field}`);
    return { guest, account, vouched };
  }

  const { guest, account, vouched } = await useEverything();
  await send({ path: "/storeadmin/v3/user/undo-merge", params: { regid: guest["regid"] ?? "" } });
  await send({ path: "/storeadmin/v3/user/revoke-sessions", params: { useremail: email } });
  const rotated = await lab.command<{ key: string }>("key", "rotate", "--pid", pid, "--id", store.keyId);
  await send({ path: "/storeadmin/me", headers: { authorization: basic(pid, rotated.key) } });

  // PostgreSQL quotes the offending row in its error, and a missing table causes an unexpected error.
  await lab.select(`alter table shoppers add constraint canary check (email <> '${lateEmail}')`);
  await send({
    path: REGID,
    params: { useremail: lateEmail, ...USER_AGENT },
    headers: { "idempotency-key": "fourth" },
  });
  await send({ path: SYNC, params: { regid: guest["regid"] ?? "", useremail: lateEmail, ...USER_AGENT } });
  await lab.select("alter table shoppers drop constraint canary");
  await lab.select("alter table shoppers rename to gone");
  await useEverything();
  await lab.select("alter table gone rename to shoppers");
  await lab.engines.postgres.kill();
  await useEverything();
  await lab.engines.postgres.start();
  expect(await waitFor(async () => (await client.send({ path: "/readyz" })).status === 200, 60_000)).toBe(true);
  await useEverything();

  const refusedRecipients = await mailToEveryone();

  const locked = {
    ...settings,
    REDIS_URL: withPassword(lab.engines.redis.url, passwords.redis),
    NATS_URL: withPassword(lab.engines.nats.url, passwords.nats),
  };
  const lockedOut = await lab.start("all", locked);
  await client.send({ path: "/storeadmin/me", headers: { authorization: store.basic } }, lockedOut.port);
  const printed = await runFailingCommands({ ...lab.settings, ...locked });

  const places = await gather();
  const { dump: _addressesAreStored, ...outside } = places;
  const leaks = [...find(places, canaries()), ...find(outside, refusedRecipients)];
  const planted = await findPlanted();
  const bytes = Object.fromEntries(Object.entries(places).map(([name, { length }]) => [name, length]));
  report("leaked secrets", {
    statuses: tally(statuses),
    canaries: Object.keys(canaries()).length,
    refusedRecipients: Object.keys(refusedRecipients).length,
    bytes,
    leaks,
    planted,
  });
  expect(tally(statuses)["500"]).toBeGreaterThan(0);
  expect(tally(statuses)["503"]).toBeGreaterThan(0);
  expect(Object.keys(canaries()).length).toBeGreaterThanOrEqual(20);
  expect(leaks).toEqual([]);
  expect(planted).toEqual(["log: planted", "dump: planted", "nats: planted", "redis: planted", "commands: planted"]);

  /** Makes the mail server refuse confirmations, whose failures are logged, and alerts. Returns their recipients. */
  async function mailToEveryone(): Promise<Record<string, string>> {
    const admin = { authorization: (await lab.aKey(pid, ["admin"])).basic };
    const products = JSON.stringify([{ epi: 1, empi: 1, du: "https://shop.example/p" }]);
    const aRecipient = (_: unknown, n: number) => [`recipient ${n}`, `${mark(`to${n}`)}@example.com`] as const;
    const recipients = Array.from({ length: RECIPIENTS }, aRecipient);
    const signUp = async ([, mediumvalue]: readonly [string, string]) => {
      const params = { medium: "email", mediumvalue, topics: "backinstock", products };
      const call = { path: "/storeadmin/bispa/subscriptions/create", params, headers: admin };
      expect((await client.send(call)).status).toBe(200);
    };
    for (const recipient of recipients.slice(0, RECIPIENTS / 2)) await signUp(recipient);
    await lab.setStore(pid, { alerts: { doubleOptIn: true } });
    for (const recipient of recipients.slice(RECIPIENTS / 2)) {
      // A process learns of the changed setting after a few seconds at most.
      const isRequested = async () => {
        await signUp(recipient);
        return (await lab.select(`select 1 from sign_up_requests where value = '${recipient[1]}'`)).length > 0;
      };
      expect(await waitFor(isRequested, 30_000)).toBe(true);
    }
    const levels = [{ epi: 1, quantity: 50, occurredAt: new Date().toISOString() }];
    await client.send({ path: "/storeadmin/v3/inventory/set", json: { levels }, headers: admin });
    const refusals = async () => (await api.log()).split("was not accepted by the provider").length - 1;
    expect(await waitFor(async () => (await refusals()) >= RECIPIENTS / 2, 120_000)).toBe(true);
    return Object.fromEntries(recipients);
  }

  function canaries(): Record<string, string> {
    return {
      ...Object.fromEntries(emails.map((text, n) => [`email ${n}`, text])),
      ...passwords,
      ...headers,
      secret: lab.settings["KEEPSAKE_SECRET"] ?? "",
      identitySecret,
      key: store.key,
      keySecret: store.key.split("_")[2] ?? "",
      keyHeader: store.basic.replace("Basic ", ""),
      rotatedKey: rotated.key,
      wrongKey,
      uuid,
      guestSession: guest["sessionid"] ?? "",
      accountSession: account["sessionid"] ?? "",
      vouchedSession: vouched["sessionid"] ?? "",
      guestRegid: guest["regid"] ?? "",
      assertion,
      forged,
      bearer,
      field,
    };
  }

  async function findPlanted() {
    const plant = mark("planted");
    await writeFile(join(await folderOf(lab.engines.nats), "data", "planted"), plant);
    await writeFile(join(lab.folder, "planted.log"), plant);
    await ask(lab.engines.redis.port, `SET ${plant} 1\r\n`, /\+OK/);
    await lab.select(`update stores set name = '${plant}'`);
    return find({ ...(await gather()), commands: Buffer.from(`${printed}${plant}`) }, { planted: plant });
  }

  /** Reads every place that outlives a request. */
  async function gather() {
    await ask(lab.engines.redis.port, "CONFIG SET rdbcompression no\r\nSAVE\r\n", /\+OK\r\n\+OK/);
    const dump = await run(join(POSTGRES_BIN, "pg_dump"), [lab.database], { maxBuffer: 64 * 1024 * 1024 });
    // The email column of accounts is the only place where an email may be stored.
    const withoutEmails = dump.stdout.replace(/^COPY public\.shoppers [^]*?^\\\.$/m, (rows) =>
      rows.replaceAll(/[^\t\n]*@[^\t\n]*/g, ""),
    );
    return {
      log: await readAll(lab.folder),
      dump: Buffer.from(withoutEmails),
      nats: await readAll(await folderOf(lab.engines.nats)),
      redis: await readAll(await folderOf(lab.engines.redis)),
      commands: Buffer.from(printed),
    };
  }
});

/** Runs commands that must fail and returns what they print. */
async function runFailingCommands(settings: Record<string, string>) {
  const main = new URL("../packages/service/src/main.ts", import.meta.url).pathname;
  const nowhere = settings["DATABASE_URL"]?.replace(/:\d+\//, ":1/") ?? "";
  const attempts: [string[], Record<string, string>][] = [
    [["migrate"], { DATABASE_URL: nowhere }],
    [["store", "list", "--json"], { DATABASE_URL: nowhere }],
    [["config", "print"], {}],
    [["api"], { KEEPSAKE_PORT: "not a port" }],
  ];
  const outputs = attempts.map(async ([args, change]) => {
    const env = { PATH: process.env["PATH"], ...settings, ...change };
    const done = run(process.execPath, [main, ...args], { env, timeout: 120_000 });
    const { stdout, stderr } = await done.catch((error: { stdout: string; stderr: string }) => error);
    return stdout + stderr;
  });
  return (await Promise.all(outputs)).join("\n");
}

const folderOf = (engine: Engine) => readlink(`/proc/${engine.pid}/cwd`);

async function readAll(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== "owner.json");
  return Buffer.concat(await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name)))));
}

/** Finds canaries as plain text, URL-encoded, in hex and in base64. */
function find(places: Record<string, Buffer>, canaries: Record<string, string>): string[] {
  return Object.entries(places).flatMap(([place, bytes]) => {
    const text = bytes.toString("latin1").toLowerCase();
    const formsOf = (canary: string) => {
      const plain = Buffer.from(canary);
      return [
        canary,
        encodeURIComponent(canary),
        plain.toString("hex"),
        plain.toString("base64").replace(/.{1,2}=*$/, ""),
      ];
    };
    const found = Object.entries(canaries).filter(([, canary]) =>
      formsOf(canary).some((form) => text.includes(form.toLowerCase())),
    );
    return found.map(([name]) => `${place}: ${name}`);
  });
}

function sign(claims: object, secret: string) {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const text = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}
