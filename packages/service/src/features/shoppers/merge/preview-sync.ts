import type { Store } from "../../stores/store.ts";
import type { IdentityDeps } from "../issue-identity.ts";
import { accountRegid, type Regid } from "../regid.ts";
import { findOrCreateAccountIn } from "../shopper-finder.ts";
import type { Merged } from "./merge-guest.ts";
import { mergeInto, type Sync } from "./sync-guest.ts";

type Preview = Merged & { readonly regid: Regid };

/** Runs the merge and rolls it back, so that the preview cannot differ from the merge. Opens no session: the caller of a
 *  dry run is not logging in, and the account may not exist. */
export async function previewSync(deps: IdentityDeps, store: Store, sync: Sync): Promise<Preview> {
  class RolledBack extends Error {
    readonly preview: Preview;
    constructor(preview: Preview) {
      super("Rolled back on purpose");
      this.preview = preview;
    }
  }
  try {
    return await deps.db.inStore(store.id, async (tx) => {
      const regid = accountRegid(store, sync.email);
      const account = await findOrCreateAccountIn(tx, { storeId: store.id, regid, email: sync.email });
      throw new RolledBack({ regid, ...(await mergeInto(tx, deps, store, sync, account)) });
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.preview;
    throw error;
  }
}
