import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterAll, expect, test } from "vitest";
import { describeSettings, readConfig } from "./config.ts";

const folder = mkdtempSync(join(tmpdir(), "keepsake-config-"));
afterAll(() => rmSync(folder, { recursive: true }));
const aFile = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const SECRET = "0123456789abcdef0123456789abcdef";
const REQUIRED = { DATABASE_URL: "postgres://user:pass@127.0.0.1/shop", KEEPSAKE_SECRET: SECRET };

test("two settings are required; the others have defaults", () => {
  expect(readConfig(REQUIRED)).toMatchObject({
    databaseUrl: REQUIRED.DATABASE_URL,
    secrets: [SECRET],
    natsUrl: undefined,
    redisUrl: undefined,
    host: "127.0.0.1",
    port: 8080,
    opsHost: "127.0.0.1",
    opsPort: 9464,
    trustProxy: false,
    shards: { first: 0, last: 15 },
    pollMs: 1_000,
    drainMs: 2_000,
    logLevel: "info",
    erasureLog: undefined,
    warnings: [expect.stringContaining("KEEPSAKE_ERASURE_LOG is not set")],
  });
});

test("the erasure log is a file or a bucket; without one there is a warning, but not in development", () => {
  const read = (env: Record<string, string>) => readConfig({ ...REQUIRED, ...env });
  expect(read({ KEEPSAKE_ERASURE_LOG: "/var/log/erasures.jsonl" })).toMatchObject({
    erasureLog: { path: "/var/log/erasures.jsonl" },
    warnings: [],
  });
  const bucket = {
    KEEPSAKE_ERASURE_LOG: "https://s3.eu-central-1.amazonaws.com/erasures/shop/",
    KEEPSAKE_ERASURE_LOG_REGION: "eu-central-1",
    KEEPSAKE_ERASURE_LOG_ACCESS_KEY: "AKIDEXAMPLE",
    KEEPSAKE_ERASURE_LOG_SECRET_KEY: "hunter2",
  };
  const key = { region: "eu-central-1", accessKey: "AKIDEXAMPLE", secretKey: "hunter2" };
  const address = "https://s3.eu-central-1.amazonaws.com/erasures/shop";
  expect(read(bucket).erasureLog).toEqual({ bucket: { address, ...key } });
  const { KEEPSAKE_ERASURE_LOG_SECRET_KEY: _, ...withoutSecret } = bucket;
  const KEEPSAKE_ERASURE_LOG_SECRET_KEY_FILE = aFile("bucket-secret", "from a file\n");
  expect(read({ ...withoutSecret, KEEPSAKE_ERASURE_LOG_SECRET_KEY_FILE }).erasureLog).toMatchObject({
    bucket: { secretKey: "from a file" },
  });
  expect(JSON.stringify(read(bucket).print({ redacted: true }))).not.toContain("hunter2");
  expect(() => read(withoutSecret)).toThrow("Not set: KEEPSAKE_ERASURE_LOG_SECRET_KEY.");
  expect(() => read({ ...bucket, KEEPSAKE_ERASURE_LOG: "/var/log/erasures.jsonl" })).toThrow("is not the address");
  for (const accepted of [
    "http://minio:9000/erasures",
    "https://storage.googleapis.com/erasures",
    "https://0123.eu.r2.cloudflarestorage.com/erasures",
    "https://bucket.vpce-1a2b.s3.us-east-1.vpce.amazonaws.com/erasures",
  ])
    expect(read({ ...bucket, KEEPSAKE_ERASURE_LOG: accepted }).erasureLog).toMatchObject({
      bucket: { address: accepted },
    });
  for (const refused of [
    "https://s3.eu-central-1.amazonaws.com",
    "https://erasures.s3.eu-central-1.amazonaws.com/shop",
    "https://erasures.s3.amazonaws.com/shop",
    "https://key:hunter2@s3.eu-central-1.amazonaws.com/erasures",
    "https://s3.eu-central-1.amazonaws.com/erasures?X-Amz-Signature=hunter2",
    "https://s3.eu-central-1.amazonaws.com/with%20blank",
    "s3://erasures",
  ])
    expect(() => read({ ...bucket, KEEPSAKE_ERASURE_LOG: refused }), `for ${refused}`).toThrow(/^KEEPSAKE_ERASURE_LOG/);
  expect(read({ NODE_ENV: "development" }).warnings).toEqual([]);
});

