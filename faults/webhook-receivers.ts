import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";

// A process of its own with the receivers of webhooks: what they send must not count as memory of the test or the worker. The
// path says how a receiver behaves, the host which one it is.

export type ReceiverReport = {
  /** Milliseconds from the time of the event until it arrived, at receivers that work. */
  readonly delays: number[];
  /** How often each receiver that works got each event, by host and webhook-id. */
  readonly counts: Record<string, number>;
  /** How often receivers of each other kind were called. */
  readonly calls: Record<string, number>;
  /** The hosts of these other receivers that were called. */
  readonly called: string[];
  /** Bytes that were poured into the connections of receivers that never stop. */
  readonly poured: number;
};

const BOMB = gzipSync(Buffer.alloc(50_000_000));
const CHUNK = Buffer.alloc(65_536, "x");
const GIGABYTE = 1_000_000_000;

let report: ReceiverReport & { poured: number } = { delays: [], counts: {}, calls: {}, called: [], poured: 0 };
let isDown = false;

function pour(response: ServerResponse) {
  let bytes = 0;
  const more = () => {
    while (!response.destroyed && bytes < GIGABYTE) {
      bytes += CHUNK.length;
      report.poured += CHUNK.length;
      if (!response.write(CHUNK)) return void response.once("drain", more);
    }
  };
  more();
}

function drip(response: ServerResponse) {
  response.writeHead(200, { "content-length": "1000" });
  const timer = setInterval(() => response.write("x"), 1_000);
  response.on("close", () => clearInterval(timer));
}

/** Sends the headers byte by byte, so that there is never an answer. */
function dripHeaders(response: ServerResponse) {
  const { socket } = response;
  socket?.write("HTTP/1.1 200 OK\r\nx-slow: ");
  const timer = setInterval(() => socket?.write("x"), 1_000);
  socket?.on("close", () => clearInterval(timer));
}

const BAD: Record<string, (response: ServerResponse) => void> = {
  "/hang": () => undefined,
  "/huge": (response) => pour(response.writeHead(200)),
  "/bomb": (response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(BOMB),
  "/drip": drip,
  "/slow-headers": dripHeaders,
};

const server = createServer((request, response) => {
  response.on("error", () => undefined);
  const { url = "", headers } = request;
  const bad = BAD[url];
  if (bad) {
    report.calls[url] = (report.calls[url] ?? 0) + 1;
    const { host = "" } = headers;
    if (!report.called.includes(host)) report.called.push(host);
    request.resume();
    return bad(response);
  }
  return void text(request).then((body) => {
    if (isDown) return void response.writeHead(503).end();
    const key = `${headers.host} ${String(headers["webhook-id"])}`;
    report.counts[key] = (report.counts[key] ?? 0) + 1;
    report.delays.push(Date.now() - Date.parse((JSON.parse(body) as { timestamp: string }).timestamp));
    response.writeHead(204).end();
  });
});
server.keepAliveTimeout = 60_000;
server.maxConnections = 20_000;
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));

process.on("message", (message: { ask?: "report" | "reset"; isDown?: boolean }) => {
  if (message.isDown !== undefined) isDown = message.isDown;
  if (message.ask === "report") process.send?.({ report });
  if (message.ask === "reset") {
    report = { delays: [], counts: {}, calls: {}, called: [], poured: 0 };
    process.send?.({ report });
  }
});
