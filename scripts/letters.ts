import { globSync, readFileSync, writeFileSync } from "node:fs";
import { compileMjml } from "../packages/service/src/features/alerts/messages/compile-mjml.ts";
import { parseLetter } from "../packages/service/src/platform/letter/liquid.ts";

// node scripts/letters.ts [--check]
// Compiles the default messages: puts each `x.mjml` of a feature into the layout and writes `x.gen.ts` next to it. With
// --check it only reports files that are out of date.

/** Long enough for a busy machine. */
const TIMEOUT_MS = 120_000;
const SRC = "packages/service/src";
const layout = readFileSync(`${SRC}/platform/letter/layout.mjml`, "utf8");

const stale: string[] = [];
for (const file of globSync(`${SRC}/features/**/*.mjml`).toSorted()) {
  const target = file.replace(/\.mjml$/, ".gen.ts");
  const compiled = await compile(file);
  const before = readIfPresent(target);
  if (compiled === before) continue;
  if (process.argv.includes("--check")) stale.push(target);
  else writeFileSync(target, compiled);
}
for (const target of stale) process.stderr.write(`${target} is out of date: run npm run letters\n`);
process.exitCode = stale.length > 0 ? 1 : 0;

async function compile(file: string) {
  const [content = "", footer = ""] = readFileSync(file, "utf8").split("<!-- footer -->\n");
  const source = layout
    .replace("<!-- content -->\n", () => content)
    .replace("<!-- footer -->\n", () => footer)
    .trimEnd();
  const html = (await compileMjml(source, { timeoutMs: TIMEOUT_MS })).replaceAll(/\s*\n\s*/g, "\n").trim();
  parseLetter(html); // throws if the Liquid is invalid
  const name = (file.split("/").at(-1) ?? "").replace(".mjml", "").replaceAll("-", "_").toUpperCase();
  return `// Generated from ${file.split("/").at(-1)} by npm run letters: do not edit.
import type { Letter } from "${"../".repeat(file.split("/").length - 4)}platform/letter/letter.ts";

export const ${name}_LETTER: Letter = ${JSON.stringify({ source: `${source}\n`, html }, null, 2)
    .replaceAll(/^ {2}"(\w+)"/gm, "  $1")
    .replace(/"\n\}$/, '",\n}')};
`;
}

function readIfPresent(file: string) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
