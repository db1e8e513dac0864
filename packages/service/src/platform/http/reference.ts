import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { AppError } from "../errors.ts";

const OPENAPI = new URL("../../../../../openapi.json", import.meta.url);

/** The page runs only our own files, and calls no other host. */
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'; base-uri 'none'";

/** Serves openapi.json, and a viewer for it at /reference. The viewer is a development dependency: an image without it
 *  serves only openapi.json. */
export async function referenceRoutes(http: FastifyInstance) {
  http.get("/openapi.json", {
    schema: { hide: true },
    handler: async (_request, reply) => reply.type("application/json; charset=utf-8").send(await readFile(OPENAPI)),
  });

  const viewer = await import("@scalar/fastify-api-reference").catch(() => undefined);
  if (!viewer) return;
  http.register(async (pages) => {
    // The viewer builds a URL from the Host header and fails on an invalid one.
    pages.addHook("onRequest", async ({ hostname }) => {
      if (!URL.canParse(`http://${hostname}`)) {
        throw new AppError("invalid", "invalid-request", "The Host header is not a valid host name.");
      }
    });
    pages.addHook("onSend", async (_request, reply) => void reply.header("content-security-policy", POLICY));
    pages.register(viewer.default, {
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
  });
}
