import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";

const MANAGEMENT = "/storeadmin/v3/";

/** The types of the management API for the dashboard, which makes no other calls. */
export async function writeApiTypes(document: { paths?: object }): Promise<string> {
  const paths = Object.fromEntries(
    Object.entries(document.paths ?? {}).filter(([path]) => path.startsWith(MANAGEMENT)),
  );
  const types = astToString(await openapiTS({ ...document, paths } as unknown as OpenAPI3));
  return `// Made from openapi.json by \`npm run openapi\`.\n${types}`;
}
