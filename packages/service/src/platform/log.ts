import { pino } from "pino";
import { maskAddresses } from "./text/mask-address.ts";

export type Log = pino.Logger;

/** Fields that may hold a credential or personal data are redacted, up to three levels deep. */
const SECRET_FIELDS = [
  "authorization",
  "sessionid",
  "regid",
  "uuid",
  "useremail",
  "email",
  "assertion",
  "secret",
  "password",
  "apiKey",
  "body",
  "headers",
  "detail",
  "parameters",
];

export const createLog = (level: string, destination: pino.DestinationStream = openStdout()): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: "[redacted]" },
      // Fastify calls it `err`.
      serializers: { error: (error: unknown) => describeError(error), err: (error: unknown) => describeError(error) },
    },
    destination,
  );

/** Lines that cannot be written because the reader of stdout is gone are lost. They must not keep the process from ending. */
function openStdout() {
  const stdout = pino.destination();
  const flushSync = stdout.flushSync.bind(stdout);
  stdout.flushSync = () => {
    try {
      flushSync();
    } catch {
      // There is no other place to report it.
    }
  };
  return stdout;
}

const CAUSES_MAX = 5;

/** The message and stack of an error and of its causes, with masked addresses: mail servers and Postgres repeat what they
 *  were sent. Without `detail`, where Postgres puts whole rows. */
function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: "A value was thrown that is not an Error" };
  return {
    name: error.name,
    message: maskAddresses(error.message),
    code: (error as { code?: unknown }).code,
    stack: maskAddresses(error.stack ?? ""),
    ...(error.cause && depth < CAUSES_MAX ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
}
