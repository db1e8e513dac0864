import type { CheckedRecord } from "../../alerts/senders/dns/record.ts";

type Medium = "email" | "sms";

/** What each kind of problem says, besides its severity and since when. */
type Facts = {
  /** No page of the shop has called. Null: never, otherwise for how many hours. */
  readonly "no-script-seen": { readonly hours: number | null };
  readonly "no-stock-report": { readonly hours: number | null };
  /** The operator has paused all alerts and mails to shoppers. */
  readonly "sending-paused": { readonly until: Date; readonly reason: string | null };
  /** Nothing can send the store's mails. */
  readonly "no-sender": object;
  readonly "sender-not-verified": object;
  readonly "sender-dns-failing": { readonly records: readonly CheckedRecord["purpose"][] };
  readonly "provider-failing": { readonly medium: Medium; readonly problem: string; readonly fix: string | null };
  /** Messages wait for the next day. */
  readonly "daily-limit-reached": { readonly medium: Medium };
  /** Complaints have stopped all alerts. */
  readonly "alerts-stopped": { readonly reason: string };
  readonly "plan-held": {
    readonly plan: string;
    readonly platformId: string | null;
    readonly title: string | null;
    readonly variantTitle: string | null;
    readonly topic: string;
    readonly reason: string | null;
  };
  readonly "webhooks-failing": { readonly count: number };
  readonly "webhook-disabled": { readonly endpoint: string };
  readonly "key-expiring": { readonly name: string; readonly expiresAt: Date };
  readonly "no-recovery-owner": object;
};
export type ProblemType = keyof Facts;
export type Severity = "error" | "warning";

/** Something that needs the merchant's attention now. `since` is null where nobody knows. */
export type Problem = {
  [Type in ProblemType]: {
    readonly type: Type;
    readonly severity: Severity;
    readonly since: Date | null;
    readonly facts: Facts[Type];
  };
}[ProblemType];
