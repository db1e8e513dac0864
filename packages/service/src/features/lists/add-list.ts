import type { StoreTx } from "../../platform/db/db.ts";
import type { ShopperId } from "../../platform/ids.ts";
import { badRegid } from "../shoppers/errors.ts";
import type { List, NewList } from "./list.ts";
import { insertList } from "./sql.ts";

const FOREIGN_KEY = "23503";

/** Stores a new list. A shopper who has just been erased is refused: a process may know their session for some seconds. */
export const addList = (tx: StoreTx, shopperId: ShopperId, list: NewList): Promise<List> =>
  insertList(tx, shopperId, list).catch((error: Error & { code?: string }) => {
    throw error.code === FOREIGN_KEY ? badRegid() : error;
  });
