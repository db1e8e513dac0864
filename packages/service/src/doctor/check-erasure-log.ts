import { access, constants } from "node:fs/promises";
import { dirname } from "node:path";
import { type Config, NO_ERASURE_LOG } from "../config.ts";
import { type BucketSettings, createBucket } from "../features/privacy/log/bucket.ts";
import { describeBucketProblem } from "../features/privacy/log/describe-bucket-problem.ts";
import { tryRead, tryWrite } from "../features/privacy/log/erasure-log.ts";
import { codeOf, type Finding, ok, problem, warning } from "./finding.ts";

const CHECK = "erasure log";

/** Creates no file, which would belong to whoever runs the doctor. Into a bucket it puts an object without a line, as each
 *  start of the service does. */
export async function checkErasureLog({
  erasureLog,
  warnings,
}: Pick<Config, "erasureLog" | "warnings">): Promise<Finding[]> {
  if (!erasureLog)
    return warnings
      .filter((text) => text === NO_ERASURE_LOG)
      .map((text) => warning(CHECK, text, "Set it to a file on another disk than the database, or to a bucket."));
  if ("bucket" in erasureLog) return checkBucket(erasureLog.bucket);
  return tryFile(erasureLog.path).then(
    () => [ok(CHECK, "The erasure log can be written.")],
    (error: unknown) => [
      problem(
        CHECK,
        `The erasure log cannot be written (${codeOf(error)}).`,
        "Until it can, nobody is erased. Correct KEEPSAKE_ERASURE_LOG, or the rights of the service there.",
      ),
    ],
  );
}

/** The service itself only writes, so a key that may not read is right, too. The replay then needs another one. */
async function checkBucket(settings: BucketSettings): Promise<Finding[]> {
  const bucket = createBucket(settings);
  try {
    await tryWrite(bucket);
  } catch (error) {
    const { text, fix } = describeBucketProblem(error, settings, "write");
    return [problem(CHECK, text, `${fix} Until then, nobody is erased.`)];
  }
  try {
    await tryRead(bucket);
  } catch (error) {
    const { text, fix } = describeBucketProblem(error, settings, "read");
    return [
      warning(CHECK, `Erasures can be written. ${text}`, `${fix} \`keepsake erasures replay\` reads the bucket.`),
    ];
  }
  return [ok(CHECK, "The bucket of the erasure log can be written and read.")];
}

const tryFile = (path: string) =>
  access(path, constants.W_OK).catch((error: unknown) => {
    if (codeOf(error) !== "ENOENT") throw error;
    return access(dirname(path), constants.W_OK);
  });
