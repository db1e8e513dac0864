import type { Command } from "commander";
import { printResult, withJson } from "../../platform/cli.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Seal } from "../../platform/crypto/seal.ts";
import { commandActor } from "../stores/access/command-actor.ts";
import { recordAudit } from "../stores/audit/record-audit.ts";
import { findInterrupted } from "../stores/erase-store.ts";
import { parsePid } from "../stores/parse-pid.ts";
import type { HashAddress } from "../subscriptions/address.ts";
import { erasePerson } from "./erase-person.ts";
import type { ErasureDeps } from "./erasing/continue-erasure.ts";
import { exportPerson } from "./export-person.ts";
import { findPerson, namesOf, toSought } from "./find-person.ts";
import { readLogs } from "./log/read-logs.ts";
import { replayErasures } from "./log/replay-erasures.ts";
import { eraseStore } from "./stores/erase-store.ts";
import { erasedRecord, readPerson } from "./wire.ts";

export type PrivacyCommandDeps = ErasureDeps & {
  readonly hashAddress: HashAddress;
  readonly seal: Seal;
  readonly clock: Clock;
};
type WithPrivacyDeps = <T>(work: (deps: PrivacyCommandDeps) => Promise<T>) => Promise<T>;

type Json = { readonly json?: boolean };
type PersonOptions = Json & {
  readonly pid: string;
  readonly email?: string;
  readonly phone?: string;
  readonly regid?: string;
};

/** A command has all the time it needs. */
const FOR_MS = 3_600_000;

export function privacyCommands(program: Command, withDeps: WithPrivacyDeps) {
  const person = program.command("person").description("One person's data");
  const named = (command: Command) =>
    command
      .requiredOption("--pid <pid>", "store identifier", parsePid)
      .option("--email <address>", "email address of an account or of alerts")
      .option("--phone <number>", "phone number of alerts, with its country code")
      .option("--regid <regid>", "regid of an account or of a guest");

  named(person.command("export"))
    .description("Print everything that a store has about one person, as JSON")
    .action((options: PersonOptions) =>
      withDeps(async (deps) => {
        const { db, stores, hashAddress, clock } = deps;
        const store = await stores.getByPid(options.pid);
        const who = readPerson(store, options);
        const found = await db.inStore(store.id, async (tx) => {
          await recordAudit(tx, { actor: commandActor(), action: "person.exported", details: namesOf(who) });
          return findPerson(tx, hashAddress, toSought(store, who), { lock: false });
        });
        for await (const text of exportPerson(deps, store, found, new Date(clock()))) process.stdout.write(text);
        process.stdout.write("\n");
      }),
    );

  withJson(named(person.command("erase")))
    .description("Erase one person: the account with its guests, lists, alerts, consents and messages")
    .action((options: PersonOptions) =>
      withDeps(async (deps) => {
        const store = await deps.stores.getByPid(options.pid);
        const who = readPerson(store, options);
        const record = erasedRecord(await erasePerson(deps, store, who, { actor: commandActor(), forMs: FOR_MS }));
        const rows = Object.entries(record.rows).map(([name, count]) => `  ${name}  ${count}`);
        printResult(
          options,
          record,
          [`${record.message}.`, ...rows, ...(record.logged ? [] : [NOT_LOGGED])].join("\n"),
        );
      }),
    );

  withJson(storeGroup(program).command("erase"))
    .description("Delete a store with everything it has. Nothing of it comes back")
    .requiredOption("--pid <pid>", "store identifier", parsePid)
    .requiredOption("--confirm <pid>", "the pid again", parsePid)
    .action((options: Json & { pid: string; confirm: string }) =>
      withDeps(async (deps) => {
        const { pid, confirm } = options;
        if (confirm !== pid) throw new Error("--confirm is not the pid of --pid. Type the pid twice.");
        const interrupted = await deps.db.asOperator((tx) => findInterrupted(tx, pid));
        const id = interrupted ?? (await deps.stores.getByPid(pid)).id;
        const rows = await eraseStore(deps, { id, pid }, { actor: commandActor() });
        const lines = Object.entries(rows).map(([name, count]) => `  ${name}  ${count}`);
        const all = [`Store ${pid} is erased.`, ...lines, ...(deps.log ? [] : [NOT_LOGGED])].join("\n");
        printResult(options, { pid, rows, logged: deps.log !== undefined }, all);
      }),
    );

  withJson(program.command("erasures").description("The erasure log").command("replay"))
    .description(
      "After a restore, before the service starts: erase again whom the log says was erased since the backup",
    )
    .requiredOption("--from <path>", "the log: a file, a folder, the address of the bucket, or /dev/stdin")
    .action((options: Json & { from: string }) =>
      withDeps(async (all) => {
        // What the log says already is not written to it again.
        const deps = { ...all, log: undefined };
        const { lines, broken, isCut } = await readLogs(options.from, all.log?.bucket);
        // No process serves the store yet.
        const again = async (store: { id: Parameters<typeof eraseStore>[1]["id"]; pid: string }) =>
          void (await eraseStore(deps, store, { actor: commandActor(), settleMs: 0 }));
        const replayed = await replayErasures({ ...deps, eraseStore: again }, lines);
        const { people, stores, known, unknown } = replayed;
        const text = `Erased again: ${people} people, ${stores} stores. ${known} were erased in this database already, ${unknown} belong to stores that it does not have.`;
        const cut =
          "The last line of the log is incomplete: that erasure was not answered. Repeat it if you know of it.";
        printResult(options, { ...replayed, broken, isCut }, isCut ? `${text}\n${cut}` : text);
        if (broken.length > 0)
          throw new Error(
            `These lines of the log cannot be read, so the people that they name were not erased again: ${broken.join(", ")}. All others were replayed. Restore the lines from another copy of the log, and run the command again.`,
          );
      }),
    );
}

const NOT_LOGGED =
  "This is in no erasure log: a restore of an older backup brings the data back. Set KEEPSAKE_ERASURE_LOG.";

/** `store` has commands of another feature, too. */
const storeGroup = (program: Command) => {
  const group = program.commands.find((command) => command.name() === "store");
  if (!group) throw new Error("The commands of stores come first");
  return group;
};
