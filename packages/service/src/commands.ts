import type { Command } from "commander";
import type { Deps } from "./app.ts";
import { senderCommands } from "./features/alerts/senders/commands.ts";
import { rollupCommands } from "./features/insights/recount/commands.ts";
import { movingCommands } from "./features/moving/commands.ts";
import { privacyCommands } from "./features/privacy/commands.ts";
import { sessionCommands } from "./features/shoppers/sessions/commands.ts";
import { recordingCommands } from "./features/stores/audit/record-command.ts";
import { storeCommands } from "./features/stores/commands.ts";
import { keyCommands } from "./features/stores/keys/commands.ts";
import { secretCommands } from "./features/stores/secret/commands.ts";
import { peopleCommands } from "./features/stores/sign-in/commands.ts";
import { eventCommands } from "./platform/outbox/commands.ts";

type WithDeps = <T>(work: (deps: Deps) => Promise<T>) => Promise<T>;

/** The operator's commands that need the database. The audit log has what they do. */
export function databaseCommands(program: Command, openDeps: WithDeps) {
  const withDeps: WithDeps = recordingCommands(program, openDeps);
  storeCommands(program, withDeps);
  keyCommands(program, withDeps);
  peopleCommands(program, withDeps);
  sessionCommands(program, withDeps);
  senderCommands(program, withDeps);
  secretCommands(program, withDeps);
  privacyCommands(program, (work) => withDeps(({ privacy, ...deps }) => work({ ...deps, ...privacy })));
  movingCommands(program, withDeps);
  eventCommands(program, withDeps, "publish-events");
  rollupCommands(program, withDeps);
}
