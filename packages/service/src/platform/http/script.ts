import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";

const BUILT = new URL("../../../../sdk/dist/", import.meta.url);
const SCRIPT = /^keepsake(-[\w-]{1,40})?\.js$/;
/** Shops get a new version within minutes, and no page waits while the browser checks for one. */
const CACHING = "public, max-age=300, stale-while-revalidate=86400";

type Script = { readonly plain: Buffer; readonly gzipped: Buffer; readonly etag: string };

/** Serves the script for a shop's pages, /keepsake.js, and the parts it loads later. The files are read at start. */
export async function scriptRoutes(http: FastifyInstance, folder: URL = BUILT) {
  const scripts = await readScripts(folder);

  const handler = async ({ url, headers }: FastifyRequest, reply: FastifyReply) => {
    const script = scripts.get(new URL(url, "http://localhost").pathname.slice(1));
    if (!script) throw scriptNotFound();
    const isZipped = /\bgzip\b/.test(headers["accept-encoding"] ?? "");
    const etag = isZipped ? `"${script.etag}-gz"` : `"${script.etag}"`;
    reply.headers({
      "cache-control": CACHING,
      etag,
      vary: "accept-encoding",
      // Pages of any origin may load it, also as a module or with `integrity`.
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
    if (headers["if-none-match"] === etag) return reply.code(304).send();
    if (isZipped) reply.header("content-encoding", "gzip");
    return reply.type("text/javascript; charset=utf-8").send(isZipped ? script.gzipped : script.plain);
  };
  const route = { schema: { hide: true }, config: { isLight: true }, handler };
  http.get("/keepsake.js", route);
  http.get("/keepsake-:part.js", route);
}

async function readScripts(folder: URL): Promise<Map<string, Script>> {
  const names = await readdir(folder).catch(() => []);
  return new Map(
    await Promise.all(
      names
        .filter((name) => SCRIPT.test(name))
        .map(async (name): Promise<[string, Script]> => {
          const plain = await readFile(new URL(name, folder));
          const etag = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
          return [name, { plain, gzipped: gzipSync(plain), etag }];
        }),
    ),
  );
}

const scriptNotFound = () =>
  new AppError(
    "not-found",
    "script-not-found",
    "There is no such script. Build it with `npm run build -w keepsake-sdk`, then restart the service.",
  );
