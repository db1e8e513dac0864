import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { COMPILE_CACHE } from "../../../../engines/compile-cache.ts";
import { getFreePort } from "../../../../engines/get-free-port.ts";
import { startEngines } from "../../../../engines/start.ts";
import { aBucket, type BucketRefusal } from "../../test/fixtures/bucket.ts";
import { look } from "../../test/fixtures/database.ts";
import { withServiceLogin } from "../../test/fixtures/database-url.ts";
import { aDnsServer, type Trouble, type Zone } from "../../test/fixtures/dns-server.ts";
import { anHttpSink } from "../../test/fixtures/http-sink.ts";
import { aMailServer } from "../../test/fixtures/mail-server.ts";
import { aMigratedDatabase } from "../../test/fixtures/migrated-database.ts";
import { natsUrl } from "../../test/fixtures/nats-url.ts";
import { redisUrl } from "../../test/fixtures/redis-url.ts";
import { aService, testConfig } from "../../test/fixtures/service.ts";
import { TEST_SECRET } from "../../test/fixtures/shared.ts";
import { whenDone } from "../../test/fixtures/when-done.ts";
import { checkErasureLog } from "./check-erasure-log.ts";
import { checkSettings } from "./check-settings.ts";
import { examine } from "./doctor.ts";

const RIGHT: Record<string, Zone> = {
  "keepsake.example": { TXT: ["v=spf1 a:127.0.0.1 ip4:127.0.0.1 -all"], MX: ["mx.keepsake.example"] },
  "_dmarc.keepsake.example": { TXT: ["v=DMARC1; p=none"] },
};

/** A deployment in which everything works, and its settings. */
async function aDeployment({ zones = RIGHT }: { zones?: Record<string, Zone | Trouble> } = {}) {
  const url = await aMigratedDatabase();
  const service = aService({ env: { DATABASE_URL: url } });
  const publicUrl = await service.http.listen({ port: 0, host: "127.0.0.1" });
  const [mail, dns] = [await aMailServer(), await aDnsServer(zones)];
  const folder = await mkdtemp(join(tmpdir(), "keepsake-erasures-"));
  whenDone(() => rm(folder, { recursive: true }));
  const env = {
    DATABASE_URL: url,
    KEEPSAKE_ERASURE_LOG: join(folder, "erasures.jsonl"),
    NATS_URL: natsUrl,
    REDIS_URL: redisUrl,
    KEEPSAKE_PROCESSES: "2",
    KEEPSAKE_PUBLIC_URL: publicUrl,
    KEEPSAKE_SMTP_URL: mail.url,
    KEEPSAKE_MAIL_FROM: "Keepsake <alerts@keepsake.example>",
    KEEPSAKE_DNS_SERVERS: dns.address,
  };
  return { url, env };
}

const examineWith = async (env: Record<string, string>, options: Parameters<typeof examine>[1] = {}) => {
  const findings = await examine(testConfig(env), options);
  return {
    findings,
    problems: findings.filter(({ state }) => state === "problem"),
    of: (check: string) => findings.filter((finding) => finding.check === check),
  };
};

test("a deployment in which everything works has no problem", async () => {
  const { env } = await aDeployment();
  const { findings } = await examineWith(env);
  expect(findings.filter(({ state }) => state !== "ok")).toMatchObject([
    // The operator has set no key in this deployment.
    { check: "DNS of keepsake.example", state: "warning", text: expect.stringContaining("dkim") },
  ]);
  expect(new Set(findings.map(({ check }) => check))).toEqual(
    new Set([
      "settings",
      "database",
      "migrations",
      "secret",
      "connections",
      "clock",
      "mail",
      "DNS of keepsake.example",
      "NATS",
      "Redis",
      "public URL",
      "erasure log",
    ]),
  );
});

