import { showPage } from "../../../platform/http/hosted-page.ts";
import type { Http } from "../../../platform/http/server.ts";
import type { HashIp } from "../hash-ip.ts";
import type { LinkDeps } from "../open-link.ts";
import { TokenIn } from "../wire.ts";
import { confirm, previewConfirmation } from "./confirm.ts";
import { confirmPage } from "./page.ts";

/** The page behind the link of a confirmation mail: no login, no cookie, no script, and a GET changes nothing. */
export function confirmationRoutes(http: Http, deps: LinkDeps & { readonly hashIp: HashIp }) {
  http.get("/alerts/confirm", {
    schema: { hide: true, querystring: TokenIn },
    handler: async (request, reply) => {
      const { token } = request.query;
      const view = await previewConfirmation(deps, token);
      const page = confirmPage(view, token, request.headers["accept-language"]);
      return showPage(reply, page, statusOf(view));
    },
  });
  http.post("/alerts/confirm", {
    schema: { hide: true, body: TokenIn },
    handler: async (request, reply) => {
      const { token } = request.body;
      const languages = request.headers["accept-language"];
      const view = await confirm(deps, token, { languages, ip: request.ip });
      const page = confirmPage(view, token, languages);
      return showPage(reply, page, statusOf(view));
    },
  });
}

const statusOf = ({ state }: { state: string }) => (state === "invalid" ? 404 : state === "expired" ? 410 : 200);
