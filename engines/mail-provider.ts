import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

type ReceivedMail = { readonly to: string; readonly messageId: string; readonly at: number };

/** A mail provider with an HTTP API that honours `Idempotency-Key`: it counts a repeated mail, but does not send it. */
export async function startMailProvider() {
  const received: ReceivedMail[] = [];
  const keys = new Set<unknown>();
  let repeats = 0;
  const server = createServer((request, response) => {
    json(request).then(
      (mail) => {
        const { to, messageId } = mail as ReceivedMail;
        const key = request.headers["idempotency-key"];
        if (keys.has(key)) repeats += 1;
        else received.push({ to, messageId, at: performance.now() });
        keys.add(key);
        response.writeHead(200, { "content-type": "application/json" }).end("{}");
      },
      () => request.socket.destroy(), // The sender was killed.
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: received as readonly ReceivedMail[],
    repeats: () => repeats,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
