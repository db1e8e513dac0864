import type { StoreTx } from "../../../platform/db/db.ts";
import { sendersChanged } from "../../stores/senders-changed.ts";
import { findSenderRows } from "./sql.ts";

/** Lets every process use the store's senders and keys as they are stored now, within seconds. */
export async function announceSenderChange(tx: StoreTx): Promise<void> {
  const rows = await findSenderRows(tx);
  await sendersChanged(
    tx,
    rows.map(({ medium }) => medium),
  );
}
