import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { printResult, withJson } from "../../platform/cli.ts";
import type { Clock } from "../../platform/clock.ts";
import { commandActor } from "../stores/access/command-actor.ts";
import { recordAudit } from "../stores/audit/record-audit.ts";
import { parsePid } from "../stores/parse-pid.ts";
import type { StoreCache } from "../stores/store-cache.ts";
import { writeFolder } from "./export/write-folder.ts";
import { analyseFile, describeAnalysis } from "./import/analyse.ts";
import { type ImportDeps, importFile, tryFile } from "./import/import-file.ts";
import { importStore } from "./import/import-store.ts";
import type { KindName } from "./import/kinds.ts";
import { describeReport, type Report } from "./import/report.ts";
import { readMapping } from "./mapping/mapping.ts";

export type MovingCommandDeps = ImportDeps & { readonly stores: StoreCache; readonly clock: Clock };
type WithMovingDeps = <T>(work: (deps: MovingCommandDeps) => Promise<T>) => Promise<T>;

type Options = {
  readonly json?: boolean;
  readonly pid: string;
  readonly mapping?: string;
  readonly analyse?: boolean;
  readonly dryRun?: boolean;
  readonly report?: string;
};

const ABOUT = {
  suppressions: "addresses that get nothing any more. Import them first",
  lists: "lists, with their owners",
  items: "items of lists that were imported before",
  subscriptions: "who waits for what, with their places in line",
} as const satisfies Partial<Record<KindName, string>>;

export function movingCommands(program: Command, withDeps: WithMovingDeps) {
  const imports = program.command("import").description("Move in from another service or installation");

  for (const [kind, about] of Object.entries(ABOUT) as [keyof typeof ABOUT, string][]) {
    withJson(imports.command(`${kind} <file>`))
      .description(`Import ${about}. A CSV file, or JSON lines. It can be killed and goes on when it is run again`)
      .requiredOption("--pid <pid>", "store identifier", parsePid)
      .option("--mapping <mapping>", "which column is which field: a JSON file, or the name of a ready one")
      .option("--analyse", "say what the file has and what would be refused, without the database of the store")
      .option("--dry-run", "check every row against the store; nothing is stored")
      .option("--report <path>", "where the report goes, without its ending; default: the name of the file")
      .action((path: string, options: Options) =>
        withDeps(async (deps) => {
          const store = await deps.stores.getByPid(options.pid);
          const mapping = options.mapping === undefined ? null : await readMapping(options.mapping);
          const input = { path, kind, mapping };
          if (options.analyse) {
            const analysis = await analyseFile(store, input);
            printResult(options, analysis, describeAnalysis(analysis));
            return;
          }
          const report = await (options.dryRun ? tryFile : importFile)(deps, store, input);
          await keepReport(options.report ?? path, report);
          printResult(options, report, describeReport(report));
        }),
      );
  }

  withJson(imports.command("store <export>"))
    .description("Import an export of a whole store: its folder, or the file that the API streamed")
    .requiredOption("--pid <pid>", "the store that it goes into", parsePid)
    .option("--report <path>", "where the reports go, without their ending; default: beside the export")
    .action((path: string, options: Options) =>
      withDeps(async (deps) => {
        const store = await deps.stores.getByPid(options.pid);
        const done = await importStore(deps, store, path, (name) => {
          if (!options.json) process.stderr.write(`${name} …\n`);
        });
        await keepReport(options.report ?? resolve(path), done);
        printResult(options, done, done.reports.map(describeReport).join("\n"));
      }),
    );

  withJson(storeGroup(program).command("export"))
    .description("Export everything of a store that can move, as JSON lines with a manifest")
    .requiredOption("--pid <pid>", "store identifier", parsePid)
    .requiredOption("--to <folder>", "a new folder; only you can read what is written there")
    .action((options: { json?: boolean; pid: string; to: string }) =>
      withDeps(async ({ db, stores, clock }) => {
        const store = await stores.getByPid(options.pid);
        await db.inStore(store.id, (tx) => recordAudit(tx, { actor: commandActor(), action: "store.exported" }));
        const manifest = await writeFolder(db, store, options.to, () => new Date(clock()));
        const lines = manifest.files.map(({ name, rows, sha256 }) => `  ${name}  ${rows} rows  ${sha256}`);
        printResult(options, manifest, [`Store ${store.pid} is in ${join(options.to, "")}`, ...lines].join("\n"));
      }),
    );
}

/** As JSON for programs, and as text for people. */
async function keepReport(path: string, report: Report | { readonly reports: readonly Report[] }): Promise<void> {
  const text = "reports" in report ? report.reports.map(describeReport).join("\n") : describeReport(report);
  await writeFile(`${path}.report.json`, `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(`${path}.report.txt`, `${text}\n`);
}

/** `store` has commands of other features, too. */
const storeGroup = (program: Command) => {
  const group = program.commands.find((command) => command.name() === "store");
  if (!group) throw new Error("The commands of stores come first");
  return group;
};
