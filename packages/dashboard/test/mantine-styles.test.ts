import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SRC = fileURLToPath(new URL("../src/", import.meta.url));
const styleOf = (name: string) => `@mantine/core/styles/${name}.layer.css`;
const hasStyle = (name: string) => existsSync(new URL(`../../../node_modules/${styleOf(name)}`, import.meta.url));
const read = (path: string) => readFile(`${SRC}${path}`, "utf8");

test("every Mantine component that a page uses has its styles", async () => {
  const loaded = await read("app/mantine.css");
  const used = new Set<string>();
  for await (const path of glob("**/*.tsx", { cwd: SRC }))
    for (const [, names = ""] of (await read(path)).matchAll(/import \{([^}]*)\} from "@mantine\/core"/g))
      for (const name of names.split(",")) used.add(name.trim());
  expect(used.size).toBeGreaterThan(30);
  const missing = [...used].filter((name) => hasStyle(name) && !loaded.includes(styleOf(name)));
  expect(missing).toEqual([]);
});
