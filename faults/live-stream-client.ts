import { type ClientRequest, request } from "node:http";

/** The stream of one device. */
export type LiveStream = {
  /** When it was notified last, in milliseconds of performance.now(). */
  lastChangedAt(): number;
  close(): void;
};

const OPEN_MS = 60_000;

/** Opens a stream as a browser does. `ip` is the browser's address, for a service that trusts the proxy on this machine. */
export function openStream(
  { port, path, ip }: { port: number; path: string; ip: string },
  onChanged: (at: number) => void,
): Promise<LiveStream> {
  return new Promise((resolve, reject) => {
    let lastChangedAt = Number.NEGATIVE_INFINITY;
    const timer = setTimeout(() => outgoing.destroy(new Error(`The stream was not ready in ${OPEN_MS} ms`)), OPEN_MS);
    const outgoing: ClientRequest = request(
      { host: "127.0.0.1", port, path, agent: false, headers: { "x-forwarded-for": ip } },
      (incoming) => {
        if (incoming.statusCode !== 200) outgoing.destroy(new Error(`The stream answered ${incoming.statusCode}`));
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
