import { type AddressInfo, createServer, type Socket } from "node:net";

type ReceivedMail = { readonly to: string; readonly messageId: string; readonly at: number };

/** A mail server that accepts every mail and stores only recipient and Message-ID. Kept minimal, so that measurements
 *  show the sender. `onMail` gets the source of each mail; `refuse` returns the answer to a recipient that is refused;
 *  a mail is accepted after `acceptMs`. */
export async function startSmtpSink({
  onMail,
  refuse,
  acceptMs = 0,
}: {
  onMail?: (to: string, source: string) => void;
  refuse?: (to: string) => string;
  acceptMs?: number;
} = {}) {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    let buffer = "";
    let isData = false;
    let isAccepting = false;
    let to = "";
    const accept = () => {
      isAccepting = false;
      if (socket.writable) socket.write("250 accepted\r\n");
    };
    const answer = () => {
      while (!isAccepting) {
        const end = isData ? buffer.indexOf("\r\n.\r\n") : buffer.indexOf("\r\n");
        if (end < 0) return;
        const text = buffer.slice(0, end);
        buffer = buffer.slice(end + (isData ? 5 : 2));
        if (isData) {
          isData = false;
          onMail?.(to, text);
          received.push({ to, messageId: /^message-id: (\S+)/im.exec(text)?.[1] ?? "", at: performance.now() });
          if (acceptMs === 0) accept();
          else {
            isAccepting = true;
            setTimeout(() => {
              accept();
              answer();
            }, acceptMs);
          }
        } else if (/^rcpt to:/i.test(text)) {
          to = /<([^>]*)>/.exec(text)?.[1] ?? "";
          socket.write(`${refuse?.(to) ?? "250 ok"}\r\n`);
        } else if (/^data/i.test(text)) {
          isData = true;
          socket.write("354 go on\r\n");
        } else if (/^quit/i.test(text)) socket.end("221 bye\r\n");
        else socket.write(/^ehlo/i.test(text) ? "250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n" : "250 ok\r\n");
      }
    };
    socket.write("220 sink\r\n");
    socket.on("data", (chunk) => {
      // The replies to commands that arrive together leave together, as from any server that offers pipelining.
      socket.cork();
      process.nextTick(() => socket.uncork());
      buffer += chunk.toString("latin1");
      answer();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: received as readonly ReceivedMail[],
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
