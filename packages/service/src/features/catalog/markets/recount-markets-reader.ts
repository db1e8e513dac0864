import type { Db } from "../../../platform/db/db.ts";
import { eachStore } from "../../../platform/each-store.ts";
import type { OutboxEvent } from "../../../platform/outbox/events.ts";
import type { AtLeastOnce } from "../../../platform/outbox/reader.ts";
import { recountMarkets } from "./recount-markets.ts";

/** Counts the stock of markets again when the settings have changed them. Safe to repeat. */
export const recountMarketsReader = ({ db }: { readonly db: Db }): AtLeastOnce => ({
  name: "recount-markets",
  subjects: ["markets.changed"],
  async handle(events) {
    await eachStore(events.filter(isChange), async (storeId, ofStore) => {
      for (const after of new Set(ofStore.map(({ payload }) => payload.after)))
        await db.inStore(storeId, (tx) => recountMarkets(tx, after));
    });
  },
});

type Change = Extract<OutboxEvent, { subject: "markets.changed" }>;
const isChange = (event: OutboxEvent): event is Change => event.subject === "markets.changed";
