import { AppError } from "../../../platform/errors.ts";
import { REFUSALS } from "../../../platform/http/refusals.ts";
import { ENDPOINTS_MAX } from "./endpoint.ts";

export const unknownEndpoint = () =>
  new AppError(
    "not-found",
    "unknown-endpoint",
    "This store has no such webhook endpoint. GET /storeadmin/v3/webhooks lists them.",
  );
export const unknownDelivery = () =>
  new AppError(
    "not-found",
    "unknown-delivery",
    "This endpoint has no such delivery, or it is no longer kept. Replay a range of events instead.",
  );
export const tooManyEndpoints = () =>
  new AppError("invalid", "limit-reached", REFUSALS.say("endpoints-limit", { max: ENDPOINTS_MAX }));
export const secretRotating = (until: Date | null) =>
  new AppError("invalid", "secret-rotating", REFUSALS.say("secret-rotating", { until: until?.toISOString() ?? null }));
export const invalidWebhookUrl = (why: string) => new AppError("invalid", "invalid-url", why);
export const endpointDisabled = () =>
  new AppError(
    "invalid",
    "endpoint-disabled",
    "This webhook endpoint is disabled. Enable it first with webhooks/enable.",
  );
export const replayRunning = () =>
  new AppError(
    "invalid",
    "replay-running",
    "A replay to this endpoint is still running. Wait until GET /storeadmin/v3/webhooks says that it has finished.",
  );