test("a setting for development is named where shoppers reach the service", async () => {
  const { env } = await aDeployment();
  const settings = async (publicUrl: string) =>
    checkSettings(testConfig({ ...env, KEEPSAKE_PUBLIC_URL: publicUrl, KEEPSAKE_ALLOW_LOOPBACK: "on" }));
  expect(await settings("https://alerts.example")).toContainEqual(
    expect.objectContaining({ state: "problem", text: expect.stringContaining("KEEPSAKE_ALLOW_LOOPBACK is on") }),
  );
  expect(JSON.stringify(await settings("http://localhost:8080"))).not.toContain("LOOPBACK");
});

test("an erasure log that cannot be written is a problem, and one that is not set is a warning", async () => {
  const settings = (env: Record<string, string>) =>
    checkErasureLog(testConfig({ DATABASE_URL: "postgres://x", ...env }));
  expect(await settings({ KEEPSAKE_ERASURE_LOG: "/dev/null/erasures.jsonl" })).toMatchObject([
    { state: "problem", text: expect.stringContaining("ENOTDIR") },
  ]);
  expect(await settings({ NODE_ENV: "production" })).toMatchObject([{ state: "warning" }]);
});

test("what is wrong with the bucket of the erasure log is said with what to do", async () => {
  let reaction: BucketRefusal | undefined;
  let refuses = (_method: string) => true;
  const bucket = await aBucket({ react: ({ method }) => (refuses(method) ? reaction : undefined) });
  const findWith = async (changed: Partial<typeof bucket.env> = {}, refusal?: BucketRefusal) => {
    reaction = refusal;
    const [found] = await checkErasureLog(testConfig({ ...bucket.env, ...changed }));
    return found;
  };
  const problem = (text: string, fix: string) => ({
    state: "problem",
    text: expect.stringContaining(text),
    fix: expect.stringContaining(fix),
  });
  expect(await findWith()).toMatchObject({ state: "ok" });
  expect([...bucket.objects]).toEqual([["check.jsonl", "\n"]]);

  expect(await findWith({ KEEPSAKE_ERASURE_LOG_REGION: "us-east-1" })).toMatchObject(
    problem("not in the region us-east-1 (400 AuthorizationHeaderMalformed)", "REGION to eu-central-1"),
  );
  const moved = { status: 301, code: "PermanentRedirect", headers: { "x-amz-bucket-region": "eu-west-3" } };
  expect(await findWith({}, moved)).toMatchObject(problem("(301 PermanentRedirect)", "REGION to eu-west-3"));
  expect(await findWith({ KEEPSAKE_ERASURE_LOG: bucket.address.replace("erasures", "elsewhere") })).toMatchObject(
    problem("no bucket elsewhere at 127.0.0.1", "Create it"),
  );
  expect(await findWith({ KEEPSAKE_ERASURE_LOG_ACCESS_KEY: "OTHER" })).toMatchObject(
    problem("does not know the access key OTHER", "ACCESS_KEY"),
  );
  const wrong = await findWith({ KEEPSAKE_ERASURE_LOG_SECRET_KEY: "hunter2" });
  expect(wrong).toMatchObject(problem("refuses the signature", "SECRET_KEY"));
  expect(JSON.stringify(wrong)).not.toContain("hunter2");
  const denied = { status: 403, code: "AccessDenied" };
  expect(await findWith({}, denied)).toMatchObject(problem("may not write to the bucket", "s3:PutObject on erasures"));
  expect(await findWith({ KEEPSAKE_ERASURE_LOG: "http://127.0.0.1:65531/erasures" })).toMatchObject(
    problem("127.0.0.1:65531 does not answer as a bucket (ECONNREFUSED)", "Check the address"),
  );
  const date = new Date(Date.now() + 3_600_000).toUTCString();
  const skewed = { status: 403, code: "RequestTimeTooSkewed", headers: { date } };
  expect(await findWith({}, skewed)).toMatchObject(problem("s behind that of the bucket", "NTP"));

  refuses = (method) => method === "GET";
  expect(await findWith({}, denied)).toMatchObject({
    state: "warning",
    text: expect.stringContaining("may not read from the bucket"),
    fix: expect.stringContaining("s3:ListBucket and s3:GetObject"),
  });
}, 30_000);

