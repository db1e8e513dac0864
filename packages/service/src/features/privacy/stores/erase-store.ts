import { setTimeout as pause } from "node:timers/promises";
import type { Seal } from "../../../platform/crypto/seal.ts";
import type { Db, SystemTx } from "../../../platform/db/db.ts";
import {
  chooseErasedStore,
  deleteInBlocks,
  deletePage,
  findStoreTables,
  type StoreTable,
} from "../../../platform/db/store-tables.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { Actor } from "../../stores/access/caller.ts";
import { clearStore, markStoreErased } from "../../stores/erase-store.ts";
import type { ErasureLog } from "../log/erasure-log.ts";
import { orderTables } from "./order-tables.ts";

const PAGE = 1_000;
const BLOCKS = 5_000;
const STATEMENT_MS = 120_000;
const PASSES_MAX = 50;
/** Processes may know the store for four seconds, and what they began then may take some more. */
const SETTLE_MS = 8_000;

export type StoreErasureDeps = { readonly db: Db; readonly seal: Seal; readonly log: ErasureLog | undefined };

/** Deletes every row of a store in every table that has a `store_id`; the tables come from the catalogue. The store itself
 *  is marked first, so that no call finds it any more. Its row stays with its number and the time. An audit line of the
 *  installation stays, too. Safe to repeat after it was interrupted. Returns how many rows of each table were deleted. */
export async function eraseStore(
  { db, seal, log }: StoreErasureDeps,
  { id, pid }: { readonly id: StoreId; readonly pid: string },
  {
    actor,
    settleMs = SETTLE_MS,
    blocksAtOnce = BLOCKS,
  }: { readonly actor: Actor; readonly settleMs?: number; readonly blocksAtOnce?: number },
): Promise<Readonly<Record<string, number>>> {
  await db.asOperator((tx) => markStoreErased(tx, { id, pid }, actor));
  await log?.append({ kind: "store", at: new Date().toISOString(), store: { id, pid } });
  const deleted: Record<string, number> = {};
  const inErasure = <T>(work: (tx: SystemTx) => Promise<T>) =>
    db.asOperator(
      async (tx) => {
        await chooseErasedStore(tx, id);
        return work(tx);
      },
      { timeoutMs: STATEMENT_MS },
    );

  // The last pass finds nothing, after every process had time to forget the store.
  for (let pass = 1, isSettled = false; ; pass += 1) {
    let rows = 0;
    // Each time, because tables without an index are read up to the size that they have now.
    for (const table of orderTables(await db.asOperator((tx) => findStoreTables(tx)))) {
      const gone = await emptyTable(inErasure, table, { storeId: id, blocksAtOnce });
      if (gone > 0) deleted[table.name] = (deleted[table.name] ?? 0) + gone;
      rows += gone;
    }
    if (rows === 0 && isSettled) break;
    if (pass === PASSES_MAX)
      throw new Error("Something still writes rows of this store. Stop it and run the command again.");
    if (!isSettled) await pause(settleMs);
    isSettled = true;
  }
  await db.asOperator((tx) => clearStore(tx, seal, id));
  return deleted;
}

type InErasure = <T>(work: (tx: SystemTx) => Promise<T>) => Promise<T>;

async function emptyTable(
  inErasure: InErasure,
  table: StoreTable,
  { storeId, blocksAtOnce }: { readonly storeId: StoreId; readonly blocksAtOnce: number },
): Promise<number> {
  const { name, isIndexed, blocks, refersToItself } = table;
  let total = 0;
  for (const column of refersToItself === null ? [null] : [refersToItself, null]) {
    if (isIndexed) {
      for (let gone = PAGE; gone === PAGE; total += gone)
        gone = await inErasure((tx) => deletePage(tx, name, { storeId, column }, PAGE));
    } else {
      for (let first = 0; first <= blocks; first += blocksAtOnce)
        total += await inErasure((tx) =>
          deleteInBlocks(tx, name, { storeId, column }, { first, blocks: blocksAtOnce }),
        );
    }
  }
  return total;
}
