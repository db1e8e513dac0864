import type { Config } from "../config.ts";
import { type Clock, systemClock } from "../platform/clock.ts";
import { createDb } from "../platform/db/db.ts";
import {
  checkClock,
  checkConnections,
  checkLogins,
  checkMigrations,
  checkPowers,
  checkSecret,
} from "./check-database.ts";
import { checkNats, checkPublicUrl, checkRedis } from "./check-engines.ts";
import { checkErasureLog } from "./check-erasure-log.ts";
import { checkMail, checkSenderDomain, checkSms } from "./check-mail.ts";
import { checkSettings } from "./check-settings.ts";
import { codeOf, type Finding, problem } from "./finding.ts";

const CHECK_MS = 20_000;

/** Checks a whole deployment, as the settings describe it. Changes nothing, and no finding contains a secret. */
export async function examine(
  config: Config,
  { clock = systemClock, checkMs = CHECK_MS }: { readonly clock?: Clock; readonly checkMs?: number } = {},
): Promise<Finding[]> {
  const { databaseUrl, roleUrls, allowPrivilegedLogin } = config;
  const options = { onError: () => undefined, wake: () => undefined, roleUrls };
  const db = createDb(databaseUrl, { ...options, allowPrivilegedLogin: true });
  const strict = createDb(databaseUrl, { ...options, allowPrivilegedLogin });
  const run = (name: string, check: () => Promise<readonly Finding[]>) => inTime(name, check, checkMs);
  try {
    const others = Promise.all([
      run("mail", () => checkMail(config)),
      run("text messages", () => checkSms(config)),
      run("DNS", () => checkSenderDomain(config)),
      run("NATS", () => checkNats(config)),
      run("Redis", () => checkRedis(config)),
      run("public URL", () => checkPublicUrl(config)),
      run("erasure log", () => checkErasureLog(config)),
    ]);
    const logins = await run("database", () => checkLogins(db, config));
    const isConnected = logins.every(({ state }) => state !== "problem");
    // Without a login, the rest would fail for the same reason.
    const database = isConnected
      ? await Promise.all([
          run("database", () => checkPowers(strict)),
          run("migrations", () => checkMigrations(db)),
          run("secret", () => checkSecret(db, config)),
          run("connections", () => checkConnections(db, config)),
          run("clock", () => checkClock(db, clock)),
        ])
      : [];
    return [...checkSettings(config), ...logins, ...database.flat(), ...(await others).flat()];
  } finally {
    await Promise.all([db.end(), strict.end()]);
  }
}

/** The findings of a check, or a problem if it fails or takes too long. */
async function inTime(
  name: string,
  check: () => Promise<readonly Finding[]>,
  checkMs: number,
): Promise<readonly Finding[]> {
  const { promise: late, resolve } = Promise.withResolvers<readonly Finding[]>();
  const timer = setTimeout(
    () =>
      resolve([
        problem(name, `The check did not end in ${checkMs / 1_000} s.`, "Something answers very slowly. Try again."),
      ]),
    checkMs,
  );
  try {
    return await Promise.race([check(), late]);
  } catch (error) {
    return [
      problem(
        name,
        `The check failed (${codeOf(error)}).`,
        "Try again. If it stays so, look at the log of the service.",
      ),
    ];
  } finally {
    clearTimeout(timer);
  }
}
