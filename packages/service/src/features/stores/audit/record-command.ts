import { userInfo } from "node:os";
import type { SystemTx } from "../../../platform/db/db.ts";
import { findStoreId } from "../sql.ts";
import { insertEntry } from "./sql.ts";

/** Options that may hold a secret. The log says that they were given. */
const SECRET = new Set(["code", "session"]);
const TEXT_MAX = 200;

/** Adds a command of the operator to the audit log: of the store that it is about, or of the installation. */
export async function recordCommand(
  tx: SystemTx,
  { command, options }: { readonly command: string; readonly options: Readonly<Record<string, unknown>> },
) {
  const { pid, json: _json, ...others } = options;
  const storeId = typeof pid === "string" ? ((await findStoreId(tx, pid)) ?? null) : null;
  const details = Object.fromEntries(
    Object.entries(others).map(([name, value]) => [name, SECRET.has(name) ? "…" : shorten(value)]),
  );
  const { username } = userInfo();
  const actor = { kind: "operator", id: username, name: `${username} (command line)` } as const;
  await insertEntry(tx, {
    storeId,
    actor,
    action: `command.${command}`,
    details: { ...details, ...(pid ? { pid } : {}) },
  });
}

function shorten(value: unknown): unknown {
  const text = JSON.stringify(value) ?? "";
  return text.length <= TEXT_MAX ? value : `${text.slice(0, TEXT_MAX)}…`;
}
