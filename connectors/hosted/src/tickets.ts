import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "./seal.ts";

export type Tickets = ReturnType<typeof createTickets>;

/**
 * Signed texts that this app hands out and takes back: the state of an OAuth flow, and the hidden field of a page that shows
 * which shop its merchant has proved. A page in a frame of the platform's admin gets no cookies; a hidden field works there.
 */
export function createTickets({ secrets, clock }: { secrets: readonly [string, ...string[]]; clock: () => number }) {
  const sign = (secret: string, purpose: string, payload: string) =>
    createHmac("sha256", deriveKey(secret, `ticket:${purpose}`))
      .update(payload)
      .digest();
  return {
    issue(purpose: string, value: string, lifetimeMs: number): string {
      const payload = Buffer.from(JSON.stringify([value, clock() + lifetimeMs])).toString("base64url");
      return `${payload}.${sign(secrets[0], purpose, payload).toString("base64url")}`;
    },
    /** Returns the value, or undefined when the ticket is another's, was changed or has ended. */
    read(purpose: string, ticket: string): string | undefined {
      const [payload = "", signature = ""] = ticket.split(".");
      const isOurs = secrets.some((secret) =>
        isEqual(sign(secret, purpose, payload), Buffer.from(signature, "base64url")),
      );
      if (!isOurs) return undefined;
      const [value, ends] = JSON.parse(Buffer.from(payload, "base64url").toString()) as [string, number];
      return ends > clock() ? value : undefined;
    },
  };
}

/** Compares without telling by its time where two values differ. */
export const isEqual = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other);
