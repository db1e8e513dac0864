import type { Db } from "../../platform/db.ts";
import type { ShopperId, VariantId } from "../../platform/ids.ts";
import type { OutboxEvent, OutboxReader } from "../../platform/outbox/relay.ts";
import { savedOf } from "../lists/own-item.ts";
import { endWatched, findWatched } from "./sql.ts";

/** What is on no list of a shopper any more is not watched any more. A list that is deleted tells of its items first. */
export const endWatches = ({ db }: { readonly db: Db }): OutboxReader => ({
  name: "end-watches",
  async handle(_tx, events) {
    for (const event of events) if (event.subject === "item.removed") await endWatch(db, event);
  },
});

const endWatch = (db: Db, { storeId, payload }: OutboxEvent) =>
  db.inStore(storeId, async (tx) => {
    const { shopperId, variantIds } = payload as unknown as { shopperId: ShopperId; variantIds: readonly VariantId[] };
    const watched = await findWatched(tx, shopperId, variantIds);
    if (watched.length === 0) return;
    const saved = await savedOf(tx, shopperId, variantIds);
    const gone = watched.filter(({ variantId }) => !saved.has(variantId)).map(({ id }) => id);
    if (gone.length > 0) await endWatched(tx, gone, "removed from the list");
  });
