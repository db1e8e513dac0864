import type { Command } from "commander";
import type { Db, SystemTx } from "../../../platform/db/db.ts";
import { commandActor } from "../access/command-actor.ts";
import { findStoreId } from "../sql.ts";
import { insertEntry } from "./sql.ts";

/** Commands that change nothing and show no secret, and those that write a line of their own. */
const NOT_RECORDED = new Set(
  [
    ["store list", "key list", "operator list", "events list", "sender show", "rollups check"],
    ["store erase", "store export", "person export", "person erase"],
    ["import suppressions", "import lists", "import items", "import subscriptions", "import store"],
  ].flat(),
);

/** Options whose values the log shows. Of all others, which may hold a secret or the address of a shopper, it says only
 *  that they were given. */
const SHOWN = new Set(
  [
    ["pid", "name", "besides", "test", "id", "scopes", "role", "rotate", "overlapSeconds", "sms", "address"],
    ["origins", "sessionTtlDays", "limit", "listTypes", "customItems", "itemsMax", "listsMax", "previewItems", "set"],
    ["reader", "event", "all", "since"],
  ].flat(),
);
/** Commands whose `--email` is the address of somebody who works with the dashboard. */
const ABOUT_STAFF = new Set([
  "dashboard link",
  "member add",
  "member reset-factors",
  "operator add",
  "operator remove",
]);
const TEXT_MAX = 200;

type WithDeps<Deps> = <T>(work: (deps: Deps) => Promise<T>) => Promise<T>;

/** Adds the commands of a program that are done to the audit log. */
export function recordingCommands<Deps extends { readonly db: Db }>(
  program: Command,
  withDeps: WithDeps<Deps>,
): WithDeps<Deps> {
  let running = program;
  program.hook("preAction", (_program, command) => {
    running = command;
  });
  return (work) =>
    withDeps(async (deps) => {
      const result = await work(deps);
      const command = [running.parent?.name(), running.name()].join(" ");
      if (!NOT_RECORDED.has(command))
        await deps.db.asOperator((tx) => recordCommand(tx, { command, options: running.opts() }));
      return result;
    });
}

/** Adds a command of the operator to the audit log: of the store that it is about, or of the installation. */
async function recordCommand(
  tx: SystemTx,
  { command, options }: { readonly command: string; readonly options: Readonly<Record<string, unknown>> },
) {
  const { json: _json, ...given } = options;
  const { pid } = given;
  const storeId = typeof pid === "string" ? ((await findStoreId(tx, pid)) ?? null) : null;
  const isShown = (name: string) => SHOWN.has(name) || (name === "email" && ABOUT_STAFF.has(command));
  const details = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, isShown(name) ? shorten(value) : "…"]),
  );
  await insertEntry(tx, { storeId, actor: commandActor(), action: `command.${command}`, details });
}

function shorten(value: unknown): unknown {
  const text = JSON.stringify(value) ?? "";
  return text.length <= TEXT_MAX ? value : `${text.slice(0, TEXT_MAX)}…`;
}
