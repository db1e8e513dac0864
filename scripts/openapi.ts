import { readFile, writeFile } from "node:fs/promises";
import swagger from "@fastify/swagger";
import { createApi, createDeps } from "../packages/service/src/app.ts";
import { readConfig } from "../packages/service/src/config.ts";
import { deriveKeyring } from "../packages/service/src/platform/crypto/keyring.ts";
import { describeAccess, SECURITY_SCHEMES } from "./describe-access.ts";
import { writeApiTypes } from "./write-api-types.ts";

// node scripts/openapi.ts [--check]
// Writes openapi.json from the schemas of the routes, and from it the types of the dashboard's calls. With --check it only
// reports whether both files are up to date.
const FILE = "openapi.json";
const TYPES = "packages/dashboard/src/api/schema.gen.ts";

const { version } = JSON.parse(
  await readFile(new URL("../packages/service/package.json", import.meta.url), "utf8"),
) as { version: string };

const SECRET = "x".repeat(32);

/** The parameters that clients send in the query, also of a POST. They may come in the body as well. */
const IN_QUERY = ["pid", "limit", "offset"];

type Shape = { properties?: Record<string, object>; required?: string[] };

/** The schema of a route as openapi.json shows it. The service itself reads query and body as one. */
function shown<T extends { body?: unknown; querystring?: unknown }>(schema: T): T {
  const { body, querystring } = schema ?? {};
  if (!body) return querystring ? { ...schema, querystring: withShown(querystring) } : schema;
  const { properties = {}, required = [], ...rest } = withShown(body) as Shape;
  const inQuery = Object.fromEntries(Object.entries(properties).filter(([name]) => IN_QUERY.includes(name)));
  const isInQuery = (name: string) => name in inQuery;
  const query = { type: "object", properties: inQuery, required: required.filter(isInQuery) };
  return {
    ...schema,
    body: { ...rest, properties, required: required.filter((name) => !isInQuery(name)) },
    ...(querystring ? {} : { querystring: query }),
  };
}

/** Replaces each parameter that a route checks itself with the schema that describes it. */
function withShown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withShown);
  if (typeof value !== "object" || value === null) return value;
  const { shownAs, ...schema } = value as { shownAs?: object; description?: string };
  if (shownAs) return { ...(withShown(shownAs) as object), description: schema.description };
  return Object.fromEntries(Object.entries(schema).map(([key, one]) => [key, withShown(one)]));
}

// No route is called, so nothing connects to this database.
const deps = createDeps(
  readConfig({ DATABASE_URL: "postgres://nowhere", KEEPSAKE_SECRET: SECRET, KEEPSAKE_LOG_LEVEL: "silent" }),
  deriveKeyring(SECRET),
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
          securitySchemes: SECURITY_SCHEMES,
        },
      },
      transform: ({ schema, url, route }) => ({
        schema: shown(
          describeAccess(schema ?? {}, { method: String(route.method), url, access: route.config?.access }),
        ),
        url,
      }),
      refResolver: {
        buildLocalReference: (json, _base, _fragment, index) =>
          typeof json.$id === "string" ? json.$id : `schema-${index}`,
      },
    });
  },
});
await http.ready();
const document = http.swagger();
const current = { [FILE]: `${JSON.stringify(document, null, 2)}\n`, [TYPES]: await writeApiTypes(document) };
await http.close();
await deps.close();

for (const [name, text] of Object.entries(current)) {
  const file = new URL(`../${name}`, import.meta.url);
  if (!process.argv.includes("--check")) await writeFile(file, text);
  else if ((await readFile(file, "utf8").catch(() => "")) !== text) {
    process.stderr.write(`${name} does not match the routes. Run \`npm run openapi\` and commit it.\n`);
    process.exitCode = 1;
  }
}
