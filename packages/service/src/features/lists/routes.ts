import type { FastifyReply, FastifyRequest } from "fastify";
import type { StoreTx } from "../../platform/db/db.ts";
import type { Http } from "../../platform/http/server.ts";
import { parseJson } from "../../platform/text/json.ts";
import type { Shopper } from "../shoppers/shopper.ts";
import { listRules } from "../stores/settings/settings.ts";
import { createList } from "./create-list.ts";
import { deleteList } from "./delete-list.ts";
import { invalidItem, nothingToDo } from "./errors.ts";
import { type Changes, changeItems, withOwnLists } from "./items/change-items.ts";
import { toEntries } from "./items/entries.ts";
import { ITEMS_MAX, readItems } from "./items/wire.ts";
import { toPublicListId } from "./public-id.ts";
import { fetchList } from "./reading/fetch-list.ts";
import { fetchListHeads, fetchLists } from "./reading/fetch-lists.ts";
import { itemRecords, listRecord, ownerPart } from "./reading/record.ts";
import {
  createWrite,
  createWriteInTurn,
  isSent,
  type ListRouteDeps,
  refusals,
  sendJson,
  shopperCall,
} from "./route-deps.ts";
import type { ListExtras } from "./sql.ts";
import { updateList } from "./update-list.ts";
import * as wire from "./wire.ts";

