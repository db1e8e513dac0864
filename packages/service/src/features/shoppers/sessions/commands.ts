import type { Command } from "commander";
import { printResult, withJson } from "../../../platform/cli.ts";
import type { Db } from "../../../platform/db/db.ts";
import { endAllSessions } from "../../stores/end-all-sessions.ts";
import { parsePid } from "../../stores/parse-pid.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { getRegid } from "../regid.ts";
import { revokeSession, revokeShopperSessions } from "./revoke-sessions.ts";

type WithSessionDeps = <T>(work: (deps: { db: Db; stores: StoreCache }) => Promise<T>) => Promise<T>;

export function sessionCommands(program: Command, withDeps: WithSessionDeps) {
  withJson(program.command("session").description("Sessions of shoppers").command("revoke"))
    .description("End one session, the sessions of one shopper, or those of every shopper of a store, within 5 seconds")
    .requiredOption("--pid <pid>", "store identifier", parsePid)
    .option("--regid <regid>", "one shopper; without it, every shopper of the store")
    .option("--session <sessionid>", "one session")
    .action(async (options: { json?: boolean; pid: string; regid?: string; session?: string }) => {
      await withDeps(async ({ db, stores }) => {
        const store = await stores.getByPid(options.pid);
        if (options.session !== undefined) {
          if (!(await revokeSession(db, store, options.session)))
            throw new Error("This is not a session of this store. Check --session and --pid.");
          return;
        }
        const regid = options.regid === undefined ? undefined : getRegid(store, options.regid);
        await db.inStore(store.id, async (tx) => {
          if (regid) await revokeShopperSessions(tx, regid);
          else await endAllSessions(tx);
        });
      });
      const ended =
        options.session !== undefined
          ? "The session has"
          : options.regid
            ? "The sessions of this shopper have"
            : undefined;
      printResult(
        options,
        { pid: options.pid, revoked: options.session ?? options.regid ?? "all" },
        `${ended ?? "All sessions of this store have"} ended.`,
      );
    });
}