test("a wrong password of the database is named, and hides the checks that need it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keepsake-hba-"));
  const hba = join(folder, "pg_hba.conf");
  await writeFile(hba, "host all postgres all trust\nhost all all all scram-sha-256\n", { mode: 0o644 });
  await promisify(execFile)("chmod", ["755", folder]);
  const engines = await startEngines({ postgres: { hba_file: hba } });
  whenDone(async () => {
    await engines.stop();
    await rm(folder, { recursive: true });
  });
  await look("create role service login password 'right'", [], engines.postgres.url);
  const url = engines.postgres.url.replace("postgres@", "service:wrong@");
  const { of, findings } = await examineWith({ DATABASE_URL: url });
  expect(of("database")).toMatchObject([
    { state: "problem", text: expect.stringContaining("refuses the login"), fix: expect.stringContaining("password") },
  ]);
  expect(findings.filter(({ check }) => ["migrations", "secret", "clock"].includes(check))).toEqual([]);
  const later = await examineWith({ DATABASE_URL: url.replace("wrong", "right") });
  expect(later.of("database")).toMatchObject([
    {
      state: "problem",
      text: expect.stringContaining("keepsake_store does not exist"),
      fix: expect.stringContaining("migrate"),
    },
  ]);
});

test.each([
  ["a server that does not answer", "postgres://x@127.0.0.1:1/x", "does not answer (ECONNREFUSED)"],
  ["a database that does not exist", "nowhere", "There is no such database"],
])("%s is named", async (_, wrong, text) => {
  const { env, url } = await aDeployment();
  const database = wrong === "nowhere" ? url.replace(/[^/]+$/, "nowhere_at_all") : wrong;
  const { of } = await examineWith({ ...env, DATABASE_URL: database });
  expect(of("database")).toMatchObject([{ state: "problem", text: expect.stringContaining(text) }]);
});

test("a login that lacks a role, and one that could read past the policies, are named", async () => {
  const { env, url } = await aDeployment();
  const name = `login_${randomBytes(6).toString("hex")}`;
  await look(`create role ${name} login noinherit in role keepsake_store`, [], url);
  whenDone(async () => void (await look(`drop role ${name}`, [], url)));
  const lacking = await examineWith({ ...env, DATABASE_URL: url.replace("//postgres@", `//${name}@`) });
  expect(lacking.of("database")).toMatchObject([{ state: "problem", text: expect.stringContaining("keepsake_hot") }]);

  const privileged = await examine({ ...testConfig(env), databaseUrl: url });
  expect(privileged.filter(({ check }) => check === "database")).toMatchObject([
    { state: "ok" },
    {
      state: "warning",
      text: "The database login postgres is a superuser.",
      fix: expect.stringContaining("`api` and `worker` do not start with it"),
    },
  ]);
});

test("the login of a worker sees the migrations, and one that may not is told from a database without them", async () => {
  const { env, url } = await aDeployment();
  const name = `login_${randomBytes(6).toString("hex")}`;
  // As deploy/create-logins.sh makes keepsake_worker_login.
  await look(`create role ${name} login noinherit nosuperuser nobypassrls nocreaterole`, [], url);
  whenDone(async () => void (await look(`drop role ${name}`, [], url)));
  await look(`grant keepsake_store, keepsake_hot, keepsake_worker to ${name}`, [], url);
  const migrations = async () => {
    const config = { ...testConfig(env), databaseUrl: url.replace("//postgres@", `//${name}@`) };
    return (await examine(config)).filter(({ check }) => check === "migrations");
  };
  expect(await migrations()).toMatchObject([{ state: "ok" }]);
  await look("revoke select on schema_migrations from keepsake_worker", [], url);
  expect(await migrations()).toMatchObject([{ state: "problem", text: expect.stringContaining("may not read") }]);
  await look("drop table schema_migrations", [], url);
  expect(await migrations()).toMatchObject([{ state: "problem", text: "The database was never migrated." }]);
});