test("a missing setting is named", () => {
  expect(() => readConfig({})).toThrow("DATABASE_URL is not set");
  expect(() => readConfig({})).toThrow("KEEPSAKE_SECRET is not set");
  expect(() => readConfig({ KEEPSAKE_SECRET: SECRET })).toThrow("DATABASE_URL is not set");
  expect(() => readConfig({ DATABASE_URL: REQUIRED.DATABASE_URL })).toThrow("KEEPSAKE_SECRET is not set");
  expect(() => readConfig({ ...REQUIRED, DATABASE_URL: "" })).toThrow("DATABASE_URL is not set");
});

test("a wrong setting is named with what it must be, and its value is not shown", () => {
  for (const [name, value, expected] of [
    ["DATABASE_URL", "mysql://user:hunter2@127.0.0.1/shop", "look like postgres://user:password@host:5432/keepsake"],
    ["NATS_URL", "http://hunter2@127.0.0.1", "look like nats://host:4222"],
    ["REDIS_URL", "http://:hunter2@127.0.0.1", "look like redis://host:6379"],
    ["KEEPSAKE_SECRET", "hunter2", "have 32 to 2048 characters"],
    ["KEEPSAKE_PORT", "70000", "be a whole number from 0 to 65535"],
    ["KEEPSAKE_PORT", "eighty", "be a whole number from 0 to 65535"],
    ["KEEPSAKE_SHARDS", "all", "look like 0-15"],
    ["KEEPSAKE_POLL_MS", "1", "be a whole number from 50 to 60000"],
    ["KEEPSAKE_LOG_LEVEL", "loud", "be one of trace, debug, info, warn, error, fatal, silent"],
    ["KEEPSAKE_MAIL_CATCHER", "yes", "be one of on, off"],
    ["KEEPSAKE_MAIL_IN_FLIGHT", "0", "be a whole number from 1 to 1000"],
    ["KEEPSAKE_MAIL_PER_SECOND", "0", "be a number from 0.1 to 100000"],
    ["KEEPSAKE_DELIVERY_LANES", "21", "be a whole number from 1 to 20"],
  ] as const) {
    let message = "";
    try {
      readConfig({ ...REQUIRED, [name]: value });
    } catch (error) {
      message = String(error);
    }
    expect(message, `for ${name}`).toContain(`${name} must ${expected}`);
    expect(message, `for ${name}`).not.toContain("hunter2");
  }
});

test("a REDIS_URL that the client of Redis could not read is refused, and its password is not shown", () => {
  for (const REDIS_URL of [
    "redis://:hunter2@redis:6379x",
    "redis://:hunter2@redis:70000",
    "redis://:hunter2@redis/shop",
    "redis://:hunter2@",
    "redis://:hunter2/@redis:6379",
    "redis://user:1234#hunter2@redis:6379",
    "redis://user:1234?hunter2@redis:6379",
    "redis://:hunter2%zz@redis:6379",
    "redis:///0",
  ]) {
    let message = "";
    try {
      readConfig({ ...REQUIRED, REDIS_URL });
    } catch (error) {
      message = inspect(error);
    }
    expect(message, `for ${REDIS_URL}`).toContain("REDIS_URL cannot be read. It must look like redis://");
    expect(message, `for ${REDIS_URL}`).not.toContain("hunter2");
  }
  for (const REDIS_URL of ["redis://redis", "rediss://user:a%2Fb@[::1]:6380/15", "redis://:p@10.0.0.1:6379/"])
    expect(readConfig({ ...REQUIRED, REDIS_URL }).redisUrl).toBe(REDIS_URL);
});

test("NAME_FILE names a file with the value of NAME; a line break at its end is ignored", () => {
  const config = readConfig({
    DATABASE_URL_FILE: aFile("url", `${REQUIRED.DATABASE_URL}\n`),
    KEEPSAKE_SECRET_FILE: aFile("secret", `${SECRET}\r\n`),
    KEEPSAKE_PORT_FILE: aFile("port", "8181"),
    KEEPSAKE_ERASURE_LOG: "/x",
  });
  expect(config).toMatchObject({ databaseUrl: REQUIRED.DATABASE_URL, secrets: [SECRET], port: 8181, warnings: [] });
});

