import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** What happens to a connection: nothing; cut before its request goes on, while it is worked on, or instead of its
 *  answer; held for ever. */
export type Fate = "pass" | "reset-before" | "reset-during" | "reset-after" | "blackhole";

export type Lost = { readonly request: string; readonly answer: string };

/** A TCP proxy in front of a port of this machine. What it swallows it shows to `onLost`. */
export async function startProxy(
  target: number,
  { fate, delayMs = 0, onLost = () => {} }: { fate: () => Fate; delayMs?: number; onLost?: (lost: Lost) => void },
) {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    keep(client);
    const mine = fate();
    if (mine === "blackhole") return;
    if (mine === "reset-before") return void client.once("data", () => client.resetAndDestroy());
    const upstream = keep(connect({ port: target, host: "127.0.0.1" }));
    if (mine !== "pass") return swallow(client, upstream, { isHasty: mine === "reset-during", onLost });
    later(client, upstream, delayMs);
    later(upstream, client, delayMs);
  });
  function keep(socket: Socket) {
    open.add(socket);
    return socket.on("error", () => socket.destroy()).on("close", () => open.delete(socket));
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as { port: number }).port,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

function later(from: Socket, to: Socket, delayMs: number) {
  const pass = (work: () => void) => (delayMs > 0 ? void setTimeout(work, delayMs) : work());
  from.on("data", (chunk) => pass(() => void to.write(chunk)));
  from.on("end", () => pass(() => void to.end()));
  from.on("close", () => pass(() => to.destroySoon()));
}

/** Lets the request through and the client never hear of it: cuts it off at once, or when the whole answer is here. */
function swallow(
  client: Socket,
  upstream: Socket,
  { isHasty, onLost }: { isHasty: boolean; onLost: (lost: Lost) => void },
) {
  let request = "";
  let answer = "";
  client.on("data", (chunk) => {
    request += chunk.toString("latin1");
    upstream.write(chunk);
    if (isHasty && isWhole(request)) client.resetAndDestroy();
  });
  upstream.on("data", (chunk) => {
    answer += chunk.toString("latin1");
    if (!isWhole(answer)) return;
    onLost({ request, answer });
    client.resetAndDestroy();
    upstream.destroy();
  });
  upstream.on("close", () => client.destroy());
}

function isWhole(message: string) {
  const [head = "", body] = message.split("\r\n\r\n", 2);
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  return body !== undefined && length !== undefined && body.length >= Number(length);
}
