import { text } from "node:stream/consumers";

// Tries to reach listeners on this machine in every way that Node has, and sends the name of the way to the listener. Reads the
// addresses from stdin. For the test of the wall around the compiler.
const { tcp, udp, path } = JSON.parse(await text(process.stdin)) as { tcp: number; udp: number; path: string };
const MS = 3_000;

type Connection = { end(text: string): void; on(event: string, listener: () => void): void };
const closed = (connection: Connection, way: string) =>
  new Promise<void>((resolve) => {
    for (const event of ["close", "error"]) connection.on(event, resolve);
    connection.end(way);
  });

const WAYS: Record<string, () => Promise<unknown>> = {
  net: async () => closed((await import("node:net")).connect(tcp, "127.0.0.1"), "net"),
  "net by getBuiltinModule": async () =>
    closed(process.getBuiltinModule("node:net").connect(tcp, "127.0.0.1"), "net by getBuiltinModule"),
  "the class of stdout": async () => {
    const Stream = process.stdout.constructor as new () => { connect(port: number, host: string): Connection };
    return closed(new Stream().connect(tcp, "127.0.0.1"), "the class of stdout");
  },
  "a socket file": async () => closed((await import("node:net")).connect(path), "a socket file"),
  http: async () => {
    const { get } = await import("node:http");
    return new Promise((resolve) => get(`http://127.0.0.1:${tcp}/http`, resolve).on("error", resolve));
  },
  fetch: () => fetch(`http://127.0.0.1:${tcp}/fetch`),
  WebSocket: async () =>
    new Promise((resolve) => new WebSocket(`ws://127.0.0.1:${tcp}/WebSocket`).addEventListener("error", resolve)),
  dgram: async () => {
    const socket = (await import("node:dgram")).createSocket("udp4");
    await new Promise((resolve) => socket.send("dgram", udp, "127.0.0.1", resolve));
    socket.close();
  },
  dns: async () => {
    const resolver = new (await import("node:dns")).promises.Resolver({ timeout: 500, tries: 1 });
    resolver.setServers([`127.0.0.1:${udp}`]);
    return resolver.resolve4("dns");
  },
  child_process: async () => {
    const { execFileSync } = await import("node:child_process");
    const script = `require("node:net").connect(${tcp}, "127.0.0.1").end("child_process")`;
    return execFileSync(process.execPath, ["-e", script], { stdio: "ignore", timeout: 30_000 });
  },
  worker_threads: async () => {
    const { Worker } = await import("node:worker_threads");
    const script = `require("node:net").connect(${tcp}, "127.0.0.1").end("worker_threads")`;
    const worker = new Worker(script, { eval: true });
    return new Promise((resolve) => worker.on("exit", resolve).on("error", resolve));
  },
};

for (const way of Object.values(WAYS))
  await Promise.race([
    new Promise((resolve) => setTimeout(resolve, MS)),
    Promise.resolve()
      .then(way)
      .catch(() => undefined),
  ]);
process.stdout.write(JSON.stringify(Object.keys(WAYS)), () => process.exit(0));
