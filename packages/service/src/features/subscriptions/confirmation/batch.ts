import type { BatchId } from "../../../platform/ids.ts";

/** The requests of one shopper for one address, up to a time in microseconds. The link in a mail confirms these and no
 *  later ones. */
export type Batch = { readonly batchId: BatchId; readonly until: string };
