import { execFile } from "node:child_process";
import { randomInt } from "node:crypto";
import { promisify } from "node:util";

export type HttpLoad = {
  readonly api: { readonly port: number; readonly opsPort: number };
  readonly script: string;
  readonly clients: number;
  readonly seconds: number;
};
export type HttpSample = {
  /** The calls that wrk saw succeed. */
  readonly calls: number;
  /** The calls whose effect is unknown: in flight when wrk stopped, or refused. */
  readonly uncertain: number;
  readonly refused: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** CPU time of one call in microseconds, in the service and in PostgreSQL. */
  readonly nodeUs?: number;
  readonly postgresUs?: number;
};

const INSTALL_MS = 600_000;
const LOCK_SECONDS = 300;
const SPARE_MS = 30_000;
/** wrk counts a slower answer as an error, so this leaves room for a machine that stalls. */
const ANSWER_TIMEOUT = "20s";
const run = promisify(execFile);

/** Installs Debian's wrk when it is missing. */
export async function installWrk(): Promise<void> {
  const found = await run("wrk", ["-v"]).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== "ENOENT", // `wrk -v` exits with 1.
  );
  if (found) return;
  const command = "apt-get update && apt-get install -y --no-install-recommends wrk";
  if (process.getuid?.() !== 0) throw new Error(`wrk is not installed. Run as root: ${command}`);
  await run("flock", ["-w", `${LOCK_SECONDS}`, "/run/lock/keepsake-install", "sh", "-c", command], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    timeout: INSTALL_MS,
    maxBuffer: 16 * 1024 * 1024,
  });
}

/** A wrk script. `request` is Lua code that builds one request. It may use `random(n)` (1 to n), `fresh()` (a text that
 *  no other call returns) and `lines` (those of `file`). */
export const toLua = (request: string, file?: string) => `
local lines = {}
${file ? `for line in io.lines("${file}") do lines[#lines + 1] = line end` : ""}
local threads = 0
function setup(thread)
  thread:set("threadId", threads)
  threads = threads + 1
end

local tag, count
function init(args)
  tag = args[1]
  count = 0
  math.randomseed(tonumber(tag) + threadId)
end

local function random(n) return math.random(n) end
local function fresh()
  count = count + 1
  return tag .. "-" .. threadId .. "-" .. count
end

function request()
${request}
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '\\nkeepsake {"requests":%d,"us":%d,"p50":%f,"p99":%f,"refused":%d,"broken":%d}\\n',
    summary.requests, summary.duration, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    e.status, e.connect + e.read + e.write + e.timeout))
end
`;

/** Loads the service on the loopback interface. Only successes count, because refusals are cheap to serve. A slow disk
 *  or a busy machine may cause any number of refusals with 503. Another refusal is a mistake in the script, and a broken
 *  connection is a fault of the service; both fail the run. */
export async function runWrk({ api, script, clients, seconds }: HttpLoad): Promise<HttpSample> {
  const before = await countAnswers(api.opsPort);
  const tag = `${randomInt(2 ** 31)}`;
  const args = ["-t", "1", "-c", `${clients}`, "-d", `${seconds}s`, "--timeout", ANSWER_TIMEOUT, "-s", script];
  const { stdout } = await run("wrk", [...args, `http://127.0.0.1:${api.port}`, "--", tag], {
    timeout: seconds * 1000 + SPARE_MS,
  });
  const line = /^keepsake (\{.*\})$/m.exec(stdout)?.[1];
  if (!line) throw new Error(`wrk printed no summary line:\n${stdout}`);
  const { requests, us, p50, p99, refused, broken } = JSON.parse(line) as Record<
    "requests" | "us" | "p50" | "p99" | "refused" | "broken",
    number
  >;
  const after = await countAnswers(api.opsPort);
  const mistakes = after.mistakes - before.mistakes;
  if (mistakes > 0 || broken > 0)
    throw new Error(`wrk sent ${requests} requests; ${mistakes} got an error other than 503, ${broken} were cut off`);
  const calls = requests - refused;
  if (after.all - before.all < calls)
    throw new Error(
      `wrk saw ${calls} successes, but the metrics of the service show ${after.all - before.all} answers`,
    );
  // wrk stops without waiting for the last answer of each connection.
  return { calls, uncertain: clients + refused, refused, perSecond: calls / (us / 1e6), p50, p99 };
}

/** The answers of the service so far, and those of them that are errors other than 503. wrk does not tell errors apart. */
async function countAnswers(opsPort: number): Promise<{ all: number; mistakes: number }> {
  const response = await fetch(`http://127.0.0.1:${opsPort}/metrics`, { signal: AbortSignal.timeout(SPARE_MS) });
  const text = await response.text();
  const counts = [...text.matchAll(/^keepsake_http_request_seconds_count\{.*status="(\d+)"\} (\d+)$/gm)].map(
    ([, status, count]) => ({ status: Number(status), count: Number(count) }),
  );
  const total = (some: typeof counts) => some.reduce((sum, { count }) => sum + count, 0);
  return { all: total(counts), mistakes: total(counts.filter(({ status }) => status >= 400 && status !== 503)) };
}

/** For measurements whose times include refused calls: a refusal is quick, so it would make the figure better. */
export async function requireNoneRefused(running: Promise<HttpSample>): Promise<HttpSample> {
  const sample = await running;
  if (sample.refused > 0)
    throw new Error(`${sample.refused} calls were refused. Measure again on a machine that is less busy.`);
  return sample;
}
