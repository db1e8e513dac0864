import { lost, type Reply, refused, SmtpError } from "./smtp-error.ts";
import { createSmtpLine, type SmtpLine } from "./smtp-line.ts";
import type { SmtpServer } from "./smtp-url.ts";

export type Envelope = { readonly from: string; readonly to: string };

/** A connection that is ready for mails, one after the other. */
export type SmtpConnection = {
  /** Throws a SmtpError if the server does not accept the mail within `ms`. The message ends with CRLF. */
  send(envelope: Envelope, message: Buffer, ms: number): Promise<void>;
  isClosed(): boolean;
  /** Says goodbye and closes the connection. */
  quit(): void;
};

/** Until a connection is ready for mails. */
export const OPEN_MS = 20_000;

/** Connects, changes to TLS if the server offers it, and logs in. `timeoutMs` is for each answer, `openMs` for all. */
export async function openSmtpConnection(
  server: SmtpServer,
  { timeoutMs, openMs, onClose }: { timeoutMs: number; openMs: number; onClose: () => void },
): Promise<SmtpConnection> {
  const line = createSmtpLine({ timeoutMs, onClose });
  const { offers } = await line.within(openMs, () => prepare(line, server));
  line.setIdle(true);
  return createConnection(line, { isPipelining: offers.has("PIPELINING") });
}

/** What a mail server is like: whether the connection is encrypted, and whether it accepts logins. */
export type SmtpProbe = { readonly isEncrypted: boolean; readonly offersLogin: boolean };

/** Connects and logs in as for a mail, and sends none. Throws a SmtpError like `openSmtpConnection`. */
export async function probeSmtp(server: SmtpServer, { timeoutMs }: { timeoutMs: number }): Promise<SmtpProbe> {
  const line = createSmtpLine({ timeoutMs, onClose: () => undefined });
  const { offers, isEncrypted } = await line.within(OPEN_MS, () => prepare(line, server));
  line.quit();
  return { isEncrypted, offersLogin: offers.has("AUTH") };
}

/** Connects, changes to TLS if the server offers it, and logs in. Closes the line when that fails. */
async function prepare(line: SmtpLine, server: SmtpServer) {
  try {
    await line.connect(server);
    const greeting = await line.expect();
    if (greeting.code !== 220) throw refused(greeting, "CONN");
    let offers = await introduce(line, server.name);
    const { isSecure, startTls, login, mustLogIn } = server;
    const changes = !isSecure && (startTls === "required" || (startTls === "if-offered" && offers.has("STARTTLS")));
    if (changes) {
      const reply = await line.ask("STARTTLS");
      if (reply.code !== 220) throw refused(reply, "STARTTLS");
      await line.startTls(server);
      offers = await introduce(line, server.name);
    }
    if (login && (mustLogIn || offers.has("AUTH"))) await logIn(line, login, offers.get("AUTH") ?? "");
    return { offers, isEncrypted: isSecure || changes };
  } catch (error) {
    line.close(error);
    throw error instanceof SmtpError ? error : lost(error, "CONN");
  }
}

/** What the server offers: the keywords of its answer to EHLO, with their parameters. */
async function introduce(line: SmtpLine, name: string): Promise<ReadonlyMap<string, string>> {
  const reply = await line.ask(`EHLO ${name}`);
  if (isPositive(reply)) return new Map(reply.text.toUpperCase().split("\n").slice(1).map(readOffer));
  const simple = await line.ask(`HELO ${name}`);
  if (!isPositive(simple)) throw refused(simple, "HELO");
  return new Map();
}

/** "250-AUTH PLAIN LOGIN", or "250-AUTH=PLAIN LOGIN" of some old servers. */
function readOffer(text: string): [string, string] {
  const [, keyword = "", parameters = ""] = /^\d{3}[ -]([\w-]+)[ =]?(.*)$/.exec(text) ?? [];
  return [keyword, parameters];
}

async function logIn(line: SmtpLine, { user, password }: { user: string; password: string }, methods: string) {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const isPlain = /\bPLAIN\b/.test(methods) || !/\bLOGIN\b/.test(methods);
  const steps = isPlain
    ? [`AUTH PLAIN ${base64(`\0${user}\0${password}`)}`]
    : ["AUTH LOGIN", base64(user), base64(password)];
  let reply: Reply | undefined;
  for (const step of steps) if (!reply || reply.code === 334) reply = await line.ask(step);
  if (reply?.code !== 235)
    throw refused(withoutWords(reply ?? NO_REPLY), isPlain ? "AUTH PLAIN" : "AUTH LOGIN", "EAUTH");
}

/** Only the codes: some servers repeat the command that they refuse, and with it the password. */
function withoutWords({ code, text }: Reply): Reply {
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0];
  return { code, text: [code, status].filter(Boolean).join(" ") };
}

function createConnection(line: SmtpLine, { isPipelining }: { isPipelining: boolean }): SmtpConnection {
  let mustReset = false;

  /** Asks the commands in their order, with pipelining all at once. Throws at the first that the server refuses. */
  async function askAll(commands: readonly Command[]) {
    if (isPipelining) line.write(commands.map(({ text }) => `${text}\r\n`).join(""));
    const replies = isPipelining ? commands.map(() => line.expect()) : [];
    for (const reply of replies) reply.catch(() => undefined); // only the first problem is of interest
    let problem: SmtpError | undefined;
    for (const [nth, { name, text }] of commands.entries()) {
      const reply = await (replies[nth] ?? line.ask(text)).catch((error: unknown) => {
        throw problem ?? error;
      });
      if (reply.code >= 400) problem ??= refused(reply, name);
      // A server that takes DATA without a recipient waits for a text now.
      if (problem && (name === "RSET" || reply.code === 354)) line.close(problem);
      if (problem && (!isPipelining || line.isClosed())) throw problem;
    }
    if (problem) throw problem;
  }

  async function sendMail({ from, to }: Envelope, message: Buffer) {
    const reset = mustReset ? [{ name: "RSET", text: "RSET" }] : [];
    mustReset = true;
    await askAll([
      ...reset,
      { name: "MAIL FROM", text: `MAIL FROM:<${from}>` },
      { name: "RCPT TO", text: `RCPT TO:<${to}>` },
      { name: "DATA", text: "DATA" },
    ]);
    line.write(withDotsDoubled(message), ".\r\n");
    const reply = await line.expect("DATA");
    if (!isPositive(reply)) throw refused(reply, "DATA", "EMESSAGE");
    mustReset = false;
  }

  return {
    isClosed: () => line.isClosed(),
    quit: () => line.quit(),
    async send(envelope, message, ms) {
      line.setIdle(false);
      try {
        await line.within(ms, () => sendMail(envelope, message));
      } finally {
        line.setIdle(true);
      }
    },
  };
}

type Command = { readonly name: string; readonly text: string };

const NO_REPLY: Reply = { code: 0, text: "nothing" };
const isPositive = ({ code }: Reply) => code >= 200 && code < 300;

/** A dot alone ends the mail, so a dot at the beginning of a line is doubled. */
const withDotsDoubled = (message: Buffer) =>
  message.includes("\r\n.") ? Buffer.from(message.toString("latin1").replaceAll("\r\n.", "\r\n.."), "latin1") : message;
