import type { Texts } from "../texts/texts.ts";
import type { KeepsakeElement } from "./element.ts";

const BY_TYPE: Record<string, keyof Texts> = {
  network: "offline",
  "invalid-email": "needEmail",
  "invalid-phone": "needPhone",
  "invalid-lname": "needName",
  "name-taken": "nameTaken",
  "limit-reached": "limitReached",
  "account-required": "needAccount",
  "queue-full": "offline",
};

/** The text for a shopper: what happened and what to do. The service's own message is never shown. */
export function describeError(host: KeepsakeElement, error: unknown): string {
  // A shop's own promise may be rejected with any value, or none.
  const { type = "", status = 0 } = (error ?? {}) as { type?: string; status?: number };
  const name = BY_TYPE[type] ?? (status === 429 ? "busy" : status >= 500 ? "broken" : "failed");
  return host.text(name);
}
