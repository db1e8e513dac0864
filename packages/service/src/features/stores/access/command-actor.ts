import os from "node:os";
import type { Actor } from "./caller.ts";

/** The operator who runs a command, as far as the machine knows. */
export function commandActor(): Actor {
  const user = userName();
  return { kind: "operator", id: user, name: `${user} (command line)` };
}

/** In a container, a user often has a number and no name. */
function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `uid ${process.geteuid?.()}`;
  }
}
