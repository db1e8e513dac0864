import { connect as connectPlain, type Socket } from "node:net";
import { StringDecoder } from "node:string_decoder";
import { connect as connectTls } from "node:tls";
import { chooseAddress } from "../../network/wall.ts";
import { lost, type Reply, type SmtpError } from "./smtp-error.ts";
import { SMTP_PORTS, type SmtpServer } from "./smtp-url.ts";

const CONNECT_MS = 5_000;
/** Of one reply, with all its lines. The longest ones, to EHLO, have less than 1 KB. */
const REPLY_MAX = 8 * 1024;

type Waiting = {
  readonly whenLost: string;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: SmtpError) => void;
};

/** Writes commands to a mail server and reads its replies. When the connection is lost, everything that waits fails. */
export type SmtpLine = ReturnType<typeof createSmtpLine>;

export function createSmtpLine({ timeoutMs, onClose }: { timeoutMs: number; onClose: () => void }) {
  let socket: Socket | undefined;
  let decoder = new StringDecoder();
  let unread = "";
  let replyLines: string[] = [];
  let replyLength = 0;
  /** The greeting, if it came before somebody waited for it. */
  let greeting: Reply | undefined;
  let hasAsked = false;
  let waiting: Waiting[] = [];
  let isClosed = false;

  function close(cause: unknown) {
    if (isClosed) return;
    isClosed = true;
    socket?.destroy();
    const failed = waiting;
    waiting = [];
    for (const { whenLost, reject } of failed) reject(lost(cause, whenLost));
    onClose();
  }

  const onError = (error: Error) => close(error);
  const onTimeout = () => close({ code: "ETIMEDOUT" });
  const onEnd = () => close(undefined);
  const listeners = [
    ["data", onData],
    ["error", onError],
    ["timeout", onTimeout],
    ["end", onEnd],
    ["close", onEnd],
  ] as const;

  /** Reads from this socket from now on. What arrived before is forgotten: without TLS it may be of anybody. */
  function use(next: Socket) {
    for (const [event, listener] of listeners) socket?.off(event, listener);
    socket = next;
    decoder = new StringDecoder();
    unread = "";
    replyLines = [];
    replyLength = 0;
    greeting = undefined;
    for (const [event, listener] of listeners) next.on(event, listener);
    next.setTimeout(timeoutMs);
  }

  function onData(chunk: Buffer) {
    if (isClosed) return;
    unread += decoder.write(chunk);
    for (let at = unread.indexOf("\n"); at >= 0 && !isClosed; at = unread.indexOf("\n")) {
      const text = unread.slice(0, unread[at - 1] === "\r" ? at - 1 : at);
      unread = unread.slice(at + 1);
      replyLength += at + 1;
      if (replyLength > REPLY_MAX) return close({ code: "EPROTOCOL" });
      if (text !== "") readLine(text);
    }
    if (replyLength + unread.length > REPLY_MAX) close({ code: "EPROTOCOL" });
    return undefined;
  }

  function readLine(text: string) {
    replyLines.push(text);
    if (!/^\d{3}(?:[ -]|$)/.test(text)) close({ code: "EPROTOCOL" });
    else if (text[3] !== "-") finishReply();
  }

  function finishReply() {
    const text = replyLines.join("\n");
    replyLines = [];
    replyLength = 0;
    const code = Number(text.slice(0, 3));
    const next = waiting.shift();
    if (next) next.resolve({ code, text });
    else if (!hasAsked && !greeting) greeting = { code, text };
    else close({ code: "EPROTOCOL" });
    if (code === 421) close(undefined); // the server closes the connection
  }

  const until = (to: Socket, event: "connect" | "secureConnect") =>
    new Promise<void>((resolve, reject) => {
      to.once(event, resolve);
      to.once("error", (error) => reject(lost(error, "CONN")));
      to.once("timeout", () => reject(lost({ code: "ETIMEDOUT" }, "CONN")));
      to.once("close", () => reject(lost(undefined, "CONN")));
    });

  const line = {
    isClosed: () => isClosed,
    close,

    async connect(server: SmtpServer) {
      const { port, isSecure, tlsOptions } = server;
      const where = { host: await addressOf(server), port };
      if (isClosed) throw lost(undefined, "CONN");
      const to = isSecure ? connectTls({ ...tlsOptions, ...where }) : connectPlain(where);
      use(to);
      to.setNoDelay(true);
      to.setTimeout(CONNECT_MS);
      await until(to, isSecure ? "secureConnect" : "connect");
      to.setTimeout(timeoutMs);
    },

    async startTls({ host, tlsOptions }: SmtpServer) {
      const plain = socket;
      const to = connectTls({ host, ...tlsOptions, ...(plain ? { socket: plain } : {}) });
      use(to);
      plain?.on("error", () => undefined); // the same error comes from the TLS socket
      await until(to, "secureConnect");
    },

    write(...data: readonly (string | Buffer)[]) {
      hasAsked = true;
      socket?.cork();
      for (const piece of data) socket?.write(piece);
      socket?.uncork();
    },

    /** The next reply. `whenLost` is the command of the error if none comes. */
    expect: (whenLost = "CONN") =>
      new Promise<Reply>((resolve, reject) => {
        if (isClosed) return reject(lost(undefined, whenLost));
        if (!greeting) return void waiting.push({ whenLost, resolve, reject });
        resolve(greeting);
        greeting = undefined;
      }),

    ask(command: string) {
      line.write(`${command}\r\n`);
      return line.expect();
    },

    /** Closes the line when the work is not done in time. A server that says a little now and then never runs into the
     *  timeout of the socket. */
    async within<T>(ms: number, work: () => Promise<T>): Promise<T> {
      const timer = setTimeout(() => close({ code: "ETIMEDOUT" }), ms);
      try {
        return await work();
      } finally {
        clearTimeout(timer);
      }
    },

    /** Between two mails no reply is due, and the server may take its time. */
    setIdle: (isIdle: boolean) => socket?.setTimeout(isIdle ? 0 : timeoutMs),

    quit() {
      if (isClosed) return;
      isClosed = true;
      const destroy = setTimeout(() => socket?.destroy(), timeoutMs);
      socket?.once("close", () => clearTimeout(destroy));
      socket?.end("QUIT\r\n");
      onClose();
    },
  };
  return line;
}

/** The host of an operator as it is; that of a merchant as an address that the wall has checked. */
async function addressOf({ host, port, isSecure, startTls, wall }: SmtpServer): Promise<string> {
  const isLocalOnly = !SMTP_PORTS.has(port) || (!isSecure && startTls !== "required");
  return wall ? chooseAddress(wall, host, { isLocalOnly }) : host;
}
