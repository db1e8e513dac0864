import type { Actor } from "../access/caller.ts";

/** Ids and settings, never the address of a shopper. */
export type AuditDetails = Readonly<Record<string, unknown>>;

export type AuditEntry = {
  readonly id: string;
  readonly at: Date;
  readonly actor: Actor;
  readonly action: string;
  readonly details: AuditDetails;
};