test("missing and newer migrations are named", async () => {
  const { env, url } = await aDeployment();
  await look("delete from schema_migrations where name = '0001_roles.sql' or name like '0042%'", [], url);
  expect((await examineWith(env)).of("migrations")).toMatchObject([
    {
      state: "problem",
      text: expect.stringContaining("0042_counters.sql"),
      fix: expect.stringContaining("npx keepsake migrate"),
    },
  ]);

  const newer = await aDeployment();
  await look("insert into schema_migrations (name, checksum) values ('9999_future.sql', '')", [], newer.url);
  expect((await examineWith(newer.env)).of("migrations")).toMatchObject([
    { state: "warning", text: expect.stringContaining("newer version: 9999_future.sql") },
  ]);
});

test("a secret that does not open the database is a problem, and an older one beside it a warning", async () => {
  const { env } = await aDeployment();
  const other = "another-secret-for-tests-0123456789abcdef";
  expect((await examineWith({ ...env, KEEPSAKE_SECRET: other })).of("secret")).toMatchObject([
    { state: "problem", text: expect.stringContaining("does not contain the secret") },
  ]);
  expect((await examineWith({ ...env, KEEPSAKE_SECRET: `${TEST_SECRET},${other}` })).of("secret")).toMatchObject([
    { state: "warning" },
  ]);
});

test.each([
  [5, "warning", "5 s ahead of"],
  [-3_600, "problem", "3600 s behind"],
])("a clock that is %i seconds off is a %s", async (seconds, state, text) => {
  const { env } = await aDeployment();
  const { of } = await examineWith(env, { clock: () => Date.now() + seconds * 1_000 });
  expect(of("clock")).toMatchObject([
    { state, text: expect.stringContaining(text), fix: expect.stringContaining("NTP") },
  ]);
});

test("a mail server is checked up to its login", async () => {
  const { env } = await aDeployment();
  const mail = async (url: string) => (await examineWith({ ...env, KEEPSAKE_SMTP_URL: url })).of("mail");
  const locked = await aMailServer({ password: "right" });
  const [plain, login] = [await aMailServer(), (password: string) => locked.url.replace("//", `//user:${password}@`)];
  expect(await mail("smtp://127.0.0.1:1")).toMatchObject([
    { state: "problem", text: expect.stringContaining("cannot be reached (ECONNREFUSED)") },
  ]);
  expect(await mail(login("wrong"))).toMatchObject([
    { state: "problem", text: expect.stringContaining("refuses the login (535 5.7.8)") },
  ]);
  expect(await mail(login("right"))).toMatchObject([
    { state: "problem", text: expect.stringContaining("offers no STARTTLS, so the password is sent in the clear") },
  ]);
  expect(await mail(`${plain.url}?requireTLS=true`)).toMatchObject([
    { state: "problem", text: expect.stringContaining("not secure") },
  ]);
  expect(await mail(plain.url)).toMatchObject([{ state: "ok" }]);
  const secure = (await aMailServer({ password: "right", hasTls: true })).url.replace("//", "//user:right@");
  expect(await mail(secure)).toMatchObject([{ state: "problem", text: expect.stringContaining("not secure") }]); // its certificate
  expect(await mail(`${secure}?tls.rejectUnauthorized=false`)).toMatchObject([
    { state: "ok", text: expect.stringContaining("answers with TLS, and accepts the login") },
  ]);
});

