import type { FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "../../../platform/db/db.ts";
import { formButton, hostedPage, paragraph, showPage } from "../../../platform/http/hosted-page.ts";
import { badLinkPage } from "../../../platform/http/problem-page.ts";
import type { Http } from "../../../platform/http/server.ts";
import { findLanguage } from "../../../platform/text/language.ts";
import { lookOf } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { STOP_COPY } from "./copy.ts";
import { findEmailOfToken } from "./sql.ts";
import { readStopToken } from "./stop-link.ts";
import { stopReports } from "./stop-reports.ts";
import { StopIn } from "./wire.ts";

type Deps = { readonly db: Db; readonly stores: StoreCache };
type Found = { readonly store: Store; readonly email: string };

/** The page behind the link that ends the report mails of a member, without a login. Opening it changes nothing: programs that
 *  check mails follow links. */
export function stopReportRoutes(http: Http, deps: Deps) {
  http.get("/alerts/stop-reports", {
    schema: { hide: true, querystring: StopIn },
    handler: async (request, reply) => {
      const { token } = request.query;
      const found = await findByLink(deps, token);
      return show(request, reply, found, (copy, shop) => ({
        title: copy.title,
        body: `${paragraph(copy.text(shop))}${formButton("stop-reports", token, copy.button)}`,
      }));
    },
  });

  // Mail programs with a button of their own send this, too (RFC 8058).
  http.post("/alerts/stop-reports", {
    schema: { hide: true, body: StopIn },
    handler: async (request, reply) => {
      const found = await findByLink(deps, request.body.token);
      if (found) await deps.db.inStore(found.store.id, (tx) => stopReports(tx, found.email));
      return show(request, reply, found, (copy, shop) => ({ title: copy.doneTitle, body: paragraph(copy.done(shop)) }));
    },
  });
}

async function findByLink({ db, stores }: Deps, text: string): Promise<Found | undefined> {
  const link = readStopToken(text);
  const store = link && (await stores.getById(link.storeId).catch(() => undefined));
  if (!store || store.isErased) return undefined;
  const email = await db.inStore(store.id, (tx) => findEmailOfToken(tx, link.token));
  return email === undefined ? undefined : { store, email };
}

type Copy = (typeof STOP_COPY)["en"];

function show(
  request: FastifyRequest,
  reply: FastifyReply,
  found: Found | undefined,
  write: (copy: Copy, shop: string) => { readonly title: string; readonly body: string },
) {
  const wanted = request.headers["accept-language"];
  if (!found) return showPage(reply, badLinkPage(wanted), 404);
  const language = findLanguage(wanted) === "de" ? "de" : "en";
  const { store } = found;
  const { title, body } = write(STOP_COPY[language], store.name);
  return showPage(reply, hostedPage(language, { storeName: store.name, ...lookOf(store.settings) }, title, body));
}
