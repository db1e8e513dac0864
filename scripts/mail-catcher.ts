import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { type CaughtMail, mailBody, mailList, mailPage } from "./mail-page.ts";

const MAILS_MAX = 200;
const MAIL_BYTES_MAX = 1_000_000;

/** A mail server for development. It keeps every mail in memory and shows them on a web page; no mail leaves the machine. */
export async function startMailCatcher({ smtpPort, webPort }: { smtpPort: number; webPort: number }) {
  /** Newest first. */
  const mails: CaughtMail[] = [];
  let received = 0;

  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    size: MAIL_BYTES_MAX,
    onData(stream, _session, done) {
      buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then((mail) => {
          received += 1;
          mails.unshift({ id: received, receivedAt: new Date(), mail });
          mails.length = Math.min(mails.length, MAILS_MAX);
          return setImmediate(done);
        })
        .catch((error: Error) => setImmediate(done, error));
    },
  });
  smtp.on("error", () => undefined); // The client closed the connection early.

  const web = createServer((request, response) => {
    const [, folder = "", id = "", part] = (request.url ?? "/").split("/");
    const opened = folder === "mails" ? mails.find((caught) => String(caught.id) === id) : undefined;
    const nonce = randomBytes(16).toString("base64");
    // Scripts of a mail never run: the body has no script-src, and the page shows it in a sandboxed frame.
    const scripts = part === "body" ? "" : `script-src 'nonce-${nonce}'; connect-src 'self'; frame-src 'self'; `;
    response.writeHead(folder === "mails" && !opened ? 404 : 200, {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": `default-src 'none'; ${scripts}style-src 'unsafe-inline'; img-src https: http: data:`,
    });
    if (opened && part === "body") response.end(mailBody(opened));
    else if (folder === "list") response.end(mailList(mails, Number(id)));
    else response.end(mailPage({ mails, opened, nonce }));
  });

  await Promise.all([
    new Promise<void>((resolve) => void smtp.listen(smtpPort, "127.0.0.1", resolve)),
    new Promise<void>((resolve) => void web.listen(webPort, "127.0.0.1", resolve)),
  ]);
  const portOf = (server: { address(): string | AddressInfo | null }) => (server.address() as AddressInfo).port;
  return {
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    webUrl: `http://127.0.0.1:${portOf(web)}`,
    async close() {
      web.closeAllConnections();
      await Promise.all([
        new Promise<void>((resolve) => smtp.close(() => resolve())),
        new Promise((resolve) => void web.close(resolve)),
      ]);
    },
  };
}
