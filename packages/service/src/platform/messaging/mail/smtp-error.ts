/** An answer of a mail server. */
export type Reply = { readonly code: number; readonly text: string };

type Details = {
  readonly command: string;
  readonly code: string;
  readonly reply?: Reply | undefined;
  readonly cause?: unknown;
};

/** Why a mail server did not accept a mail. Without `responseCode`, it did not answer. */
export class SmtpError extends Error {
  override readonly name = "SmtpError";
  /** What the server was asked. DATA without an answer: it has got the whole text, and may have accepted the mail. */
  readonly command: string;
  readonly code: string;
  readonly response?: string;
  readonly responseCode?: number;
  constructor(message: string, { command, code, reply, cause }: Details) {
    super(message, { cause });
    this.command = command;
    this.code = code;
    if (!reply) return;
    this.response = reply.text;
    this.responseCode = reply.code;
  }
}

/** What is kept of a reply. */
const KEPT_MAX = 500;

export function refused({ code: replyCode, text }: Reply, command: string, code = "EENVELOPE") {
  const reply = { code: replyCode, text: text.slice(0, KEPT_MAX) };
  return new SmtpError(`The mail server answered ${reply.text} to ${command}`, { command, code, reply });
}

export function lost(cause: unknown, command: string) {
  const { code = "ECONNECTION" } = (cause ?? {}) as { code?: string };
  return new SmtpError(`The mail server did not answer: ${code}`, { command, code, cause });
}