test("a setting with both NAME and NAME_FILE is refused", () => {
  const KEEPSAKE_SECRET_FILE = aFile("secret", SECRET);
  expect(() => readConfig({ ...REQUIRED, KEEPSAKE_SECRET_FILE })).toThrow(
    "KEEPSAKE_SECRET_FILE and KEEPSAKE_SECRET are both set. Keep one.",
  );
  expect(readConfig({ ...REQUIRED, KEEPSAKE_SECRET: "", KEEPSAKE_SECRET_FILE }).secrets).toEqual([SECRET]);
});

test("a secret may be followed by older ones, and a secret of 0.1 that contains a comma is one secret", () => {
  const read = (KEEPSAKE_SECRET: string) => readConfig({ ...REQUIRED, KEEPSAKE_SECRET }).secrets;
  expect(read(`${"b".repeat(32)},${"a".repeat(40)}`)).toEqual(["b".repeat(32), "a".repeat(40)]);
  expect(read(`${"b".repeat(32)}, ${"a".repeat(40)}\n`)).toEqual(["b".repeat(32), "a".repeat(40)]);
  expect(read(`${"b".repeat(32)},${"a".repeat(31)}`)).toEqual([`${"b".repeat(32)},${"a".repeat(31)}`]);
});

test("a file that cannot be read is named", () => {
  const missing = join(folder, "missing");
  expect(() => readConfig({ ...REQUIRED, NATS_URL_FILE: missing })).toThrow(`NATS_URL_FILE: the file ${missing}`);
});

test("an unknown KEEPSAKE_ setting causes a warning; variables of other programs do not", () => {
  const { warnings } = readConfig({
    ...REQUIRED,
    KEEPSAKE_PROT: "8080",
    KEEPSAKE_TOKEN_FILE: "/x",
    KEEPSAKE_ERASURE_LOG: "/x",
    PATH: "/bin",
    HOME: "/",
  });
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toContain("KEEPSAKE_PROT is not a setting of Keepsake");
  expect(warnings[1]).toContain("KEEPSAKE_TOKEN_FILE");
});

test("the redacted settings show no password and no secret, and everything else", () => {
  const secrets = {
    DATABASE_URL: "postgres://user:hunter2@127.0.0.1:5432/shop",
    NATS_URL: "nats://hunter2@127.0.0.1:4222",
    REDIS_URL: "redis://:hunter2@127.0.0.1:6379/0",
    KEEPSAKE_SECRET: `hunter2-${SECRET}`,
  };
  const { print } = readConfig({ ...secrets, KEEPSAKE_PORT: "8181" });
  const redacted = print({ redacted: true });

  expect(JSON.stringify(redacted)).not.toContain("hunter2");
  expect(redacted).toMatchObject({ KEEPSAKE_PORT: 8181, KEEPSAKE_HOST: "127.0.0.1" });
  expect(redacted.DATABASE_URL).toContain("127.0.0.1:5432/shop");
  expect(print({ redacted: false })).toMatchObject(secrets);
});

test("a password in the parameters of a database URL is redacted", () => {
  const { print } = readConfig({ ...REQUIRED, DATABASE_URL: "postgres://127.0.0.1/shop?user=u&password=hunter2" });
  expect(JSON.stringify(print({ redacted: true }))).not.toContain("hunter2");
});

