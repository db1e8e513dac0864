import type { StoreTx } from "../../../platform/db/db.ts";
import type { Log } from "../../../platform/log.ts";
import { type Address, type HashAddress, toAddress } from "../../subscriptions/address.ts";
import {
  COMPLAINT,
  countComplaints,
  liftStop,
  stopMessages,
  suppress,
} from "../../subscriptions/suppression/suppress.ts";
import { countSent, holdPlans, insertBrake } from "../sql.ts";
import { readOptOut } from "./read-opt-out.ts";

export type MailReport = { readonly kind: "bounce" | "complaint"; readonly email: string };

/** A provider's word on addresses: those that bounced for good and those who complained are never written to again. */
export async function takeMailReports(
  tx: StoreTx,
  hashAddress: HashAddress,
  reports: readonly MailReport[],
): Promise<void> {
  for (const { kind, email } of reports) {
    const address = readAddress("email", email);
    if (!address) continue;
    const hash = hashAddress(address, tx.storeId);
    if (kind === "bounce") await suppress(tx, hash, { reason: "bounced, as the provider reported" });
    else await suppress(tx, hash, { reason: COMPLAINT, state: "unsubscribed" });
  }
}

const DAYS = 7;
const SENDS_MIN = 1_000;
const WARN_SHARE = 0.000_8;
const STOP_SHARE = 0.002;

/** Where too many complain, the store's alerts stop until an operator lets go: mail providers would stop all of its mail
 *  otherwise. Mails that people asked for themselves (confirmations, shared lists) go on. */
export async function brakeOnComplaints(tx: StoreTx, log: Log): Promise<boolean> {
  const complaints = await countComplaints(tx, DAYS);
  const sent = complaints > 0 ? await countSent(tx, DAYS) : 0;
  if (sent < SENDS_MIN || complaints / sent < WARN_SHARE) return false;
  const share = `${((100 * complaints) / sent).toFixed(2)} %`;
  if (complaints / sent < STOP_SHARE) {
    log.warn({ store: tx.storeId, complaints, sent }, `Complaints of a store's alerts are at ${share}`);
    return false;
  }
  const reason = `${complaints} of ${sent} complained in ${DAYS} days (${share})`;
  await insertBrake(tx, reason);
  await holdPlans(tx, reason);
  log.error({ store: tx.storeId, complaints, sent }, `A store's alerts are held: ${reason}`);
  return true;
}

/** Somebody answers a text message. Answers what to say, once, or nothing. */
export async function takeText(
  tx: StoreTx,
  { hashAddress, shop }: { hashAddress: HashAddress; shop: string },
  { from, body }: { from: string; body: string },
): Promise<string | undefined> {
  const wish = readOptOut(body);
  const address = wish && readAddress("sms", from);
  if (!address) return undefined;
  const hash = hashAddress(address, tx.storeId);
  if (wish === "start") {
    await liftStop(tx, hash);
    return undefined;
  }
  const isNew = await stopMessages(tx, hash);
  return isNew ? `${shop}: you will get no more text messages. START turns them on again.` : undefined;
}

function readAddress(medium: "email" | "sms", value: string): Address | undefined {
  try {
    return toAddress(medium, value);
  } catch {
    return undefined; // a short number, a mailbox that was never ours
  }
}