export function listRoutes(http: Http, parts: ListRouteDeps) {
  const { db, shoppers } = parts;

  const write = createWrite(parts);
  const writeInTurn = createWriteInTurn(parts);
  const inTx = <T>(shopper: Shopper, tx: StoreTx | undefined, work: (inside: StoreTx) => Promise<T>) =>
    tx ? work(tx) : db.inStore(shopper.store.id, work);

  http.post("/api/v3/lists/create", {
    schema: {
      ...shopperCall,
      summary: "Create a list",
      description: "A name the shopper has already answers that list.",
      body: wire.CreateIn,
      response: { 200: wire.ListOut, ...refusals },
    },
    handler: (request, reply) =>
      writeInTurn(request, reply, async (shopper, tx) => {
        const { lname, lty, lnote, fromlid } = request.body;
        const list = {
          name: wire.readName(lname),
          type: wire.readType(lty, listRules(shopper.store.settings).types),
          note: lnote ?? null,
          extras: readExtras(request.body),
        };
        const made = await inTx(shopper, tx, (inside) =>
          createList(inside, parts, shopper, list, fromlid ? toPublicListId(fromlid) : undefined),
        );
        return listRecord(ownerPart(shopper), made);
      }),
  });

  http.post("/api/v3/lists/update", {
    schema: {
      ...shopperCall,
      summary: "Change a list",
      description: "st=0 archives it, st=1 brings it back.",
      body: wire.UpdateIn,
      response: { 200: wire.ListOut, ...refusals },
    },
    handler: (request, reply) =>
      write(request, reply, async (shopper, tx) => {
        const { lid, lname, lnote, st } = request.body;
        const extras = readExtras(request.body);
        const changes = {
          ...(lname === undefined ? {} : { name: wire.readName(lname) }),
          ...(lnote === undefined ? {} : { note: lnote }),
          ...(extras ? { extras } : {}),
          ...(st === undefined ? {} : { status: Number(st) }),
        };
        return listRecord(
          ownerPart(shopper),
          await withOwnLists(parts, shopper, tx, (inside, shopperId) =>
            updateList(inside, shopperId, toPublicListId(lid), changes),
          ),
        );
      }),
  });

  http.post("/api/v3/lists/delete-list", {
    schema: {
      ...shopperCall,
      summary: "Delete a list with its items",
      description: "Answers the list as it was; limit and offset page its contents.",
      body: wire.DeleteIn,
      response: { 200: wire.ListOut, ...refusals },
    },
    handler: (request, reply) =>
      write(request, reply, async (shopper, tx) => {
        const page = wire.readPage(request.body);
        const { list, items } = await withOwnLists(parts, shopper, tx, (inside, shopperId) =>
          deleteList(inside, shopperId, toPublicListId(request.body.lid), page),
        );
        return listRecord(ownerPart(shopper), list, await toEntries(parts.variants, shopper.store.id, items));
      }),
  });

  http.post("/api/v3/lists/update-ctx", {
    schema: {
      ...shopperCall,
      summary: "Add, update and remove items",
      description: "In the order d, u, a, all or nothing. Answers the keys that were sent.",
      body: wire.UpdateCtxIn,
      response: { 200: wire.AnyOut, ...refusals },
    },
    handler: (request, reply) =>
      write(request, reply, async (shopper, tx) => {
        const { a, u, d } = request.body;
        const changes: Changes = {
          lid: toPublicListId(request.body.lid),
          ...(isSent(d) ? { remove: readItems("d", d, "delete") } : {}),
          ...(isSent(u) ? { update: readItems("u", u, "update") } : {}),
          ...(isSent(a) ? { add: readItems("a", a, "add") } : {}),
        };
        const count = (changes.remove?.length ?? 0) + (changes.update?.length ?? 0) + (changes.add?.length ?? 0);
        if (count === 0 || count > ITEMS_MAX) throw nothingToDo();
        const { lid, removed, updated, added } = await changeItems(parts, shopper, changes, tx);
        const owner = ownerPart(shopper);
        const answers = [
          ...(removed ? [`"d":${itemRecords(owner, lid, removed)}`] : []),
          ...(updated ? [`"u":${itemRecords(owner, lid, updated)}`] : []),
          ...(added ? [`"a":${itemRecords(owner, lid, added)}`] : []),
        ];
        return `{${answers.join(",")}}`;
      }),
  });

  http.post("/api/v3/lists/fetch-lists", {
    schema: {
      ...shopperCall,
      summary: "All lists with their newest items",
      body: wire.FetchListsIn,
      response: { 200: wire.ListsOut, ...refusals },
    },
    handler: async (request, reply) => {
      const shopper = await shoppers.identify(request, reply);
      const { lty, includeArchived } = request.body;
      const type = lty ? wire.readType(lty, listRules(shopper.store.settings).types) : undefined;
      return sendJson(
        reply,
        await fetchLists(parts, shopper, { withArchived: wire.isOn(includeArchived), ...(type ? { type } : {}) }),
      );
    },
  });

  http.post("/api/v3/lists/fetch-user-lists", {
    schema: {
      ...shopperCall,
      summary: "All lists without their items",
      body: wire.FetchListsIn,
      response: { 200: wire.AnyOut, ...refusals },
    },
    handler: async (request, reply) => {
      const shopper = await shoppers.identify(request, reply);
      return sendJson(
        reply,
        await fetchListHeads(parts, shopper, { withArchived: wire.isOn(request.body.includeArchived) }),
      );
    },
  });

  http.post("/api/v3/lists/fetch-list-with-contents", {
    schema: {
      ...shopperCall,
      summary: "One list with a page of its items",
      description: "For its owner, and for anybody while it is public.",
      body: wire.FetchListIn,
      response: { 200: wire.AnyOut, ...refusals },
    },
    handler: async (request, reply) => {
      const { fetched, page } = await read(request, reply);
      if (fetched.owner) return sendJson(reply, wire.withContents(ownerPart(fetched.owner), fetched, page));
      reply.header("x-robots-tag", "noindex");
      const { list, items } = wire.sharedView(fetched);
      return sendJson(
        reply,
        JSON.stringify({ list, items, userinfo: {}, pagination: wire.pagination(fetched.list.count, page) }),
      );
    },
  });

  http.post("/api/v3/lists/fetch-list-contents", {
    schema: {
      ...shopperCall,
      summary: "A page of one list's items",
      body: wire.FetchListIn,
      response: { 200: wire.ItemsOut, ...refusals },
    },
    handler: async (request, reply) => {
      const { fetched } = await read(request, reply);
      if (fetched.owner)
        return sendJson(reply, itemRecords(ownerPart(fetched.owner), fetched.list.publicId, fetched.entries));
      reply.header("x-robots-tag", "noindex");
      return sendJson(reply, JSON.stringify(wire.sharedView(fetched).items));
    },
  });

  async function read(request: FastifyRequest, reply: FastifyReply) {
    const body = request.body as wire.FetchListIn;
    const store = await parts.stores.getByPid(body.pid);
    const viewer = await shoppers.identifyIfPresent(request, reply);
    const page = wire.readPage(body);
    const fetched = await fetchList(parts, store, viewer, {
      lid: toPublicListId(body.lid),
      page,
      withArchived: !wire.isOn(body.excludeArchived),
    });
    return { fetched, page };
  }
}

/** Custom properties and description, as JSON text or as JSON. */
function readExtras({ lprops, ldesc }: { lprops?: unknown; ldesc?: unknown }): ListExtras | null {
  const read = (name: string, value: unknown) => {
    const parsed = typeof value === "string" ? parseJson(value) : value;
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
      throw invalidItem(`${name} is a JSON object.`);
    return parsed;
  };
  const extras = {
    ...(isSent(lprops) ? { properties: read("lprops", lprops) } : {}),
    ...(isSent(ldesc) ? { description: read("ldesc", ldesc) } : {}),
  };
  return Object.keys(extras).length > 0 ? extras : null;
}
