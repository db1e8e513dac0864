import { readConfig } from "./config.ts";
import { joinGroup } from "./platform/processes/group.ts";
import type { Role } from "./role.ts";
import { run } from "./run.ts";

// One process of a group. run-group.ts starts it with its role, its name, and the number of API processes.
const [role, name = "", size = ""] = process.argv.slice(2);
const group = joinGroup(process, { name, size: Number(size), exit: () => process.exit(0) });

run(readConfig(), role as Role, { group }).catch((error: unknown) => {
  process.stderr.write(`keepsake: ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
