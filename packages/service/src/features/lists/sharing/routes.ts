import type { Clock } from "../../../platform/clock.ts";
import type { StoreTx } from "../../../platform/db/db.ts";
import { AppError, notConfigured } from "../../../platform/errors.ts";
import type { Policy } from "../../../platform/http/limits.ts";
import { enforceByIp } from "../../../platform/http/rate-limit.ts";
import type { Http } from "../../../platform/http/server.ts";
import { failures } from "../../../platform/http/wire.ts";
import { MAIL_SETTINGS } from "../../../platform/messaging/mail/mail.ts";
import { requireProof } from "../../shoppers/proof-of-work.ts";
import type { Shopper } from "../../shoppers/shopper.ts";
import { listRules } from "../../stores/settings/settings.ts";
import type { ListChanges, PublicListId } from "../list.ts";
import type { ListRouteDeps } from "../list-route-deps.ts";
import { preview } from "../preview.ts";
import { ListOut, MailedOut, SharedOut } from "../records/wire.ts";
import { createShopperWrite } from "../shopper-write.ts";
import { updateList } from "../update-list.ts";
import { listCall, previewRecord } from "../wire.ts";
import { withOwnLists } from "../with-own-lists.ts";
import { emailList } from "./email-list.ts";
import { reportShare } from "./report-share.ts";
import * as wire from "./wire.ts";

const MAILS_BY_ADDRESS: Policy = { name: "list-mails", points: 20, seconds: 3_600 };

const accountsOnly = () =>
  new AppError("forbidden", "account-required", "Only a shopper with an account can mail a list. Log in first.");

export function shareRoutes(http: Http, deps: ListRouteDeps & { readonly clock: Clock }) {
  const write = createShopperWrite(deps);

  const change = (
    shopper: Shopper,
    tx: StoreTx | undefined,
    { publicId, changes }: { publicId: PublicListId; changes: ListChanges },
  ) =>
    withOwnLists(deps, shopper, tx, async (inside, shopperId) =>
      previewRecord(
        shopper,
        await preview(inside, deps.variants, shopper.store, await updateList(inside, shopperId, publicId, changes)),
      ),
    );

  http.post("/api/v3/lists/markPublic", {
    schema: {
      ...listCall,
      summary: "Let anyone with the lid read a list",
      description:
        "Other people see only selected fields. They see the owner's first name (fname) and cprops (showcprops=1) only if this call sends them. With newlink=1 the list gets a new lid: links that were shared before, and the old lid itself, no longer work.",
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
      description:
        "Only for accounts, unless the store allows guests. At most 20 calls an hour from one IP address; 20 mails a day from one shopper, 3 to one mailbox and 1,000 from one store (a setting). fromname and note must not contain links. The mail shows titles, pictures and links from the catalogue, and links to the store's own origins.",
      body: wire.EmailListIn,
      response: { 200: MailedOut, ...failures },
    },
    handler: (request, reply) =>
      write(request, reply, async (shopper, tx) => {
        if (shopper.email === null && !listRules(shopper.store.settings).guestsMayMail) throw accountsOnly();
        if (!deps.canMail(shopper.store)) throw notConfigured("mails", MAIL_SETTINGS);
        await requireProof(deps, shopper.store, { request });
        await enforceByIp(deps.limits, MAILS_BY_ADDRESS, { request, reply, scope: shopper.store.id });
        const mail = wire.readEmailList(request.body);
        return withOwnLists(deps, shopper, tx, async (inside, shopperId) => {
          const list = await emailList(inside, shopper.store, shopperId, mail, deps.variants);
          return wire.emailListRecord(
            previewRecord(shopper, await preview(inside, deps.variants, shopper.store, list)),
          );
        });
      }),
  });

  http.post("/api/v3/lists/reportShare", {
    schema: {
      ...listCall,
      summary: "Count a share of a list",
      body: wire.ReportShareIn,
      response: { 200: SharedOut, ...failures },
    },
    handler: (request, reply) =>
      write(request, reply, async (shopper, tx) => {
        const publicId = wire.readReportShare(request.body);
        await withOwnLists(deps, shopper, tx, (inside, shopperId) => reportShare(inside, shopperId, publicId));
        return wire.reportShareRecord(publicId);
      }),
  });
}
