import type { StoreTx } from "../../../platform/db/db.ts";
import type { Connector } from "./connector.ts";
import { findReserving, selectConnectors } from "./sql.ts";

export const findConnectors = (tx: StoreTx): Promise<readonly Connector[]> => selectConnectors(tx);

/** A connector that was silent for so long may not be running any more. */
const RESERVES_FOR_SECONDS = 3_600;

/** Whether units are reserved at the platform for a shopper who accepts an offer now. */
export const hasReservingConnector = (tx: StoreTx): Promise<boolean> => findReserving(tx, RESERVES_FOR_SECONDS);
