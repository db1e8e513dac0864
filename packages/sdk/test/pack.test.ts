import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const REPOSITORY = fileURLToPath(new URL("../../..", import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "keepsake-pack-"));
afterAll(() => rm(folder, { recursive: true }));
const run = promisify(execFile);

/** Packs a copy of the SDK, so that tests which run at the same time keep their build. */
async function pack(): Promise<string> {
  const copy = join(folder, "packages", "sdk");
  await mkdir(copy, { recursive: true });
  await cp(join(REPOSITORY, "tsconfig.base.json"), join(folder, "tsconfig.base.json"));
  for (const name of ["src", "package.json", "tsconfig.json", "tsdown.config.ts", "README.md"])
    await cp(join(REPOSITORY, "packages/sdk", name), join(copy, name), { recursive: true });
  await symlink(join(REPOSITORY, "node_modules"), join(folder, "node_modules"));
  // What `npm run dev` leaves: scripts without types, and a file of an older build.
  await mkdir(join(copy, "dist"));
  await writeFile(join(copy, "dist", "keepsake.js"), "old()");
  await writeFile(join(copy, "dist", "keepsake-gone.js"), "old()");
  await run("npm", ["pack", "--pack-destination", folder], { cwd: copy, timeout: 120_000 });
  const archive = (await readdir(folder)).find((name) => name.endsWith(".tgz")) ?? "";
  await run("tar", ["-xzf", join(folder, archive), "-C", folder]);
  return join(folder, "package");
}

let packing: Promise<string> | undefined;
const getPacked = () => (packing ??= pack());

const CONSUMER = `
import { createClient, type Item } from "keepsake-sdk";
import { createDocumentedCalls } from "keepsake-sdk/compat";
import { defineElements } from "keepsake-sdk/elements";
import { useSaved } from "keepsake-sdk/react";
import type {} from "keepsake-sdk/script";

const client = createClient({ pid: "p", baseUrl: "https://keepsake.example" });
defineElements({ client, texts: { notifyMe: "Sag mir Bescheid", soldOut: "Ausverkauft" } });
const calls = createDocumentedCalls(client);
void calls.addToList("lid", { epi: 1, empi: 1, du: "/p" }, (item) => item.epi, (error) => error);
// @ts-expect-error: the list comes first
void calls.addToList({ epi: 1, empi: 1, du: "/p" }, "lid");

window.KeepsakeCallbacks.push((keepsake) => void keepsake.fetchLists());
window.KeepsakeCallbacks.push(["SaveForLater.init"]);
// @ts-expect-error: only functions and arrays are queued
window.KeepsakeCallbacks.push(7);
const isLoggedIn: boolean = window.Keepsake.platform.isLoggedIn();

document.addEventListener("keepsake:to-cart", ({ detail }) => {
  const item: Item = detail.item;
  detail.waitUntil(Promise.resolve(item.stk));
});
// @ts-expect-error: a heart's event has no item
addEventListener("keepsake:saved", ({ detail }) => detail.item);
document.createElement("keepsake-heart").addEventListener("keepsake:failed", ({ detail }) => detail.error.description);

export function Product() {
  const { isSaved } = useSaved({ epi: 1, empi: 1, du: "/p" });
  return (
    <main data-saved={isSaved} data-in={isLoggedIn}>
      <keepsake-heart epi={1} du="/p" price={49.5} count className="heart" />
      <keepsake-notify-me epi="1" du="/p" available={false} medium="email sms" />
      <keepsake-drawer cart currency="EUR" />
      <keepsake-lists lid="x" /> <keepsake-saved-for-later /> <keepsake-shared-list cart />
    </main>
  );
}
// @ts-expect-error: a heart needs a product
export const broken = <keepsake-heart count />;
`;

test("a packed SDK has its scripts and types, and a shop in TypeScript compiles with them", {
  timeout: 240_000,
}, async () => {
  const packed = await getPacked();
  const files = await readdir(join(packed, "dist"));
  for (const name of ["client", "compat", "elements", "react", "globals"]) expect(files).toContain(`${name}.d.ts`);
  for (const name of ["keepsake.js", "keepsake-elements.js", "keepsake-ui.js", "keepsake-more.js", "client.js"])
    expect(files).toContain(name);
  expect(files).not.toContain("keepsake-gone.js");
  expect(await readFile(join(packed, "dist", "keepsake.js"), "utf8")).not.toBe("old()");

  const shop = join(folder, "shop");
  await mkdir(join(shop, "node_modules"), { recursive: true });
  await symlink(packed, join(shop, "node_modules", "keepsake-sdk"));
  await writeFile(join(shop, "shop.tsx"), CONSUMER);
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: "es2022",
    module: "esnext",
    moduleResolution: "bundler",
    preserveSymlinks: true,
    lib: ["es2024", "dom", "dom.iterable"],
    jsx: "react-jsx",
    types: ["react"],
    skipLibCheck: false,
  };
  await writeFile(join(shop, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["shop.tsx"] }));
  const compiled = await run(join(REPOSITORY, "node_modules/.bin/tsc"), ["-p", shop]).catch((error: unknown) => error);
  expect((compiled as { stdout: string }).stdout).toBe("");
});

test("the documented calls name their arguments", { timeout: 240_000 }, async () => {
  const dist = join(await getPacked(), "dist");
  const names = (await readdir(dist)).filter((name) => name.endsWith(".d.ts"));
  const types = (await Promise.all(names.map((name) => readFile(join(dist, name), "utf8")))).join("\n");
  for (const call of [
    /addToList: \(lid: string, product: Product, onSuccess\?/,
    /deleteFromList: \(lid: string, product: ItemRef, onSuccess\?/,
    /createList: \(list: NewList, onSuccess\?/,
    /addProductToLists: \(product: Product, lids: readonly string\[\], onSuccess\?/,
  ])
    expect(types).toMatch(call);
  expect(types).not.toMatch(/\((first|one|input): /);
});
