import { BucketError, type BucketSettings } from "./bucket.ts";

const PURPOSES = {
  write: { verb: "write to", needs: "s3:PutObject" },
  read: { verb: "read from", needs: "s3:ListBucket and s3:GetObject" },
};
const WRONG_REGION = new Set([
  "AuthorizationHeaderMalformed",
  "PermanentRedirect",
  "TemporaryRedirect",
  "IllegalLocationConstraintException",
]);

/** What is wrong with the bucket of the erasure log, and what the operator does about it. Neither contains a secret. */
export function describeBucketProblem(
  error: unknown,
  { address, region, accessKey }: BucketSettings,
  purpose: keyof typeof PURPOSES,
): { readonly text: string; readonly fix: string } {
  const { host, pathname } = new URL(address);
  const name = pathname.split("/")[1] ?? "";
  if (!(error instanceof BucketError))
    return {
      text: `${host} does not answer as a bucket (${reasonOf(error)}).`,
      fix: "Check the address in KEEPSAKE_ERASURE_LOG, and the network on the way there.",
    };
  const { status, code, region: theirs, clockAheadMs } = error;
  const answer = `${status} ${code}`;
  if (WRONG_REGION.has(code) || (status >= 300 && status < 400))
    return {
      text: `The bucket is not in the region ${region} (${answer}).`,
      fix:
        theirs && theirs !== region
          ? `Set KEEPSAKE_ERASURE_LOG_REGION to ${theirs}. If the address in KEEPSAKE_ERASURE_LOG names a region, change it, too.`
          : "Set KEEPSAKE_ERASURE_LOG_REGION to the bucket's region, and use that region's address in KEEPSAKE_ERASURE_LOG.",
    };
  switch (code) {
    case "NoSuchBucket":
      return {
        text: `There is no bucket ${name} at ${host}.`,
        fix: "Create it, or correct KEEPSAKE_ERASURE_LOG: the name of the bucket comes first behind the host.",
      };
    case "InvalidAccessKeyId":
      return {
        text: `${host} does not know the access key ${accessKey}.`,
        fix: "Correct KEEPSAKE_ERASURE_LOG_ACCESS_KEY, or create a new key.",
      };
    case "SignatureDoesNotMatch":
      return {
        text: `${host} refuses the signature.`,
        fix: "Correct KEEPSAKE_ERASURE_LOG_SECRET_KEY: it must be the secret of KEEPSAKE_ERASURE_LOG_ACCESS_KEY. A proxy that changes the host or the path has the same effect.",
      };
    case "RequestTimeTooSkewed":
      return {
        text: `The clock of this machine is ${Math.round(Math.abs(clockAheadMs) / 1_000)} s ${clockAheadMs < 0 ? "behind" : "ahead of"} that of the bucket.`,
        fix: "Set the clock by NTP.",
      };
    default:
  }
  if (status === 401 || status === 403)
    return {
      text: `The access key may not ${PURPOSES[purpose].verb} the bucket (${answer}).`,
      fix: `Allow it ${PURPOSES[purpose].needs} on ${name}, or set another one in KEEPSAKE_ERASURE_LOG_ACCESS_KEY.`,
    };
  if (status === 429 || status >= 500)
    return { text: `The bucket is not available (${answer}).`, fix: "Try again. Look at the provider's status page." };
  return {
    text: `The bucket refuses the request (${answer}).`,
    fix: "Check the four KEEPSAKE_ERASURE_LOG settings: docs/privacy.md has examples.",
  };
}

function reasonOf(error: unknown): string {
  const { cause, name, message } = error as Error;
  const { code } = ((cause ?? error) as { code?: unknown }) ?? {};
  if (typeof code === "string") return code;
  return name === "Error" ? message : name;
}
