import type { Config } from "./config.ts";
import { ensureKeys } from "./features/stores/secret/ensure-keys.ts";
import { createDb } from "./platform/db/db.ts";
import { migrate } from "./platform/db/migrate.ts";
import type { Log } from "./platform/log.ts";

/** Brings the schema up to date and stores the keys of the installation. Returns the names of the applied migrations. */
export async function prepareDatabase({ databaseUrl, secrets }: Config, log: Log): Promise<string[]> {
  const applied = await migrate(databaseUrl, log);
  const db = createDb(databaseUrl, {
    onError: () => undefined,
    wake: () => undefined,
    allowPrivilegedLogin: true,
  });
  try {
    await db.asOperator((tx) => ensureKeys(tx, secrets));
  } finally {
    await db.end();
  }
  return applied;
}
