import type { Command } from "commander";
import { printResult, withJson } from "../../../platform/cli.ts";
import type { Db } from "../../../platform/db/db.ts";
import { checkRollups } from "./check-rollups.ts";
import { rebuildRollups } from "./rebuild-rollups.ts";
import type { Difference } from "./sql.ts";

type WithDb = <T>(work: (deps: { readonly db: Db }) => Promise<T>) => Promise<T>;
type Options = { readonly json?: boolean };

const SHOWN_MAX = 50;

export function rollupCommands(program: Command, withDeps: WithDb) {
  const rollups = program
    .command("rollups")
    .description("The figures of the dashboard, which are counted from the events");

  withJson(rollups.command("check"))
    .description(
      "Count everything again, and report the figures that differ. Nothing changes; the exit code is 1 if any do",
    )
    .action((options: Options) =>
      withDeps(async ({ db }) => {
        const { since, differences } = await checkRollups(db);
        const scope = `Days since ${since} were compared with their events; of earlier days the events are gone.`;
        const shown = differences.slice(0, SHOWN_MAX).map(describe);
        const more = differences.length > SHOWN_MAX ? [`… and ${differences.length - SHOWN_MAX} more`] : [];
        printResult(
          options,
          { since, differences },
          differences.length === 0
            ? `All figures agree with a full count. ${scope}`
            : [...shown, ...more, `${scope}\nNext: keepsake rollups rebuild`].join("\n"),
        );
        if (differences.length > 0) process.exitCode = 1;
      }),
    );

  withJson(rollups.command("rebuild"))
    .description("Count everything again and store it. The service may run; its figures stand still meanwhile")
    .action((options: Options) =>
      withDeps(async ({ db }) => {
        const since = await rebuildRollups(db);
        printResult(
          options,
          { since },
          `Counted again: who waits, what is saved, and the days since ${since}. Earlier days stay as they are.`,
        );
      }),
    );
}

const describe = ({ storeId, day, variantId, topic, figure, rolledUp, counted }: Difference) =>
  [
    day ?? "now",
    `store ${storeId}`,
    ...(variantId ? [`variant ${variantId}`] : []),
    ...(topic ? [topic] : []),
    `${figure}: the roll-up says ${rolledUp}, a full count ${counted}`,
  ].join("  ");
