import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ask } from "./ask.ts";
import { getFreePort } from "./get-free-port.ts";
import { getNats } from "./get-nats.ts";
import { type Engine, runEngine } from "./run-engine.ts";
import { waitFor } from "./wait-for.ts";

export interface Nats extends Engine {
  /** The name under which the nodes of a cluster know this one. */
  readonly name: string;
  /** Deletes every stream. The server must be stopped. */
  wipe(): Promise<void>;
}

export interface NatsOptions {
  /** Acknowledges a message only when it is on the disk: slower, and a power cut loses nothing. */
  readonly syncAlways?: boolean;
  /** Without it the server has core NATS only. */
  readonly jetStream?: boolean;
  /** An absolute path for the streams, instead of a folder below `dir`. */
  readonly dataDir?: string;
}

export interface NatsCluster {
  readonly nodes: readonly Nats[];
  /** The URLs of all nodes, separated by commas. */
  readonly url: string;
  /** Whether the nodes have a leader for JetStream. A leader notices the loss of the others only after seconds. */
  isReady(): Promise<boolean>;
  stop(): Promise<void>;
}

/** Starts NATS with JetStream in files below `dir`, an absolute path. */
export const startNats = ({ dir, ...options }: { dir: string } & NatsOptions): Promise<Nats> => startNode(dir, options);

const CLUSTER_READY_MS = 60_000;

/** Starts a cluster whose nodes keep their ports. Each node has its own folder below `dir`, an absolute path. */
export async function startNatsCluster(options: { dir: string; nodes: number } & NatsOptions): Promise<NatsCluster> {
  const { dir, nodes: count, dataDir, ...ofNode } = options;
  await getNats(); // once, before the nodes start together
  const routePorts = await Promise.all(Array.from({ length: count }, () => getFreePort()));
  const routes = routePorts.map((port) => `"nats-route://127.0.0.1:${port}"`).join(", ");
  const cluster = (port: number) => `cluster { name: "keepsake", listen: "127.0.0.1:${port}", routes: [${routes}] }`;
  const nodes = await Promise.all(
    routePorts.map((port, index) => {
      const name = `node-${index + 1}`;
      const data = dataDir === undefined ? {} : { dataDir: join(dataDir, name) };
      return startNode(join(dir, name), { ...ofNode, ...data }, cluster(port));
    }),
  );
  const result: NatsCluster = {
    nodes,
    url: nodes.map(({ url }) => url).join(","),
    isReady: () => hasLeader(nodes),
    stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  };
  if (await waitFor(result.isReady, CLUSTER_READY_MS)) return result;
  await result.stop();
  throw new Error(`The NATS cluster in ${dir} has no leader after ${CLUSTER_READY_MS} ms`);
}

/** A cluster answers questions about the account only when JetStream has a leader. */
async function hasLeader(nodes: readonly Nats[]): Promise<boolean> {
  const running = nodes.find((node) => node.pid);
  const question = "CONNECT {}\r\nSUB answer 1\r\nPUB $JS.API.INFO answer 0\r\n\r\n";
  const answer = running && (await ask(running.port, question, /account_info_response".*\}/));
  return answer !== undefined && answer !== null && !answer.input.includes('"error"');
}

async function startNode(
  dir: string,
  { syncAlways = false, jetStream = true, dataDir }: NatsOptions,
  cluster = "",
): Promise<Nats> {
  const file = await getNats();
  const store = dataDir ?? join(dir, "data");
  const conf = join(dir, "nats.conf");
  const name = `keepsake-${randomUUID()}`;
  const sync = syncAlways ? ", sync_interval: always" : "";
  await mkdir(dir, { recursive: true });
  await writeFile(
    conf,
    `server_name: "${name}"
${jetStream ? `jetstream { store_dir: ${JSON.stringify(store)}, max_memory_store: 256MB, max_file_store: 4GB${sync} }` : ""}
${cluster}
`,
  );

  const engine = await runEngine({
    dir,
    file,
    args: (port) => ["-c", conf, "-a", "127.0.0.1", "-p", `${port}`],
    url: (port) => `nats://127.0.0.1:${port}`,
    isReady: async (port) => (await ask(port, "", /"server_name":"(.*?)"/))?.[1] === name,
    quitSignal: "SIGKILL",
  });

  return Object.assign(engine, {
    name,
    wipe: async () => {
      if (engine.pid) throw new Error("Stop NATS before you wipe its streams");
      await rm(store, { recursive: true, force: true });
    },
  });
}
