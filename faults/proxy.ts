import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** What the proxy does to a connection: pass it on; reset it before the request is forwarded, while the service works on
 *  it, or in place of the answer. */
export type ProxyFault = "pass" | "reset-before" | "reset-during" | "reset-after";

export type Lost = { readonly request: string; readonly answer: string };

/** A TCP proxy in front of a port of this machine. Calls `onLost` for each answer that it drops. */
export async function startProxy(
  target: number,
  { pickFault, onLost = () => {} }: { pickFault: () => ProxyFault; onLost?: (lost: Lost) => void },
) {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    keep(client);
    const fault = pickFault();
    if (fault === "reset-before") return void client.once("data", () => client.resetAndDestroy());
    const upstream = keep(connect({ port: target, host: "127.0.0.1" }));
    if (fault !== "pass") return dropAnswer(client, upstream, { isEarly: fault === "reset-during", onLost });
    forward(client, upstream);
    forward(upstream, client);
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

function forward(from: Socket, to: Socket) {
  from.on("data", (chunk) => void to.write(chunk));
  from.on("end", () => void to.end());
  from.on("close", () => to.destroySoon());
}

/** Forwards the request and drops the answer. Resets the client when the request is complete (`isEarly`) or when the
 *  answer is. */
function dropAnswer(
  client: Socket,
  upstream: Socket,
  { isEarly, onLost }: { isEarly: boolean; onLost: (lost: Lost) => void },
) {
  let request = "";
  let answer = "";
  client.on("data", (chunk) => {
    request += chunk.toString("latin1");
    upstream.write(chunk);
    if (isEarly && isComplete(request)) client.resetAndDestroy();
  });
  upstream.on("data", (chunk) => {
    answer += chunk.toString("latin1");
    if (!isComplete(answer)) return;
    onLost({ request, answer });
    client.resetAndDestroy();
    upstream.destroy();
  });
  upstream.on("close", () => client.destroy());
}

function isComplete(message: string) {
  const [head = "", body] = message.split("\r\n\r\n", 2);
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  return body !== undefined && length !== undefined && body.length >= Number(length);
}
