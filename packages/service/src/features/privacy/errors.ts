import { AppError } from "../../platform/errors.ts";

export const noPersonNamed = () =>
  new AppError("invalid", "missing-person", "Name the person: send email, phone, regid or person.");

export const logNotWritten = (cause: unknown) =>
  new AppError(
    "unavailable",
    "erasure-log-failed",
    "The erasure log cannot be written, so nothing was deleted yet. The person is cut off already, and the erasure goes on as soon as the log can be written. Ask the operator to check KEEPSAKE_ERASURE_LOG.",
    { retryAfterSeconds: 30, cause },
  );
