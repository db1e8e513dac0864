import type { StoreTx } from "../../../platform/db/db.ts";
import type { Http } from "../../../platform/http/server.ts";
import { type Changed, changeItems } from "../items/change-items.ts";
import { toEntries } from "../items/entries.ts";
import { type SentItem, sortItems } from "../items/wire.ts";
import { toPublicListId } from "../public-id.ts";
import { fetchList } from "../reading/fetch-list.ts";
import { itemRecords, ownerPart } from "../reading/record.ts";
import { createWrite, createWriteInTurn, type ListRouteDeps, refusals, sendJson, shopperCall } from "../route-deps.ts";
import * as wire from "../wire.ts";
import { openSaveForLater } from "./save-for-later.ts";

/** Save for later: one list a shopper, beside the cart. */
export function saveForLaterRoutes(http: Http, parts: ListRouteDeps) {
  const write = createWrite(parts);
  const writeInTurn = createWriteInTurn(parts);

  http.post("/api/v3/lists/sfl/create", {
    schema: {
      ...shopperCall,
      summary: "Open the save-for-later list",
      body: wire.SflCreateIn,
      response: { 200: wire.AnyOut, ...refusals },
    },
    handler: (request, reply) =>
      writeInTurn(request, reply, async (shopper, tx) => {
        const page = wire.readPage(request.body);
        const name = request.body.lname === undefined ? undefined : wire.readName(request.body.lname);
        const open = async (inside: StoreTx) =>
          openSaveForLater(inside, await parts.shoppers.ensureRow(inside, shopper), page, name);
        const { list, items } = await (tx ? open(tx) : parts.db.inStore(shopper.store.id, open));
        const entries = await toEntries(parts.variants, shopper.store.id, items);
        return wire.withContents(ownerPart(shopper), { list, entries, owner: shopper }, page);
      }),
  });

  http.post("/api/v3/lists/sfl/fetch", {
    schema: {
      ...shopperCall,
      summary: "What is saved for later",
      body: wire.SflFetchIn,
      response: { 200: wire.AnyOut, ...refusals },
    },
    handler: async (request, reply) => {
      const shopper = await parts.shoppers.identify(request, reply);
      const page = wire.readPage(request.body);
      const fetched = await fetchList(parts, shopper.store, shopper, {
        lid: toPublicListId(request.body.lid),
        page,
        withArchived: true,
        ownOnly: true,
      });
      return sendJson(reply, wire.withContents(ownerPart(fetched.owner ?? shopper), fetched, page));
    },
  });

  const changing = [
    ["add", "itemsadded", "add"],
    ["update", "itemsupdated", "update"],
    ["remove", "itemsdeleted", "remove"],
    ["moved-to-cart", "itemsmoved", "remove"],
  ] as const;
  for (const [path, done, change] of changing) {
    http.post(`/api/v3/lists/sfl/${path}`, {
      schema: {
        ...shopperCall,
        summary: `Save for later: ${path}`,
        body: wire.SflItemsIn,
        response: { 200: wire.AnyOut, ...refusals },
      },
      handler: (request, reply) =>
        write(request, reply, async (shopper, tx) => {
          const lid = toPublicListId(request.body.lid);
          const { good, bad } = sortItems("items", request.body.items, change === "remove" ? "delete" : change);
          const changed: Changed =
            good.length > 0 ? await changeItems(parts, shopper, { lid, [change]: good }, tx) : { lid };
          const entries = changed.added ?? changed.updated ?? changed.removed ?? [];
          const missing = good
            .filter((item) => !entries.some(({ variant }) => variant.platformId === item.platformId))
            .map(asFailed);
          return `{"${done}":${itemRecords(ownerPart(shopper), changed.lid, entries)},"itemsfailed":${JSON.stringify([...bad, ...missing])}}`;
        }),
    });
  }
}

const asFailed = ({ platformId }: SentItem) => ({ epi: platformId, msg: "This item is not on the list." });