test("providers over HTTP, SES and Twilio are asked without sending anything", async () => {
  const { env } = await aDeployment();
  const { KEEPSAKE_SMTP_URL: _, ...without } = env;
  const down = "http://127.0.0.1:1";
  const http = await examineWith({
    ...without,
    KEEPSAKE_MAIL_HTTP_URL: `${down}/x`,
    KEEPSAKE_SMS_HTTP_URL: `${down}/y`,
  });
  expect([...http.of("mail"), ...http.of("text messages")]).toMatchObject([{ state: "problem" }, { state: "problem" }]);
  const sink = await anHttpSink(({ path }) =>
    path.includes("AC1")
      ? { status: 401 }
      : { status: 200, body: '{"SendingEnabled":true,"ProductionAccessEnabled":false}' },
  );
  const cloud = await examineWith({
    ...without,
    KEEPSAKE_SES_REGION: "eu-west-1",
    KEEPSAKE_SES_ACCESS_KEY: "a",
    KEEPSAKE_SES_SECRET_KEY: "b",
    KEEPSAKE_SES_URL: sink.url,
    KEEPSAKE_TWILIO_ACCOUNT: "AC1",
    KEEPSAKE_TWILIO_SECRET: "s",
    KEEPSAKE_SMS_FROM: "Shop",
    KEEPSAKE_TWILIO_URL: sink.url,
  });
  expect(cloud.of("mail")).toMatchObject([{ state: "warning", text: expect.stringContaining("sandbox") }]);
  expect(cloud.of("text messages")).toMatchObject([
    { state: "problem", text: expect.stringContaining("refuses the account (401)") },
  ]);
  expect(sink.posts.map(({ body }) => body)).toEqual(["", ""]);
});

test("records of the sender's domain that are missing are problems, and DNS that does not answer is a warning", async () => {
  const missing = await examineWith((await aDeployment({ zones: {} })).env);
  const states = (findings: readonly { state: string }[]) => findings.map(({ state }) => state);
  expect(states(missing.of("DNS of keepsake.example"))).toEqual(["problem", "warning", "problem", "problem"]);
  expect(missing.of("DNS of keepsake.example")[0]?.fix).toContain(
    'keepsake.example TXT "v=spf1 ip4:(the public address of your mail server) ~all"',
  );
  const broken = await aDeployment({ zones: Object.fromEntries(Object.keys(RIGHT).map((name) => [name, "SERVFAIL"])) });
  expect(new Set(states((await examineWith(broken.env)).of("DNS of keepsake.example")))).toEqual(new Set(["warning"]));
});

test("NATS and Redis that do not answer are named, and both may be left out", async () => {
  const { env } = await aDeployment();
  const down = await examineWith({ ...env, NATS_URL: "nats://127.0.0.1:1", REDIS_URL: "redis://127.0.0.1:1" });
  expect(down.of("NATS")).toMatchObject([
    { state: "problem", text: expect.stringContaining("127.0.0.1:1 does not answer") },
  ]);
  expect(down.of("Redis")).toMatchObject([{ state: "problem", text: "127.0.0.1:1 does not answer (ECONNREFUSED)." }]);
  const { NATS_URL: _, REDIS_URL: __, ...without } = env;
  const left = await examineWith(without);
  expect([...left.of("NATS"), ...left.of("Redis")]).toMatchObject([{ state: "ok" }, { state: "ok" }]);
  const refused = await examineWith({ ...env, REDIS_URL: redisUrl.replace("//", "//nobody:wrong@") });
  expect(refused.of("Redis")).toMatchObject([{ state: "problem", text: expect.stringContaining("refuses the login") }]);
});

test("a public URL where Keepsake does not answer is named with what does", async () => {
  const { env } = await aDeployment();
  const at = async (url: string) => (await examineWith({ ...env, KEEPSAKE_PUBLIC_URL: url })).of("public URL");
  const [other, proxy] = [await anHttpSink(), await anHttpSink(() => ({ status: 502 }))];
  expect(await at(`http://127.0.0.1:${await getFreePort()}`)).toMatchObject([
    { state: "problem", text: expect.stringContaining("does not answer (ECONNREFUSED)") },
  ]);
  expect(await at(other.url)).toMatchObject([
    { state: "problem", text: expect.stringContaining("Something else than Keepsake") },
  ]);
  expect(await at(proxy.url)).toMatchObject([
    { state: "problem", text: expect.stringContaining("the proxy does not reach the API") },
  ]);
});

