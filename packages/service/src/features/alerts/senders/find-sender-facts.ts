import type { StoreTx } from "../../../platform/db/db.ts";
import { findSendCounts, type Medium, type SendLimits } from "../../../platform/messaging/send-counts.ts";
import { type StoreSettings, sendLimitsOf } from "../../stores/settings/settings.ts";
import type { CheckedRecord } from "./dns/record.ts";
import { findCheck, findHealth, type Health } from "./sql.ts";

export type MediumFacts = {
  readonly medium: Medium;
  readonly health: Health;
  /** Whether messages wait for the next day. */
  readonly isLimitReached: boolean;
};

/** How sending goes, without asking a provider or DNS. */
export type SenderFacts = {
  readonly media: readonly MediumFacts[];
  /** What the last check of DNS found wrong; undefined before the first. */
  readonly check: { readonly checkedAt: Date; readonly wrong: readonly CheckedRecord["purpose"][] } | undefined;
};

const MEDIA: readonly Medium[] = ["email", "sms"];

export async function findSenderFacts(tx: StoreTx, settings: StoreSettings): Promise<SenderFacts> {
  const check = await findCheck(tx);
  const media: MediumFacts[] = [];
  for (const medium of MEDIA) {
    const isLimitReached = await isReached(tx, medium, sendLimitsOf(settings, medium));
    media.push({ medium, health: await findHealth(tx, medium), isLimitReached });
  }
  return { media, check: check && { checkedAt: check.checkedAt, wrong: wrongOf(check.records) } };
}

const wrongOf = (records: readonly CheckedRecord[]) => [
  ...new Set(records.filter(({ state }) => state === "missing" || state === "wrong").map(({ purpose }) => purpose)),
];

async function isReached(tx: StoreTx, medium: Medium, { messagesMax, spentMax, price = 0 }: SendLimits) {
  if (messagesMax === undefined && spentMax === undefined) return false;
  const { messages, spent } = await findSendCounts(tx, medium);
  return (
    messages >= (messagesMax ?? Number.POSITIVE_INFINITY) || spent + price > (spentMax ?? Number.POSITIVE_INFINITY)
  );
}
