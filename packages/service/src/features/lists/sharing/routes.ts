import { hash } from "node:crypto";
import type { StoreTx } from "../../../platform/db/db.ts";
import { unavailable } from "../../../platform/errors.ts";
import type { Http } from "../../../platform/http/server.ts";
import { toEmail } from "../../../platform/text/email.ts";
import { asSent, readPlatformIds } from "../../../platform/text/platform-id.ts";
import type { Shopper } from "../../shoppers/shopper.ts";
import { withOwnLists } from "../items/change-items.ts";
import { toPublicListId } from "../public-id.ts";
import { readAsOwner } from "../reading/read-as-owner.ts";
import { listRecord, ownerPart } from "../reading/record.ts";
import { createWrite, isSent, type ListRouteDeps, refusals, sendJson, shopperCall } from "../route-deps.ts";
import type { ListChanges } from "../sql.ts";
import { updateList } from "../update-list.ts";
import * as wire from "../wire.ts";
import { emailList } from "./email-list.ts";
import { reportShare } from "./report-share.ts";

const IDS_MAX = 250;

/** Sharing a list, and finding out what is saved. */
export function shareRoutes(http: Http, parts: ListRouteDeps) {
  const write = createWrite(parts);

  http.post("/api/v3/lists/markPublic", {
    schema: {
      ...shopperCall,
      summary: "Let anybody with the lid read a list",
      description:
        "Strangers see an allowlist of fields; the owner's first name (fname) and cprops (showcprops=1) only where sent here.",
      body: wire.MarkPublicIn,
      response: { 200: wire.ListOut, ...refusals },
    },
    handler: (request, reply) =>
      write(request, reply, async (shopper, tx) => {
        const { fname, showcprops } = request.body;
        const shown = { ...(fname ? { firstName: fname } : {}), properties: wire.isOn(showcprops) };
        return change(shopper, tx, request.body.lid, { isPublic: true, extras: { shown } });
      }),
  });

  http.post("/api/v3/lists/markPrivate", {
    schema: {
      ...shopperCall,
      summary: "Take a shared list back",
      body: wire.OneListIn,
      response: { 200: wire.ListOut, ...refusals },
    },
    handler: (request, reply) =>
      write(request, reply, (shopper, tx) => change(shopper, tx, request.body.lid, { isPublic: false })),
  });

  async function change(shopper: Shopper, tx: StoreTx | undefined, lid: string, changes: ListChanges) {
    const list = await withOwnLists(parts, shopper, tx, (inside, shopperId) =>
      updateList(inside, shopperId, toPublicListId(lid), changes),
    );
    return listRecord(ownerPart(shopper), list);
  }

  http.post("/api/v3/lists/emailList", {
    schema: {
      ...shopperCall,
      summary: "Mail a list to a friend",
      description: "Twenty mails a day for a shopper, three a day to one address.",
      body: wire.EmailListIn,
      response: { 200: wire.AnyOut, ...refusals },
    },
    handler: (request, reply) =>
      write(request, reply, async (shopper, tx) => {
        if (!parts.canMail) throw unavailable("Mail (no SMTP server is configured)");
        const { lid, toemail, fromname, note } = request.body;
        const mail = { lid: toPublicListId(lid), to: toEmail(toemail), fromName: fromname ?? "", note: note ?? "" };
        const list = await withOwnLists(parts, shopper, tx, (inside, shopperId) =>
          emailList(inside, shopper.store, shopperId, mail, parts.variants),
        );
        return `{"listinfo":${listRecord(ownerPart(shopper), list)},"msg":"The list is on its way."}`;
      }),
  });

  http.post("/api/v3/lists/reportShare", {
    schema: {
      ...shopperCall,
      summary: "Count that a list was shared",
      body: wire.ReportShareIn,
      response: { 200: wire.AnyOut, ...refusals },
    },
    handler: (request, reply) =>
      write(request, reply, async (shopper, tx) => {
        const lid = toPublicListId(request.body.lid);
        await withOwnLists(parts, shopper, tx, (inside, shopperId) => reportShare(inside, shopperId, lid));
        return JSON.stringify({ lid });
      }),
  });

  http.post("/api/v3/lists/contains", {
    schema: {
      ...shopperCall,
      summary: "Which products of a page are saved",
      description:
        "By epis or empis, 250 at most. Answers the lists of each; an ETag spares the answer that has not changed.",
      body: wire.ContainsIn,
      response: { 200: wire.AnyOut, 304: wire.AnyOut, ...refusals },
    },
    handler: async (request, reply) => {
      const shopper = await parts.shoppers.identify(request, reply);
      const { epis, empis } = request.body;
      const by = isSent(epis) ? "platformId" : "productId";
      const ids = isSent(epis) ? readPlatformIds("epis", epis, IDS_MAX) : readPlatformIds("empis", empis, IDS_MAX);
      const found = await readAsOwner(parts.shoppers, shopper, async ({ store, id: shopperId }) => {
        if (!shopperId) return undefined;
        const held = await parts.findSaved({ storeId: store.id, shopperId, by, ids: ids.map((id) => id.text) });
        return held.size > 0 ? held : undefined;
      });
      const saved = new Map<string, object>();
      for (const id of ids) {
        const lids = found?.get(id.text);
        if (lids) saved.set(id.text, { [isSent(epis) ? "epi" : "empi"]: asSent(id), lids: lids.toSorted() });
      }
      const body = JSON.stringify({ data: [...saved.values()] });
      const etag = `"${hash("sha256", body, "base64url").slice(0, 22)}"`;
      reply.header("etag", etag);
      if (request.headers["if-none-match"] === etag) reply.code(304);
      return sendJson(reply, reply.statusCode === 304 ? "" : body);
    },
  });
}
