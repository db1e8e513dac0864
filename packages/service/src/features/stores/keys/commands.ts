import { type Command, InvalidArgumentError } from "commander";
import { printResult, withJson } from "../../../platform/cli.ts";
import type { SystemTx } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { DEFAULT_SCOPES, SCOPES, type Scope } from "../access/scopes.ts";
import type { StoreDeps, WithStoreDeps } from "../command-deps.ts";
import { getStoreId } from "../get-store-id.ts";
import { parsePid } from "../parse-pid.ts";
import { parseSeconds } from "../parse-seconds.ts";
import { createKey } from "./create-key.ts";
import { revokeKey } from "./revoke-key.ts";
import { rotateKey } from "./rotate-key.ts";
import { selectKeys } from "./sql.ts";

type Options = { json?: boolean; pid: string };

export function keyCommands(program: Command, withDeps: WithStoreDeps) {
  const keys = program.command("key").description("API keys");
  const command = (name: string, description: string) =>
    withJson(keys.command(name)).description(description).requiredOption("--pid <pid>", "store identifier", parsePid);
  const ofStore = <T>(pid: string, work: (tx: SystemTx, storeId: StoreId, deps: StoreDeps) => Promise<T>) =>
    withDeps((deps) => deps.db.asOperator(async (tx) => work(tx, await getStoreId(tx, pid), deps)));

  command("create", "Create a key; its text is shown only once")
    .requiredOption("--name <name>", "where the key is used")
    .option("--scopes <scopes>", `comma-separated: ${SCOPES.join(", ")}`, parseScopes, DEFAULT_SCOPES)
    .action(async (options: Options & { name: string; scopes: readonly Scope[] }) => {
      const created = await ofStore(options.pid, (tx, storeId, { hashSecret }) =>
        createKey(tx, hashSecret, { storeId, name: options.name, scopes: options.scopes }),
      );
      printResult(
        options,
        created,
        `Key ${created.id} (${created.name}: ${created.scopes.join(", ")}). Store it now; it is not shown again:\n  ${created.key}`,
      );
    });

  command("list", "List the keys of a store").action(async (options: Options) => {
    const found = await ofStore(options.pid, (tx, storeId) => selectKeys(tx, storeId));
    const lines = found.map(
      (key) =>
        `${key.id}  ${key.name}  ${key.scopes.join(",")}  ${key.revokedAt ? "revoked" : `last used ${key.lastUsedAt?.toISOString() ?? "never"}`}`,
    );
    printResult(
      options,
      found,
      found.length ? lines.join("\n") : "No keys yet. Create one: keepsake key create --pid … --name …",
    );
  });

  command("rotate", "Replace a key; the old key keeps working for a while")
    .requiredOption("--id <id>", "the 8 characters after ks_")
    .option("--overlap-seconds <seconds>", "how long the old key keeps working", parseSeconds, 86_400)
    .action(async (options: Options & { id: string; overlapSeconds: number }) => {
      const created = await ofStore(options.pid, (tx, storeId, { hashSecret }) =>
        rotateKey(tx, hashSecret, { storeId, id: options.id, overlapSeconds: options.overlapSeconds }),
      );
      printResult(
        options,
        created,
        `Key ${created.id} replaces ${options.id}, which works for another ${options.overlapSeconds} s. Store it now; it is not shown again:\n  ${created.key}`,
      );
    });

  command("revoke", "End a key within 5 seconds")
    .requiredOption("--id <id>", "the 8 characters after ks_")
    .action(async (options: Options & { id: string }) => {
      await ofStore(options.pid, (tx, storeId) => revokeKey(tx, { storeId, id: options.id }));
      printResult(options, { id: options.id, revoked: true }, `Key ${options.id} is revoked.`);
    });
}

function parseScopes(text: string) {
  const scopes = text.split(",").map((scope) => scope.trim());
  const wrong = scopes.find((scope) => !SCOPES.includes(scope as Scope));
  if (wrong !== undefined) throw new InvalidArgumentError(`There is no scope ${wrong}. Scopes: ${SCOPES.join(", ")}`);
  return scopes as Scope[];
}
