import { type ClientRequest, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** The stream of one device. */
export type LiveStream = {
  /** When it was notified last, in milliseconds of performance.now(). */
  lastChangedAt(): number;
  close(): void;
};

const OPEN_MS = 60_000;

type Address = { port: number; path: string; ip: string };

/** The service is too busy for now. */
class Overloaded extends Error {}

/** Opens a stream as a browser does: again, if the service is overloaded. `ip` is the browser's address, for a service that
 *  trusts the proxy on this machine. */
export async function openStream(address: Address, onChanged: (at: number) => void): Promise<LiveStream> {
  const end = performance.now() + OPEN_MS;
  for (;;) {
    try {
      return await openOnce(address, onChanged);
    } catch (error) {
      if (!(error instanceof Overloaded) || performance.now() > end) throw error;
      await pause(1_000);
    }
  }
}

function openOnce({ port, path, ip }: Address, onChanged: (at: number) => void): Promise<LiveStream> {
  return new Promise((resolve, reject) => {
    let lastChangedAt = Number.NEGATIVE_INFINITY;
    const timer = setTimeout(() => outgoing.destroy(new Error(`The stream was not ready in ${OPEN_MS} ms`)), OPEN_MS);
    const outgoing: ClientRequest = request(
      { host: "127.0.0.1", port, path, agent: false, headers: { "x-forwarded-for": ip } },
      (incoming) => {
        const { statusCode, headers } = incoming;
        const isOverloaded = statusCode === 503 && headers["retry-after"] === "2";
        const Problem = isOverloaded ? Overloaded : Error;
        if (statusCode !== 200) outgoing.destroy(new Problem(`The stream answered ${statusCode}`));
        incoming.setEncoding("utf8").on("error", reject);
        incoming.on("data", (text: string) => {
          if (text.includes("event: ready")) {
            clearTimeout(timer);
            resolve({ lastChangedAt: () => lastChangedAt, close: () => outgoing.destroy() });
          }
          if (!text.includes("event: changed")) return;
          lastChangedAt = performance.now();
          onChanged(lastChangedAt);
        });
      },
    );
    outgoing.on("error", reject).end();
  });
}
