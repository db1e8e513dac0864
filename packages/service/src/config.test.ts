import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
const WHOLE = { DATABASE_URL: "postgres://user:pass@127.0.0.1/shop", KEEPSAKE_SECRET: SECRET };

test("two settings are enough; the rest has defaults", () => {
  expect(readConfig(WHOLE)).toMatchObject({
    databaseUrl: WHOLE.DATABASE_URL,
    secret: SECRET,
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
    warnings: [],
  });
});

test("a missing setting is named", () => {
  expect(() => readConfig({})).toThrow("DATABASE_URL");
  expect(() => readConfig({ KEEPSAKE_SECRET: SECRET })).toThrow(/required property '?DATABASE_URL/);
  expect(() => readConfig({ DATABASE_URL: WHOLE.DATABASE_URL })).toThrow(/required property '?KEEPSAKE_SECRET/);
  expect(() => readConfig({ ...WHOLE, DATABASE_URL: "" })).toThrow(/required property '?DATABASE_URL/);
});

test("a wrong setting is named, and its value is not shown", () => {
  for (const [name, value] of [
    ["DATABASE_URL", "mysql://user:hunter2@127.0.0.1/shop"],
    ["NATS_URL", "http://hunter2@127.0.0.1"],
    ["REDIS_URL", "http://:hunter2@127.0.0.1"],
    ["KEEPSAKE_SECRET", "hunter2"],
    ["KEEPSAKE_PORT", "70000"],
    ["KEEPSAKE_PORT", "eighty"],
    ["KEEPSAKE_SHARDS", "all"],
    ["KEEPSAKE_POLL_MS", "1"],
    ["KEEPSAKE_LOG_LEVEL", "loud"],
  ] as const) {
    let message = "";
    try {
      readConfig({ ...WHOLE, [name]: value });
    } catch (error) {
      message = String(error);
    }
    expect(message, `for ${name}`).toContain(name);
    expect(message, `for ${name}`).not.toContain("hunter2");
  }
});

test("NAME_FILE names a file that holds NAME, without its last line break", () => {
  const config = readConfig({
    DATABASE_URL_FILE: aFile("url", `${WHOLE.DATABASE_URL}\n`),
    KEEPSAKE_SECRET_FILE: aFile("secret", `${SECRET}\r\n`),
    KEEPSAKE_PORT_FILE: aFile("port", "8181"),
  });
  expect(config).toMatchObject({ databaseUrl: WHOLE.DATABASE_URL, secret: SECRET, port: 8181, warnings: [] });
});

test("NAME and NAME_FILE both set is refused", () => {
  const KEEPSAKE_SECRET_FILE = aFile("secret", SECRET);
  expect(() => readConfig({ ...WHOLE, KEEPSAKE_SECRET_FILE })).toThrow(
    "KEEPSAKE_SECRET_FILE and KEEPSAKE_SECRET are both set. Keep one.",
  );
  expect(readConfig({ ...WHOLE, KEEPSAKE_SECRET: "", KEEPSAKE_SECRET_FILE }).secret).toBe(SECRET);
});

test("a file that cannot be read is named", () => {
  const missing = join(folder, "missing");
  expect(() => readConfig({ ...WHOLE, NATS_URL_FILE: missing })).toThrow(`NATS_URL_FILE: the file ${missing}`);
});

test("an unknown KEEPSAKE_ setting is warned of; what belongs to others is not", () => {
  const { warnings } = readConfig({
    ...WHOLE,
    KEEPSAKE_PROT: "8080",
    KEEPSAKE_TOKEN_FILE: "/x",
    PATH: "/bin",
    HOME: "/",
  });
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toContain("KEEPSAKE_PROT is not a setting of Keepsake");
  expect(warnings[1]).toContain("KEEPSAKE_TOKEN_FILE");
});

test("a redacted print shows no password and no secret, and everything else", () => {
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

test("a password in the parameters of a database URL is redacted as well", () => {
  const { print } = readConfig({ ...WHOLE, DATABASE_URL: "postgres://127.0.0.1/shop?user=u&password=hunter2" });
  expect(JSON.stringify(print({ redacted: true }))).not.toContain("hunter2");
});

test("shards outside 0-4095 or backwards are refused", () => {
  expect(readConfig({ ...WHOLE, KEEPSAKE_SHARDS: "0-4095" }).shards).toEqual({ first: 0, last: 4095 });
  expect(readConfig({ ...WHOLE, KEEPSAKE_SHARDS: "7-7" }).shards).toEqual({ first: 7, last: 7 });
  for (const KEEPSAKE_SHARDS of ["8-7", "0-4096"]) {
    expect(() => readConfig({ ...WHOLE, KEEPSAKE_SHARDS })).toThrow("KEEPSAKE_SHARDS");
  }
});

test("every setting is described, and the required ones are marked", () => {
  const settings = describeSettings();
  expect(settings.filter(({ description }) => description === "")).toEqual([]);
  expect(settings.filter(({ required }) => required).map(({ name }) => name)).toEqual(
    expect.arrayContaining(["DATABASE_URL", "KEEPSAKE_SECRET"]),
  );
});
