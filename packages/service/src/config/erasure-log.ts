import { type Static, Type } from "typebox";
import type { ErasureLogSettings } from "../features/privacy/log/erasure-log.ts";
import { requireTogether } from "./require-together.ts";
import { SECRET } from "./secret.ts";

export const ErasureLogEnvironment = Type.Object({
  KEEPSAKE_ERASURE_LOG: Type.Optional(
    Type.String({
      maxLength: 1_000,
      examples: ["/var/lib/keepsake/erasures.jsonl"],
      description:
        "Lists erasures outside the database, for a replay after a restore: a file, or the address of an S3 bucket such as https://s3.eu-central-1.amazonaws.com/bucket",
    }),
  ),
  KEEPSAKE_ERASURE_LOG_REGION: Type.Optional(
    Type.String({
      pattern: "^[A-Za-z0-9-]{1,50}$",
      examples: ["eu-central-1"],
      description: "Region of that bucket; auto for Cloudflare R2 and Google Cloud Storage",
    }),
  ),
  KEEPSAKE_ERASURE_LOG_ACCESS_KEY: Type.Optional(
    Type.String({
      pattern: "^[^\\s/,]{1,200}$",
      examples: ["AKIAIOSFODNN7EXAMPLE"],
      description: "Access key id for that bucket",
    }),
  ),
  KEEPSAKE_ERASURE_LOG_SECRET_KEY: Type.Optional(
    Type.String({ maxLength: 1_000, description: "Secret access key for that bucket", ...SECRET }),
  ),
});

const KEYS = [
  "KEEPSAKE_ERASURE_LOG_REGION",
  "KEEPSAKE_ERASURE_LOG_ACCESS_KEY",
  "KEEPSAKE_ERASURE_LOG_SECRET_KEY",
] as const;

/** Returns undefined when there is no log. */
export function readErasureLog(env: Static<typeof ErasureLogEnvironment>): ErasureLogSettings | undefined {
  const { KEEPSAKE_ERASURE_LOG: target } = env;
  if (target !== undefined && /^https?:/i.test(target)) {
    const address = readBucketAddress(target);
    const [region, accessKey, secretKey] = requireTogether(env, KEYS);
    return { bucket: { address, region, accessKey, secretKey } };
  }
  if (target !== undefined && /^\w+:\/\//.test(target)) throw new Error(`${WRONG_ADDRESS}, or be a path.`);
  const [unused] = KEYS.filter((name) => env[name] !== undefined);
  if (unused !== undefined)
    throw new Error(`${unused} is set, but KEEPSAKE_ERASURE_LOG is not the address of a bucket.`);
  return target === undefined ? undefined : { path: target };
}

const WRONG_ADDRESS =
  "KEEPSAKE_ERASURE_LOG must look like https://s3.eu-central-1.amazonaws.com/bucket or https://s3.eu-central-1.amazonaws.com/bucket/folder";
/** `https://bucket.s3.eu-central-1.amazonaws.com`, but not an endpoint in a private network. */
const HAS_BUCKET_IN_HOST = /\.s3[.-](?!.*\.vpce\.)(?:.*\.)?amazonaws\.com|\.storage\.googleapis\.com/;

/** The address without a slash at its end. */
function readBucketAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.username || url?.password)
    throw new Error(
      "KEEPSAKE_ERASURE_LOG must not contain a login. Set the three settings of the bucket's key instead.",
    );
  if (url && HAS_BUCKET_IN_HOST.test(url.host))
    throw new Error(`${WRONG_ADDRESS}: the name of the bucket comes behind the host, not in it.`);
  if (!url || url.search || url.hash || !/^(\/[A-Za-z0-9._-]{1,255}){1,10}\/?$/.test(url.pathname))
    throw new Error(`${WRONG_ADDRESS}. Names have letters, digits, dots, hyphens and underscores.`);
  return url.href.replace(/\/$/, "");
}
