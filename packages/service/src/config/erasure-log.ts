import { type Static, Type } from "typebox";
import type { ErasureLogSettings } from "../features/privacy/log/erasure-log.ts";
import { SECRET } from "./secret.ts";

export const ErasureLogEnvironment = Type.Object({
  KEEPSAKE_ERASURE_LOG: Type.Optional(
    Type.String({
      maxLength: 1_000,
      examples: ["/var/lib/keepsake/erasures.jsonl"],
      description:
        "File outside the database that lists erasures, for a replay after a restore; or the https address of a bucket that accepts PUT",
    }),
  ),
  KEEPSAKE_ERASURE_LOG_SECRET: Type.Optional(
    Type.String({ maxLength: 4_000, description: "Bearer token for that bucket", ...SECRET }),
  ),
});

/** Returns undefined when there is no log. */
export function readErasureLog(env: Static<typeof ErasureLogEnvironment>): ErasureLogSettings | undefined {
  const { KEEPSAKE_ERASURE_LOG: target, KEEPSAKE_ERASURE_LOG_SECRET: secret } = env;
  if (target === undefined) return undefined;
  if (!/^https?:\/\//.test(target)) return { path: target };
  if (!URL.canParse(target)) throw new Error("KEEPSAKE_ERASURE_LOG must be a path, or the address of a bucket.");
  return { url: target, secret };
}
