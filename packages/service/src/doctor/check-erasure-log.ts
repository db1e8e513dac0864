import { access, constants } from "node:fs/promises";
import { dirname } from "node:path";
import { type Config, NO_ERASURE_LOG } from "../config.ts";
import { createErasureLog } from "../features/privacy/log/erasure-log.ts";
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
      .map((text) => warning(CHECK, text, "Set it to a file on another disk than the database."));
  const tried = "path" in erasureLog ? tryFile(erasureLog.path) : createErasureLog(erasureLog)?.check();
  return Promise.resolve(tried).then(
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

const tryFile = (path: string) =>
  access(path, constants.W_OK).catch((error: unknown) => {
    if (codeOf(error) !== "ENOENT") throw error;
    return access(dirname(path), constants.W_OK);
  });
