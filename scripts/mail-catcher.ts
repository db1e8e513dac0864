import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

const KEPT = 200;
const MAIL_BYTES = 1_000_000;

/** A mail server for development: keeps what it is given and shows it on a page. Nothing leaves the machine. */
export async function startMailCatcher({ smtpPort, webPort }: { smtpPort: number; webPort: number }) {
  const mails: Email[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    size: MAIL_BYTES,
    onData(stream, _session, done) {
      buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then((mail) => {
          mails.unshift(mail);
          mails.length = Math.min(mails.length, KEPT);
          return setImmediate(done);
        })
        .catch((error: Error) => setImmediate(done, error));
    },
  });
  smtp.on("error", () => undefined); // a client that went away
  const web = createServer((request, response) => {
    const at = /^\/(\d+)$/.exec(request.url ?? "")?.[1];
    const mail = at === undefined ? undefined : mails[mails.length - 1 - Number(at)];
    response.setHeader("content-type", "text/html; charset=utf-8");
    // The mail's own page: it is shown as a mail program would, without scripts.
    response.setHeader(
      "content-security-policy",
      "default-src 'none'; style-src 'unsafe-inline'; img-src https: http: data:",
    );
    response.end(mail ? (mail.html ?? `<pre>${escape(mail.text ?? "")}</pre>`) : inbox(mails));
  });
  await Promise.all([
    new Promise<void>((resolve) => smtp.listen(smtpPort, "127.0.0.1", resolve)),
    new Promise<void>((resolve) => web.listen(webPort, "127.0.0.1", resolve)),
  ]);
}

const escape = (text: string) => text.replaceAll(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

const inbox = (
  mails: readonly Email[],
) => `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Caught mail</title><style>body{font:16px/1.5 system-ui;max-width:46rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}
a{color:inherit;text-decoration:none;display:block;padding:.8rem 0;border-bottom:1px solid #8884}small{opacity:.7}</style>
<h1>Caught mail</h1>${mails.length === 0 ? "<p>Nothing yet. Share a list by mail, and it appears here.</p>" : ""}
${mails.map((mail, index) => `<a href="/${mails.length - 1 - index}"><strong>${escape(mail.subject ?? "")}</strong><br><small>to ${escape((mail.to ?? []).map((one) => one.address ?? "").join(", "))} · ${escape(mail.date ?? "")}</small></a>`).join("\n")}`;
