import { AppError } from "../../platform/errors.ts";
import { REFUSALS } from "../../platform/http/refusals.ts";
import { CONNECTIONS_MAX } from "./connection.ts";

export const unknownConnection = () =>
  new AppError(
    "not-found",
    "unknown-connection",
    "This store has no such marketing connection. GET /storeadmin/v3/marketing lists them.",
  );
export const tooManyConnections = () =>
  new AppError("invalid", "limit-reached", REFUSALS.say("connections-limit", { max: CONNECTIONS_MAX }));
export const klaviyoConnected = () =>
  new AppError("invalid", "klaviyo-connected", REFUSALS.say("klaviyo-connected", {}));
export const invalidAccess = (why: string) => new AppError("invalid", "invalid-access", why);
