import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import { escapeHtml } from "../text/html.ts";
import { hostedPage, paragraph, showPage } from "./hosted-page.ts";
import type { Http } from "./server.ts";

const BUILT = new URL("../../../../dashboard/dist/", import.meta.url);
/** The names of the files contain a hash of their content. */
const CACHING = "public, max-age=31536000, immutable";
const NONCE_BYTES = 16;

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};

type Asset = { readonly type: string; readonly plain: Buffer; readonly gzipped: Buffer };

/** What the pages know of the installation before their first call. */
type Installation = { readonly publicUrl: string; readonly hasCompanySignIn: boolean; readonly canMail: boolean };

/** Serves the dashboard: its files, and at every other address below /dashboard the page that loads them. */
export async function dashboardRoutes(http: Http, installation: Installation, folder: URL = BUILT) {
  const assets = await readAssets(new URL("assets/", folder));
  const page = await readFile(new URL("index.html", folder), "utf8").catch(() => undefined);
  const open = { schema: { hide: true }, config: { isLight: true } };

  http.get("/dashboard/assets/:name", {
    ...open,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const asset = assets.get((request.params as { name: string }).name);
      if (!asset) throw fileNotFound();
      const isZipped = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
      reply.headers({ "cache-control": CACHING, vary: "accept-encoding" });
      if (isZipped) reply.header("content-encoding", "gzip");
      return reply.type(asset.type).send(isZipped ? asset.gzipped : asset.plain);
    },
  });
  const showDashboard = (_request: FastifyRequest, reply: FastifyReply) =>
    page === undefined
      ? showPage(reply, NOT_BUILT, 503)
      : showPage(reply, pageWithNonce(page, installation, randomBytes(NONCE_BYTES).toString("base64url")));
  http.get("/dashboard", { ...open, handler: showDashboard });
  http.get("/dashboard/*", { ...open, handler: showDashboard });
}

function pageWithNonce(page: string, installation: Installation, styleNonce: string) {
  const written = escapeHtml(JSON.stringify({ ...installation, styleNonce }));
  return { html: page.replace("%KEEPSAKE%", () => written), headers: headersOf(installation, styleNonce) };
}

/** Scripts come from this service alone. Pictures are the shop's, so they may come from any host. */
function headersOf({ publicUrl }: Installation, styleNonce: string) {
  const pictures = publicUrl.startsWith("https:") ? "https:" : "https: http:"; // a shop on the developer's machine
  return {
    "content-security-policy": `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${styleNonce}'; img-src 'self' data: ${pictures}; connect-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    "cross-origin-opener-policy": "same-origin",
    // With `no-referrer`, browsers send forms with `Origin: null`.
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "x-robots-tag": "noindex",
  };
}

async function readAssets(folder: URL): Promise<ReadonlyMap<string, Asset>> {
  const names = await readdir(folder).catch(() => []);
  return new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, Asset]> => {
        const plain = await readFile(new URL(name, folder));
        const type = TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
        return [name, { type, plain, gzipped: gzipSync(plain) }];
      }),
    ),
  );
}

const NOT_BUILT = hostedPage(
  "en",
  {},
  "The dashboard is not built",
  paragraph("Build it with `npm run build -w keepsake-dashboard`, then restart the service."),
);

const fileNotFound = () =>
  new AppError(
    "not-found",
    "file-not-found",
    "There is no such file. Load the page again: it may be of an older version.",
  );
