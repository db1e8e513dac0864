import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { validate } from "dockerfile-utils";
import { describeSettings } from "../packages/service/src/config.ts";
import { SCOPES } from "../packages/service/src/features/stores/access/scopes.ts";
import { findPromiseProblems } from "./find-promise-problems.ts";

// Checks the documents: links and file names exist, promises have tests, and every setting, error and dependency is explained.
const problems: string[] = [];
const text = (file: string) => readFileSync(file, "utf8");

const documents = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  ...markdownIn("docs"),
];

function markdownIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join(folder, file));
}

for (const document of documents) {
  for (const [, target = ""] of text(document).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)) {
    if (!/^[a-z]+:/.test(target) && !existsSync(join(dirname(document), target)))
      problems.push(`${document} links to ${target}, which does not exist`);
  }
  for (const [, path = "", isNew] of text(document).matchAll(
    /`((?:packages|connectors|engines|bench|faults|scripts|deploy|docs)\/[\w./-]+\.\w+)`( \(new\))?/g,
  )) {
    if (!isNew && !existsSync(path)) problems.push(`${document} names ${path}, which does not exist`);
  }
}

const reliability = { path: "docs/reliability.md", text: text("docs/reliability.md") };
problems.push(...findPromiseProblems(reliability, (path) => (existsSync(path) ? text(path) : undefined)));

const operating = text("docs/operating.md");
for (const { name } of describeSettings())
  if (!operating.includes(`\`${name}\``)) problems.push(`docs/operating.md does not explain ${name}`);

for (const scope of SCOPES)
  if (!operating.includes(`| \`${scope}\``) && !operating.includes(`, \`${scope}\``))
    problems.push(`docs/operating.md does not explain the scope ${scope}`);

const errors = text("docs/errors.md");
const sources = readdirSync("packages/service/src", { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
);
// `keepsake` alone is in nobody's PATH. In a clone and in the image, `npx keepsake` works.
const commands = sources
  .flatMap((source) => [...text(join("packages/service/src", source)).matchAll(/command\("(\w+)"|^ {2}\["(\w+)", "/gm)])
  .map(([, command, role]) => command ?? role);
for (const document of documents.filter((name) => name !== "CHANGELOG.md")) {
  for (const [, prefix = "", command = ""] of text(document).matchAll(/(?:^|`)(npx |docker .* )?keepsake ([a-z]+)/gm)) {
    if (prefix === "") problems.push(`${document} says "keepsake ${command}". Write "npx keepsake ${command}".`);
    else if (!commands.includes(command)) problems.push(`${document} names the unknown command "keepsake ${command}"`);
  }
}

for (const source of sources) {
  for (const [, type = ""] of text(join("packages/service/src", source)).matchAll(
    /(?:new AppError\(\s*"[\w-]+",\s*|failureBody\(\s*)"([\w-]+)"/g,
  )) {
    if (!errors.includes(`\`${type}\``)) problems.push(`docs/errors.md does not explain ${type} (${source})`);
  }
}

const dependencies = text("docs/dependencies.md");
for (const manifest of ["package.json", "packages/service/package.json"]) {
  const { dependencies: runtime = {}, devDependencies: development = {} } = JSON.parse(text(manifest)) as Record<
    string,
    Record<string, string>
  >;
  for (const name of Object.keys({ ...runtime, ...development }))
    if (!dependencies.includes(`\`${name}\``))
      problems.push(`docs/dependencies.md does not explain why we use ${name}`);
}

for (const { message } of validate(text("deploy/Dockerfile")))
  problems.push(`deploy/Dockerfile: ${JSON.stringify(message)}`);

if (changedSinceLastCommit().includes("openapi.json") && !changedSinceLastCommit().includes("CHANGELOG.md")) {
  problems.push("openapi.json changed, but CHANGELOG.md did not. Describe the change for users under Next.");
}

function changedSinceLastCommit() {
  try {
    return execFileSync("git", ["diff", "--name-only", "HEAD~1"], { encoding: "utf8", stdio: "pipe" }).split("\n");
  } catch {
    return []; // the first commit, or no repository
  }
}

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
