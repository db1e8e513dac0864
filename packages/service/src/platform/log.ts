import { pino } from "pino";

export type Log = pino.Logger;

/** What may hold a credential or a person is cut out wherever it appears, up to three levels deep. */
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

export const createLog = (level: string, destination?: pino.DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: "[redacted]" },
      serializers: { error: describeError },
    },
    ...(destination ? [destination] : []),
  );

/** The message and stack of an error and of its cause. Postgres puts row values into `detail`: it stays out. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: "Something was thrown that is not an error" };
  return {
    name: error.name,
    message: error.message,
    code: (error as { code?: unknown }).code,
    stack: error.stack,
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  };
}
