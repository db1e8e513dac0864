import { parseArgs } from "node:util";
import { type Size, seedStore } from "../bench/reads/seed-store.ts";
import { openDeps } from "../packages/service/src/app.ts";
import { readConfig } from "../packages/service/src/config.ts";
import { createStore } from "../packages/service/src/features/stores/create-store.ts";
import { createKey } from "../packages/service/src/features/stores/keys/create-key.ts";
import { createLog } from "../packages/service/src/platform/log.ts";
import { prepareDatabase } from "../packages/service/src/prepare-database.ts";

// npm run seed -- --size=small|large
// Creates a store in the database of DATABASE_URL and fills it: people in line, lists, past restocks and the figures about
// them. The login must be a superuser's, and nothing else may use the database meanwhile, because triggers are off. The large
// size has a million people in line and five million items, and takes some minutes.
const { values } = parseArgs({ options: { size: { type: "string", default: "small" } } });
const isSize = (text: string): text is Size => text === "small" || text === "large";
if (!isSize(values.size)) {
  process.stderr.write(`--size must be small or large, not ${values.size}\n`);
  process.exit(2);
}

const config = readConfig({ KEEPSAKE_ALLOW_PRIVILEGED_LOGIN: "on", KEEPSAKE_LOG_LEVEL: "warn", ...process.env });
await prepareDatabase(config, createLog("warn"));
const { db, seal, hashSecret, hashAddress, close } = await openDeps(config, { log: createLog("warn") });
try {
  const { id, pid, key } = await db.asOperator(async (tx) => {
    const store = await createStore(tx, seal, { name: `Seeded, ${values.size}`, shards: config.shards });
    const made = await createKey(tx, hashSecret, { storeId: store.id, name: "seed", scopes: ["admin"] });
    return { ...store, key: made.key };
  });
  const from = performance.now();
  const { waiting, lists, variants } = await seedStore(config.databaseUrl, { id }, hashAddress, values.size);
  const seconds = Math.round((performance.now() - from) / 1000);
  process.stdout.write(
    `Store ${pid} has ${waiting} people in line, ${lists} lists and ${variants} variants, after ${seconds} s.\nKey with all scopes: ${key}\n`,
  );
} finally {
  await close();
}
