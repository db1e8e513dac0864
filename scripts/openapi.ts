import { readFile, writeFile } from "node:fs/promises";
import swagger from "@fastify/swagger";
import { createApi, createDeps } from "../packages/service/src/app.ts";
import { readConfig } from "../packages/service/src/config.ts";

// node scripts/openapi.ts [--check]
// Writes openapi.json from the schemas of the routes. With --check it only reports whether the file is up to date.
const FILE = new URL("../openapi.json", import.meta.url);

const { version } = JSON.parse(
  await readFile(new URL("../packages/service/package.json", import.meta.url), "utf8"),
) as { version: string };

// No route is called, so nothing connects to this database.
const deps = createDeps(
  readConfig({ DATABASE_URL: "postgres://nowhere", KEEPSAKE_SECRET: "x".repeat(32), KEEPSAKE_LOG_LEVEL: "silent" }),
);
const http = createApi(deps, {
  beforeRoutes: (instance) => {
    void instance.register(swagger, {
      openapi: {
        openapi: "3.1.0",
        info: {
          title: "Keepsake",
          version,
          description: "Wishlists, save-for-later and back-in-stock alerts for any online store.",
          license: { name: "Apache-2.0", identifier: "Apache-2.0" },
        },
        servers: [{ url: "/" }],
        components: {
          securitySchemes: {
            storeKey: {
              type: "http",
              scheme: "basic",
              description: "The pid as user, an API key as password. For servers only.",
            },
          },
        },
      },
      refResolver: {
        buildLocalReference: (json, _base, _fragment, index) =>
          typeof json.$id === "string" ? json.$id : `schema-${index}`,
      },
    });
  },
});
await http.ready();
const current = `${JSON.stringify(http.swagger(), null, 2)}\n`;
await http.close();
await deps.close();

if (process.argv.includes("--check")) {
  const committed = await readFile(FILE, "utf8").catch(() => "");
  if (committed !== current) {
    process.stderr.write("openapi.json does not match the routes. Run `npm run openapi` and commit it.\n");
    process.exitCode = 1;
  }
} else await writeFile(FILE, current);