test("a check that hangs ends in time, and the others are not held up", async () => {
  const hanging = await anHttpSink(() => "hang");
  const { env } = await aDeployment();
  const from = performance.now();
  const { of } = await examineWith({ ...env, KEEPSAKE_PUBLIC_URL: hanging.url }, { checkMs: 1_000 });
  expect(of("public URL")).toMatchObject([{ state: "problem", text: "The check did not end in 1 s." }]);
  expect(of("Redis")).toMatchObject([{ state: "ok" }]);
  expect(performance.now() - from).toBeLessThan(10_000);
});

const MAIN = new URL("../main.ts", import.meta.url).pathname;
type Printed = { readonly stdout: string; readonly stderr: string; readonly code?: number };
async function keepsakeDoctor(env: Record<string, string>, ...args: string[]) {
  const running: Promise<Printed> = promisify(execFile)(process.execPath, [MAIN, "doctor", ...args], {
    env: { ...COMPILE_CACHE, ...env },
  });
  const { stdout, stderr, code = 0 } = await running.catch((error: Printed) => error);
  return { stdout, stderr, code };
}

test("the command prints a line for each check, or JSON, and its exit code says whether there is a problem", async () => {
  const { env, url } = await aDeployment();
  const settings = { ...env, DATABASE_URL: withServiceLogin(url), KEEPSAKE_SECRET: TEST_SECRET, NODE_ENV: "test" };
  const well = await keepsakeDoctor(settings);
  expect([well.code, well.stderr]).toEqual([0, ""]);
  expect(well.stdout).toMatch(/^ok {7}Redis: /m);
  expect(well.stdout).toMatch(/^Problems: 0\. Warnings: 1\./m);
  const ill = await keepsakeDoctor({ ...settings, REDIS_URL: "redis://127.0.0.1:1" }, "--json");
  expect(ill.code).toBe(1);
  expect(JSON.parse(ill.stdout)).toMatchObject({
    ok: false,
    findings: expect.arrayContaining([expect.objectContaining({ check: "Redis", state: "problem" })]),
  });
});

test("no secret of the settings is printed, whatever fails", async () => {
  const secret = `canary${randomBytes(8).toString("hex")}`;
  const env = {
    DATABASE_URL: `postgres://user:${secret}@127.0.0.1:1/x`,
    KEEPSAKE_SECRET: `${secret}-0123456789-0123456789-0123456789`,
    NATS_URL: `nats://user:${secret}@127.0.0.1:1`,
    REDIS_URL: `redis://user:${secret}@127.0.0.1:1`,
    KEEPSAKE_MAIL_HTTP_URL: `http://127.0.0.1:1/${secret}?key=${secret}`,
    KEEPSAKE_MAIL_HTTP_SECRET: secret,
    KEEPSAKE_TWILIO_ACCOUNT: "AC1",
    KEEPSAKE_TWILIO_SECRET: secret,
    KEEPSAKE_TWILIO_URL: "http://127.0.0.1:1",
    KEEPSAKE_SMS_FROM: "Shop",
    KEEPSAKE_PUBLIC_URL: "http://127.0.0.1:1",
    KEEPSAKE_DNS_SERVERS: "127.0.0.1:1",
    KEEPSAKE_TRUST_PROXY: "none",
  };
  for (const args of [[], ["--json"]]) {
    const printed = await keepsakeDoctor(env, ...args);
    expect(printed.code).toBe(1);
    expect(printed.stdout).toContain("does not answer");
    expect(JSON.stringify(printed)).not.toContain(secret);
  }
  const wrong = await keepsakeDoctor({ ...env, KEEPSAKE_SMTP_URL: secret });
  expect(wrong.stdout).toContain("KEEPSAKE_SMTP_URL must");
  expect(JSON.stringify(wrong)).not.toContain(secret);
});
