import { AppError } from "../errors.ts";

/** The ETag of a version. */
export const etagOf = (version: string | number) => `"${version}"`;

/** Refuses a change that was made to an older version, so that two people do not overwrite each other. Without If-Match
 *  the caller wants to overwrite. */
export function requireVersion(ifMatch: string | undefined, version: string | number) {
  if (ifMatch === undefined || ifMatch === "*") return;
  const wanted = ifMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (!wanted.includes(etagOf(version)))
    throw new AppError(
      "changed",
      "changed-meanwhile",
      "Somebody has changed this since you read it. Read it again, and repeat your change.",
    );
}
