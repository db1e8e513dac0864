import { createHash } from "node:crypto";
import type { StoreTx } from "../../../platform/db/db.ts";
import { requireVersion } from "../../../platform/http/if-match.ts";
import { getSenderAddress } from "../../stores/settings/sender-address.ts";
import type { StoreSettings } from "../../stores/settings/settings.ts";
import { findSenderRows, type SenderRow } from "./sql.ts";

const LENGTH = 20;

/** Different after every change of what the store sends with, also of a password alone: sealing it gives new bytes. */
export function sendersVersionOf(address: StoreSettings["sender"], rows: readonly SenderRow[]): string {
  const providers = rows
    .map(({ medium, provider, label, sealedAccess }) => [medium, provider, label, sealedAccess.toString("base64")])
    .toSorted(([one = ""], [other = ""]) => one.localeCompare(other));
  const all = [address?.name, address?.address, address?.isVerified, providers];
  return createHash("sha256").update(JSON.stringify(all)).digest("hex").slice(0, LENGTH);
}

/** Refuses a change that was made to older senders. Other changes of them wait until this transaction ends. */
export async function requireSendersVersion(tx: StoreTx, ifMatch: string | undefined): Promise<void> {
  const address = await getSenderAddress(tx); // locks the store
  requireVersion(ifMatch, sendersVersionOf(address, await findSenderRows(tx)));
}
