import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { createClient } from "@redis/client";
import type { Config } from "../config.ts";
import { codeOf, type Finding, hostOf, ok, problem, warning } from "./finding.ts";

const TIMEOUT_MS = 5_000;
const VERSION_MIN = [2, 11] as const;

export async function checkNats({ natsUrl }: Config): Promise<Finding[]> {
  const check = "NATS";
  if (!natsUrl) return [ok(check, "Not used: processes poll for new work, and every 3 seconds for live pages.")];
  const servers = natsUrl.split(",");
  const host = servers.map(hostOf).join(", ");
  let connection: Awaited<ReturnType<typeof connect>>;
  try {
    connection = await connect({ servers, timeout: TIMEOUT_MS, reconnect: false, maxReconnectAttempts: 0 });
  } catch (error) {
    return [explainNats(check, host, error)];
  }
  try {
    const { version = "0" } = connection.info ?? {};
    const [major = 0, minor = 0] = version.split(".").map(Number);
    if (major < VERSION_MIN[0] || (major === VERSION_MIN[0] && minor < VERSION_MIN[1]))
      return [problem(check, `${host} runs NATS ${version}.`, `Install ${VERSION_MIN.join(".")} or newer.`)];
    await (await jetstreamManager(connection, { timeout: TIMEOUT_MS })).getAccountInfo();
    return [ok(check, `${host} answers, with JetStream.`)];
  } catch {
    return [
      problem(
        check,
        `${host} answers, but has no JetStream for this login.`,
        "Start nats-server with -js, and allow the account to use it.",
      ),
    ];
  } finally {
    await connection.close();
  }
}

function explainNats(check: string, host: string, error: unknown): Finding {
  const isRefused =
    error instanceof Error && /authorization|permission|credentials/i.test(`${error.name} ${error.message}`);
  return isRefused
    ? problem(check, `${host} refuses the login.`, "Check the user and the password, or the token, in NATS_URL.")
    : problem(
        check,
        `${host} does not answer (${codeOf(error)}).`,
        "Check that nats-server runs, and the address in NATS_URL.",
      );
}

export async function checkRedis({ redisUrl }: Config): Promise<Finding[]> {
  const check = "Redis";
  if (!redisUrl) return [ok(check, "Not used: each process, or the parent of a group, counts its own rate limits.")];
  const host = hostOf(redisUrl);
  const redis = createClient({ url: redisUrl, socket: { connectTimeout: TIMEOUT_MS, reconnectStrategy: false } });
  redis.on("error", () => undefined); // the calls below fail with it
  try {
    await redis.connect();
    await redis.ping();
    return [ok(check, `${host} answers.`)];
  } catch (error) {
    const isRefused = error instanceof Error && /WRONGPASS|NOAUTH|NOPERM|AUTH /.test(error.message);
    return [
      isRefused
        ? problem(check, `${host} refuses the login.`, "Check the user and the password in REDIS_URL.")
        : problem(
            check,
            `${host} does not answer (${codeOf(error)}).`,
            "Check that Redis runs, and the address in REDIS_URL.",
          ),
    ];
  } finally {
    redis.destroy();
  }
}

/** Whether Keepsake itself answers where shoppers reach it. */
export async function checkPublicUrl({ publicUrl }: Config): Promise<Finding[]> {
  const check = "public URL";
  let status: number;
  let body: unknown;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${publicUrl}/storeadmin/me`, { signal, redirect: "manual" });
    status = response.status;
    body = await response.json().catch(() => undefined);
  } catch (error) {
    return [
      problem(
        check,
        `${publicUrl} does not answer (${codeOf(error)}).`,
        "Start the API, and check the DNS name, the certificate and the proxy of KEEPSAKE_PUBLIC_URL.",
      ),
    ];
  }
  const { type } = (body ?? {}) as { type?: unknown };
  if (status === 401 && type === "invalid-api-key") return [ok(check, `${publicUrl} answers.`)];
  if (status >= 502 && status <= 504)
    return [
      problem(
        check,
        `${publicUrl} answers ${status}: the proxy does not reach the API.`,
        "Start the API, and check where the proxy sends its requests.",
      ),
    ];
  if (status >= 300 && status < 400)
    return [
      problem(
        check,
        `${publicUrl} sends its callers elsewhere (${status}).`,
        "Set KEEPSAKE_PUBLIC_URL to the address that answers in the end.",
      ),
    ];
  if (status === 429) return [warning(check, `${publicUrl} answers 429.`, "Try again in a minute.")];
  return [
    problem(
      check,
      `Something else than Keepsake answers at ${publicUrl} (${status}).`,
      "Correct KEEPSAKE_PUBLIC_URL, or where the proxy sends its requests.",
    ),
  ];
}
