import type { CheckedRecord } from "../../alerts/senders/dns/record.ts";
import type { ToolName } from "../../marketing/connection.ts";

type Medium = "email" | "sms";
type MarketingTool = { readonly connection: string; readonly tool: ToolName };

/** What each kind of problem says, besides its severity and since when. */
type Facts = {
  /** No page of the shop has called. Null: never, otherwise for how many hours. */
  readonly "no-script-seen": { readonly hours: number | null };
  readonly "no-stock-report": { readonly hours: number | null };
  /** A connector has reported nothing for so many hours. */
  readonly "connector-silent": { readonly connector: string; readonly hours: number };
  /** It has compared nothing for so many hours; null: never. */
  readonly "connector-no-reconcile": { readonly connector: string; readonly hours: number | null };
  readonly "connector-problem": { readonly connector: string; readonly problem: string };
  /** Its comparisons correct many quantities again and again, so its platform's events get lost. */
  readonly "connector-loses-events": {
    readonly connector: string;
    readonly checked: number;
    readonly corrected: number;
  };
  /** Connectors should have reserved or released something for offers, and have not. `givenUp`: for more than a week. */
  readonly "reservations-stuck": { readonly waiting: number; readonly givenUp: number };
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
    readonly market: string | null;
    readonly title: string | null;
    readonly variantTitle: string | null;
    readonly topic: string;
    readonly reason: string | null;
  };
  readonly "webhooks-failing": { readonly count: number };
  readonly "webhook-disabled": { readonly endpoint: string };
  readonly "marketing-failing": MarketingTool;
  readonly "marketing-paused": MarketingTool;
  /** So much waits for it that nothing more is queued. */
  readonly "marketing-full": MarketingTool;
  /** People who were erased here are not erased there yet. From `dropsAt` on, the tool is no longer told of the first of them. */
  readonly "marketing-erasures": MarketingTool & { readonly count: number; readonly dropsAt: Date };
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
