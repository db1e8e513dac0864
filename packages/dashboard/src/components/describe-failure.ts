import { ApiError } from "../api/api-error.ts";
import { failures } from "../words/common.ts";
import { useLanguage } from "../words/words.ts";

/** What to tell the person about a failed call. */
export function useDescribeFailure() {
  const language = useLanguage();
  return (error: unknown): string => {
    if (!(error instanceof ApiError)) return failures[language]["internal"] ?? "";
    return failures[language][error.type] ?? (error.message || failures[language]["internal"] || "");
  };
}
