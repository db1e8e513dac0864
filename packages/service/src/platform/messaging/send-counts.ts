import type { StoreTx } from "../db/db.ts";

export type Medium = "email" | "sms";
/** The numbers of the tables. */
export const MEDIUM_CODES = { email: 1, sms: 2 } as const satisfies Record<Medium, number>;

/** What a store may send in a day, which begins at midnight UTC. Money is in ten-thousandths of the store's currency. */
export type SendLimits = {
  readonly messagesMax?: number | undefined;
  readonly spentMax?: number | undefined;
  /** Of one message. */
  readonly price?: number | undefined;
};

/** Messages that are counted already, and the day that they are counted for. */
export type CountedSends = { readonly granted: number; readonly day: string };

/** Counts messages right before they are sent, as many as the limits allow. */
export async function takeSends(
  tx: StoreTx,
  medium: Medium,
  wanted: number,
  { messagesMax, spentMax, price = 0 }: SendLimits,
): Promise<CountedSends> {
  const [taken] = await tx<CountedSends>`
    select granted, counted_for::text as day
    from take_sends(${tx.storeId}, ${MEDIUM_CODES[medium]}, ${wanted}, ${messagesMax ?? null}, ${spentMax ?? null}, ${price})`;
  if (!taken) throw new Error("take_sends returned nothing");
  return taken;
}

/** For messages that were counted and not sent after all. Those of a day that is over no longer matter. */
export const giveSendsBack = (
  tx: StoreTx,
  medium: Medium,
  { day, count, price = 0 }: { readonly day: string; readonly count: number; readonly price?: number | undefined },
) => tx`
  update send_counts set messages = greatest(messages - ${count}, 0), spent = greatest(spent - ${count * price}, 0)
  where store_id = ${tx.storeId} and medium = ${MEDIUM_CODES[medium]} and day = ${day}::date`;

export type SendCounts = { readonly messages: number; readonly spent: number };

/** What the store has sent since midnight UTC. */
export async function findSendCounts(tx: StoreTx, medium: Medium): Promise<SendCounts> {
  const [row] = await tx<{ messages: number; spent: string }>`
    select messages, spent from send_counts
    where store_id = ${tx.storeId} and medium = ${MEDIUM_CODES[medium]} and day = (now() at time zone 'UTC')::date`;
  return { messages: row?.messages ?? 0, spent: Number(row?.spent ?? 0) };
}
