import { REFUSALS } from "../../../platform/http/refusals.ts";
import type { ToolName } from "../connection.ts";
import { invalidAccess } from "../errors.ts";

/** How a merchant says how their tool is reached. */
export type NamedAccess = { readonly key?: string | undefined; readonly url?: string | undefined };

const KLAVIYO_KEY = /^pk_[\w-]{8,200}$/;

export function checkKlaviyoKey(key: string): string {
  const trimmed = key.trim();
  if (!KLAVIYO_KEY.test(trimmed)) throw invalidAccess(REFUSALS.say("marketing-klaviyo-key", {}));
  return trimmed;
}

/** Throws when a field belongs to another tool. */
export function refuseOthers(tool: ToolName, { key, url, listId }: NamedAccess & { readonly listId?: unknown }) {
  const wrong = tool === "klaviyo" ? { url } : { key, list: listId };
  const field = Object.entries(wrong).find(([, value]) => value !== undefined && value !== null)?.[0];
  if (field !== undefined) throw invalidAccess(REFUSALS.say("marketing-not-for-tool", { field, tool }));
}

export const missingField = (tool: ToolName, field: string) =>
  invalidAccess(REFUSALS.say("marketing-needs-field", { tool, field }));
