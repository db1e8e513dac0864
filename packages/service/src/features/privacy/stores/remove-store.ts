import type { Log } from "../../../platform/log.ts";
import type { Actor } from "../../stores/access/caller.ts";
import { markStoreErased } from "../../stores/erase-store.ts";
import { eraseStore, type StoreErasureDeps } from "./erase-store.ts";

/** Makes a function that removes a store: when it returns, no call finds the store any more. Its rows are deleted in the
 *  background; if the process ends before, `npx keepsake store erase` deletes the rest. */
export const createRemoveStore =
  (deps: StoreErasureDeps & { readonly appLog: Log }) =>
  async (store: Parameters<typeof eraseStore>[1], actor: Actor): Promise<void> => {
    await deps.db.asOperator((tx) => markStoreErased(tx, store, actor));
    eraseStore(deps, store, { actor }).catch((error: unknown) => {
      deps.appLog.warn({ error, store: store.id, pid: store.pid }, "The rows of a removed store were not all deleted");
    });
  };
