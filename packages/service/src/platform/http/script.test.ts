import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import fastify from "fastify";
import { expect, test } from "vitest";
import { whenDone } from "../../../test/fixtures/when-done.ts";
import { answerFailure } from "./failure.ts";
import { scriptRoutes } from "./script.ts";

async function aServer(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), "keepsake-script-"));
  whenDone(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const http = fastify();
  http.setErrorHandler(answerFailure);
  await scriptRoutes(http, pathToFileURL(`${folder}/`));
  return (url: string, headers: Record<string, string> = {}) => http.inject({ url, headers });
}

test("the script is served to every origin, cached for minutes and revalidated by its ETag", async () => {
  const get = await aServer({ "keepsake.js": "one()", "keepsake-ui.js": "two()" });
  const { statusCode, headers, body } = await get("/keepsake.js?v=1");
  expect([statusCode, body]).toEqual([200, "one()"]);
  expect(headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=300, stale-while-revalidate=86400",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    vary: "accept-encoding",
  });
  const revalidated = await get("/keepsake.js", { "if-none-match": String(headers.etag) });
  expect([revalidated.statusCode, revalidated.body]).toEqual([304, ""]);
  expect((await get("/keepsake-ui.js")).body).toBe("two()");
});

test("a client that accepts gzip gets the script gzipped, with another ETag", async () => {
  const get = await aServer({ "keepsake.js": "one()" });
  const zipped = await get("/keepsake.js", { "accept-encoding": "br, gzip" });
  expect(zipped.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(zipped.rawPayload).toString()).toBe("one()");
  expect(zipped.headers.etag).not.toBe((await get("/keepsake.js")).headers.etag);
});

test("no other file of the folder is served, and the error for a script that was not built names the build command", async () => {
  const get = await aServer({ "keepsake.js": "one()", "client.js": "no", "keepsake.js.map": "no" });
  for (const url of ["/keepsake-..%2Fclient.js", "/keepsake-none.js"])
    expect((await get(url)).json()).toMatchObject({ type: "script-not-found" });
  expect((await get("/client.js")).statusCode).toBe(404);
  const bare = await aServer({});
  expect((await bare("/keepsake.js")).json()).toMatchObject({ msg: expect.stringContaining("npm run build") });
});
