import type { Command } from "commander";
import { printResult, withJson } from "../../../platform/cli.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { StoreCache } from "../store-cache.ts";
import type { Secrets } from "./load-keyring.ts";
import { rotateSecret } from "./rotate-secret.ts";

type SecretDeps = { readonly db: Db; readonly stores: StoreCache; readonly config: { readonly secrets: Secrets } };
type WithSecretDeps = <T>(work: (deps: SecretDeps) => Promise<T>) => Promise<T>;

export function secretCommands(program: Command, withDeps: WithSecretDeps) {
  withJson(program.command("secret").description("The secret of the installation, KEEPSAKE_SECRET").command("rotate"))
    .description("Seal everything with the newest secret of KEEPSAKE_SECRET, so that the older ones can be removed")
    .action(async (options: { json?: boolean }) => {
      const { resealed, left } = await withDeps((deps) => rotateSecret(deps, deps.config.secrets));
      const done = `Sealed with the newest secret: ${resealed}. Left: ${left}.`;
      printResult(
        options,
        { resealed, left },
        left === 0
          ? `${done}\nThe older secrets are no longer needed: remove them from KEEPSAKE_SECRET and restart every process.`
          : `${done}\nNo secret in KEEPSAKE_SECRET opens what is left. Add the secret that it was sealed with to the end, and run this again.`,
      );
      if (left > 0) process.exitCode = 1;
    });
}
