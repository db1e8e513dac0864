import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";

const LOWEST_PORT = 10_000;
const ATTEMPTS = 100;

/** Finds a loopback port that is free now, below the range of outgoing connections. Inside that range, a client that
 *  connects to a killed engine may get the engine's port as its own, connect to itself and block the port. */
export async function getFreePort(): Promise<number> {
  const range = await readFile("/proc/sys/net/ipv4/ip_local_port_range", "utf8");
  const end = Number.parseInt(range, 10);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = await findBindable(end > LOWEST_PORT ? randomInt(LOWEST_PORT, end) : 0);
    if (port) return port;
  }
  throw new Error(`No free port on 127.0.0.1 between ${LOWEST_PORT} and ${end} in ${ATTEMPTS} attempts`);
}

function findBindable(wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen(wanted, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? address?.port : undefined));
    });
  });
}
