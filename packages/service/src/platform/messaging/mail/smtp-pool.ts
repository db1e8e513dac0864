import { type Envelope, OPEN_MS, openSmtpConnection, type SmtpConnection } from "./smtp-connection.ts";
import { lost, SmtpError } from "./smtp-error.ts";
import type { SmtpServer } from "./smtp-url.ts";

const IDLE_MS = 10_000;
/** Servers allow a limited number of mails on one connection, usually 100 or more. */
const MAILS_MAX = 100;

type Job = {
  readonly envelope: Envelope;
  readonly message: Buffer;
  /** When it fails if it is not accepted by then, by `performance.now()`. */
  readonly endsAt: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};
type Pooled = { readonly connection: SmtpConnection; mails: number; idleSince: number };

/** Sends mails over connections that stay open. Mails wait for a free connection, in their order. Each takes `deliveryMs` at
 *  most, with its wait. */
export function createSmtpPool(
  server: SmtpServer,
  { connections, timeoutMs, deliveryMs }: { connections: number; timeoutMs: number; deliveryMs: number },
) {
  const waiting: Job[] = [];
  const free: Pooled[] = [];
  let used = 0;
  let isClosed = false;
  const closeIdle = setInterval(() => {
    const oldest = performance.now() - IDLE_MS;
    while (free[0] && free[0].idleSince < oldest) free.shift()?.connection.quit();
  }, IDLE_MS);
  closeIdle.unref();

  async function open(endsAt: number): Promise<Pooled> {
    let pooled: Pooled | undefined;
    const forget = () => {
      const at = pooled ? free.indexOf(pooled) : -1;
      if (at >= 0) free.splice(at, 1);
    };
    const openMs = Math.min(OPEN_MS, endsAt - performance.now());
    const connection = await openSmtpConnection(server, { timeoutMs, openMs, onClose: forget });
    pooled = { connection, mails: 0, idleSince: 0 };
    return pooled;
  }

  /** Sends over a free connection, or over a new one if the free one was closed by the server in the meantime. */
  async function send(job: Job): Promise<void> {
    const reused = free.pop();
    try {
      return await sendOver(reused ?? (await open(job.endsAt)), job);
    } catch (error) {
      if (!reused || !isClosedEarly(error)) throw error;
    }
    return sendOver(await open(job.endsAt), job);
  }

  async function sendOver(pooled: Pooled, { envelope, message, endsAt }: Job) {
    try {
      await pooled.connection.send(envelope, message, endsAt - performance.now());
    } finally {
      pooled.mails += 1;
      pooled.idleSince = performance.now();
      if (isClosed || pooled.mails >= MAILS_MAX) pooled.connection.quit();
      else if (!pooled.connection.isClosed()) free.push(pooled);
    }
  }

  function next() {
    while (used < connections) {
      const job = waiting.shift();
      if (!job) return;
      used += 1;
      void send(job)
        .then(job.resolve, job.reject)
        .finally(() => {
          used -= 1;
          next();
        });
    }
  }

  return {
    send: (envelope: Envelope, message: Buffer) =>
      new Promise<void>((resolve, reject) => {
        if (isClosed) return reject(lost({ code: "ECLOSED" }, "CONN"));
        waiting.push({ envelope, message, endsAt: performance.now() + deliveryMs, resolve, reject });
        return next();
      }),
    /** Mails that are being sent are finished; those that wait fail. */
    close() {
      isClosed = true;
      clearInterval(closeIdle);
      for (const { connection } of free.splice(0)) connection.quit();
      for (const { reject } of waiting.splice(0)) reject(lost({ code: "ECLOSED" }, "CONN"));
    },
  };
}

/** The server closed the connection before it got the text of the mail, such as after many mails on one connection. */
function isClosedEarly(error: unknown) {
  if (!(error instanceof SmtpError)) return false;
  const { command, code, responseCode } = error;
  return responseCode === 421 || command === "RSET" || (command === "CONN" && code !== "ETIMEDOUT");
}
