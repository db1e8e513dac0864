import type { StoreTx } from "../../../platform/db/db.ts";
import { unavailable } from "../../../platform/errors.ts";
import type { Http } from "../../../platform/http/server.ts";
import { AnyRecord, failures } from "../../../platform/http/wire.ts";
import type { Shopper } from "../../shoppers/shopper.ts";
import type { ListChanges, PublicListId } from "../list.ts";
import type { ListRouteDeps } from "../list-route-deps.ts";
import { createShopperWrite } from "../shopper-write.ts";
import { updateList } from "../update-list.ts";
import { ListOut, listCall, listRecord, ownerFields } from "../wire.ts";
import { withOwnLists } from "../with-own-lists.ts";
import { emailList } from "./email-list.ts";
import { reportShare } from "./report-share.ts";
import * as wire from "./wire.ts";

export function shareRoutes(http: Http, deps: ListRouteDeps) {
  const write = createShopperWrite(deps);

  const change = async (
    shopper: Shopper,
    tx: StoreTx | undefined,
    { publicId, changes }: { publicId: PublicListId; changes: ListChanges },
  ) => {
    const list = await withOwnLists(deps, shopper, tx, (inside, shopperId) =>
      updateList(inside, shopperId, publicId, changes),
    );
    return listRecord(ownerFields(shopper), list);
  };

  http.post("/api/v3/lists/markPublic", {
    schema: {
      ...listCall,
      summary: "Let anyone with the lid read a list",
      description:
        "Other people see only selected fields. They see the owner's first name (fname) and cprops (showcprops=1) only if this call sends them.",
      body: wire.MarkPublicIn,
      response: { 200: ListOut, ...failures },
    },
    handler: (request, reply) =>
      write(request, reply, (shopper, tx) => change(shopper, tx, wire.readMarkPublic(request.body))),
  });

  http.post("/api/v3/lists/markPrivate", {
    schema: {
      ...listCall,
      summary: "Make a shared list private",
      body: wire.MarkPrivateIn,
      response: { 200: ListOut, ...failures },
    },
    handler: (request, reply) =>
      write(request, reply, (shopper, tx) => change(shopper, tx, wire.readMarkPrivate(request.body))),
  });

  http.post("/api/v3/lists/emailList", {
    schema: {
      ...listCall,
      summary: "Mail a list to a friend",
      description: "At most 20 mails a day from one shopper, and 3 a day to one address.",
      body: wire.EmailListIn,
      response: { 200: AnyRecord, ...failures },
    },
    handler: (request, reply) =>
      write(request, reply, async (shopper, tx) => {
        if (!deps.canMail) throw unavailable("Mail (no mail provider is configured)");
        const mail = wire.readEmailList(request.body);
        const list = await withOwnLists(deps, shopper, tx, (inside, shopperId) =>
          emailList(inside, shopper.store, shopperId, mail, deps.variants),
        );
        return wire.emailListRecord(shopper, list);
      }),
  });

  http.post("/api/v3/lists/reportShare", {
    schema: {
      ...listCall,
      summary: "Count a share of a list",
      body: wire.ReportShareIn,
      response: { 200: AnyRecord, ...failures },
    },
    handler: (request, reply) =>
      write(request, reply, async (shopper, tx) => {
        const publicId = wire.readReportShare(request.body);
        await withOwnLists(deps, shopper, tx, (inside, shopperId) => reportShare(inside, shopperId, publicId));
        return wire.reportShareRecord(publicId);
      }),
  });
}
