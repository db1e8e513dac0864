import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";

const OPENAPI = new URL("../../../../../openapi.json", import.meta.url);

/** Only what is served from here runs on the page; the reference calls nobody else. */
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'; base-uri 'none'";

/** openapi.json, and the reference to browse it at /reference. The viewer is a development dependency: an image
 *  without it serves openapi.json alone. */
export async function referenceRoutes(http: FastifyInstance) {
  http.get("/openapi.json", {
    schema: { hide: true },
    handler: async (_request, reply) => reply.type("application/json; charset=utf-8").send(await readFile(OPENAPI)),
  });

  const viewer = await import("@scalar/fastify-api-reference").catch(() => undefined);
  if (!viewer) return;
  http.addHook("onSend", async (_request, reply) => void reply.header("content-security-policy", POLICY));
  http.register(viewer.default, {
    routePrefix: "/reference",
    configuration: {
      url: "/openapi.json",
      pageTitle: "Keepsake API",
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: "never",
      authentication: { preferredSecurityScheme: "storeKey" },
    },
  });
}
