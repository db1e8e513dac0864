import type { KeepsakeElement } from "./element.ts";
import type { Texts } from "./texts.ts";

const BY_TYPE: Record<string, keyof Texts> = {
  network: "offline",
  "invalid-email": "needEmail",
  "invalid-phone": "needPhone",
  "invalid-lname": "needName",
  "name-taken": "nameTaken",
  "limit-reached": "limitReached",
  "queue-full": "offline",
};

/** What a shopper is told: what they can do about it, never what the service said. */
export function describeError(host: KeepsakeElement, error: unknown): string {
  // A shop's own promise may be broken with anything, or nothing.
  const { type = "", status = 0 } = (error ?? {}) as { type?: string; status?: number };
  const name = BY_TYPE[type] ?? (status === 429 ? "busy" : status >= 500 ? "broken" : "failed");
  return host.text(name);
}
