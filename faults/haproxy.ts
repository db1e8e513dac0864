import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { access, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ask } from "../engines/ask.ts";
import { type Engine, runEngine } from "../engines/run-engine.ts";

const PROGRAM = "/usr/sbin/haproxy";
const INSTALL = "apt-get update && apt-get install -y --no-install-recommends haproxy";
const INSTALL_MS = 600_000;

export type Haproxy = Engine & {
  /** Counts the servers that get traffic. */
  countUp(): Promise<number>;
};

/** HAProxy in front of services on this machine, as an operator would set it up: `/readyz` decides which get traffic. */
export async function startHaproxy(folder: string, ports: readonly number[]): Promise<Haproxy> {
  await install();
  const dir = await mkdtemp(join(folder, "haproxy-"));
  const conf = join(dir, "haproxy.cfg");
  const engine = await runEngine({
    dir,
    file: PROGRAM,
    args: (port) => {
      writeFileSync(conf, configure(port, ports));
      return ["-db", "-f", conf];
    },
    url: (port) => `http://127.0.0.1:${port}`,
    isReady: async (port) => (await readStats(port)) !== null,
    quitSignal: "SIGKILL",
  });
  return Object.defineProperties(engine, {
    countUp: {
      value: async () => ((await readStats(engine.port))?.input.match(/^keepsake,s\d+,.*,UP,/gm) ?? []).length,
    },
  }) as Haproxy;
}

const readStats = (port: number) => ask(port, "GET /haproxy-stats;csv HTTP/1.0\r\n\r\n", /keepsake,BACKEND/);

// HAProxy closes idle connections to the service before the service does, which is after five seconds.
const configure = (port: number, ports: readonly number[]) => `
global
  maxconn 2000
defaults
  mode http
  timeout connect 1s
  timeout client 20s
  timeout server 20s
  timeout http-keep-alive 20s
  timeout check 5s
  retries 3
  option redispatch
listen keepsake
  bind 127.0.0.1:${port}
  stats enable
  stats uri /haproxy-stats
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  default-server check inter 250ms fall 1 rise 1 pool-purge-delay 2s
${ports.map((server, index) => `  server s${index} 127.0.0.1:${server}`).join("\n")}
`;

async function install() {
  const isInstalled = await access(PROGRAM).then(
    () => true,
    () => false,
  );
  if (isInstalled) return;
  if (process.getuid?.() !== 0) throw new Error(`HAProxy is not installed. Run as root: ${INSTALL}`);
  await promisify(execFile)("sh", ["-c", INSTALL], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    timeout: INSTALL_MS,
    maxBuffer: 16 * 1024 * 1024,
  });
}
