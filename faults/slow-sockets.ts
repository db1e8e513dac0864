import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

// Runs in a separate process, so that its work does not delay the test that measures the service.

export type Attack = {
  readonly port: number;
  readonly beginnings: readonly string[];
  readonly sockets: number;
  readonly perSecond: number;
};
/** How one connection ended. `kind` is the index of its beginning. */
export type Ended = { readonly kind: number; readonly closedMs: number; readonly text: string };

const DRIP_MS = 2_000;

const { port, beginnings, sockets, perSecond } = JSON.parse(process.argv[2] ?? "{}") as Attack;
const begun = performance.now();
for (let n = 0; n < sockets; n++) {
  const early = begun + (n / perSecond) * 1000 - performance.now();
  if (early > 0) await pause(early);
  drip(n % beginnings.length);
}
process.send?.("opened");

/** Sends a beginning, then one byte every two seconds. Never closes its own end. */
function drip(kind: number) {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  let text = "";
  let since = 0;
  let isOver = false;
  const timer = setInterval(() => socket.write("a"), DRIP_MS);
  const done = () => {
    clearInterval(timer);
    if (!isOver) process.send?.({ kind, text, closedMs: performance.now() - since } satisfies Ended);
    isOver = true;
  };
  socket.on("connect", () => {
    since = performance.now();
    socket.write(beginnings[kind] ?? "");
  });
  socket.on("data", (chunk) => (text += chunk.toString("latin1")));
  socket.on("end", done).on("close", done).on("error", done);
}