test("mails in flight have a default that fits the provider, and every limit of a sender can be set", () => {
  const smtp = { ...REQUIRED, KEEPSAKE_SMTP_URL: "smtp://mail.example" };
  const http = { ...REQUIRED, KEEPSAKE_MAIL_HTTP_URL: "https://mail.example/send" };
  const sms = { ...REQUIRED, KEEPSAKE_SMS_HTTP_URL: "https://sms.example/send" };
  expect(readConfig(smtp).mail).toMatchObject({ inFlight: 10, perSecondMax: undefined });
  expect(readConfig(http).mail).toMatchObject({ inFlight: 50, perSecondMax: undefined });
  expect(readConfig(sms).sms).toMatchObject({ inFlight: 10, perSecondMax: undefined });
  const mail = { KEEPSAKE_MAIL_IN_FLIGHT: "3", KEEPSAKE_MAIL_PER_SECOND: "0.5" };
  expect(readConfig({ ...smtp, ...mail }).mail).toMatchObject({ inFlight: 3, perSecondMax: 0.5 });
  const text = { KEEPSAKE_SMS_IN_FLIGHT: "2", KEEPSAKE_SMS_PER_SECOND: "1" };
  expect(readConfig({ ...sms, ...text }).sms).toMatchObject({ inFlight: 2, perSecondMax: 1 });
  expect([readConfig(REQUIRED), readConfig({ ...REQUIRED, KEEPSAKE_DELIVERY_LANES: "8" })]).toMatchObject([
    { deliveryLanes: 3 },
    { deliveryLanes: 8 },
  ]);
});

test("a range of shards outside 0-4095, or with the higher number first, is refused", () => {
  expect(readConfig({ ...REQUIRED, KEEPSAKE_SHARDS: "0-4095" }).shards).toEqual({ first: 0, last: 4095 });
  expect(readConfig({ ...REQUIRED, KEEPSAKE_SHARDS: "7-7" }).shards).toEqual({ first: 7, last: 7 });
  for (const KEEPSAKE_SHARDS of ["8-7", "0-4096"]) {
    expect(() => readConfig({ ...REQUIRED, KEEPSAKE_SHARDS })).toThrow("KEEPSAKE_SHARDS");
  }
});

test("every setting has a description, and the required ones are marked", () => {
  const settings = describeSettings();
  expect(settings.filter(({ description }) => description === "")).toEqual([]);
  expect(settings.filter(({ required }) => required).map(({ name }) => name)).toEqual(
    expect.arrayContaining(["DATABASE_URL", "KEEPSAKE_SECRET"]),
  );
});

test("settings that only work together are refused unless all are set", () => {
  expect(() => readConfig({ ...REQUIRED, KEEPSAKE_SES_REGION: "eu-central-1" })).toThrow(
    "Not set: KEEPSAKE_SES_ACCESS_KEY, KEEPSAKE_SES_SECRET_KEY.",
  );
  expect(() => readConfig({ ...REQUIRED, KEEPSAKE_TWILIO_ACCOUNT: "AC1" })).toThrow("Not set: KEEPSAKE_TWILIO_SECRET");
});

test("two providers for mail, or two for SMS, are refused", () => {
  const [smtp, http] = ["smtp://127.0.0.1", "http://127.0.0.1"];
  expect(() => readConfig({ ...REQUIRED, KEEPSAKE_SMTP_URL: smtp, KEEPSAKE_MAIL_HTTP_URL: http })).toThrow(
    "KEEPSAKE_SMTP_URL and KEEPSAKE_MAIL_HTTP_URL are both set",
  );
  expect(() => readConfig({ ...REQUIRED, KEEPSAKE_SMS_HTTP_URL: http, KEEPSAKE_TWILIO_ACCOUNT: "AC1" })).toThrow(
    "KEEPSAKE_SMS_HTTP_URL and KEEPSAKE_TWILIO_ACCOUNT are both set",
  );
});

test("the signatures of webhooks need what checks them", () => {
  const read = (extra: Record<string, string>) => readConfig({ ...REQUIRED, ...extra }).hooks;
  expect(read({})).toEqual({ snsTopics: undefined, twilioSecret: undefined });
  const topic = "arn:aws:sns:eu-west-1:123456789012:bounces";
  expect(read({ KEEPSAKE_SNS_TOPICS: `${topic}, ${topic}-2` }).snsTopics).toEqual([topic, `${topic}-2`]);
  expect(() => read({ KEEPSAKE_SNS_TOPICS: `${topic},arn:aws:sqs:x` })).toThrow(
    "arn:aws:sqs:x is not the ARN of a topic",
  );
  expect(() => read({ KEEPSAKE_TWILIO_SIGNATURES: "on" })).toThrow("KEEPSAKE_TWILIO_SECRET, which checks them");
});
