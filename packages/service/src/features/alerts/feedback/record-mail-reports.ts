import type { StoreTx } from "../../../platform/db/db.ts";
import type { HashAddress } from "../../subscriptions/address.ts";
import { HAPPENINGS } from "../../subscriptions/line/happenings.ts";
import { COMPLAINT, suppress } from "../../subscriptions/suppression/suppress.ts";
import { findAddress } from "./find-address.ts";
import type { MailReport } from "./mail-report.ts";

/** Suppresses the addresses that bounced permanently and those whose owners complained. */
export async function recordMailReports(
  tx: StoreTx,
  hashAddress: HashAddress,
  reports: readonly MailReport[],
): Promise<void> {
  for (const { kind, email } of reports) {
    const address = findAddress("email", email);
    if (!address) continue;
    const hash = hashAddress(address, tx.storeId);
    if (kind === "bounce") await suppress(tx, hash, { reason: HAPPENINGS.say("bounced-reported", {}) });
    else await suppress(tx, hash, { reason: COMPLAINT, state: "unsubscribed" });
  }
}
