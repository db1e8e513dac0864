/** What a check has found. `problem`: something does not work. `warning`: it works, but not well, or nobody can tell. */
export type Finding = {
  readonly check: string;
  readonly state: "ok" | "warning" | "problem";
  readonly text: string;
  /** What to do. */
  readonly fix?: string;
};

export const ok = (check: string, text: string): Finding => ({ check, state: "ok", text });
export const warning = (check: string, text: string, fix: string): Finding => ({ check, state: "warning", text, fix });
export const problem = (check: string, text: string, fix: string): Finding => ({ check, state: "problem", text, fix });

/** The code of an error or of what caused it: `ECONNREFUSED`, `28P01`. Its text may contain an address or a secret. */
export function codeOf(error: unknown): string {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const { code } = cause as { code?: unknown };
    if (typeof code === "string" && code !== "") return code;
  }
  return error instanceof Error ? error.name : "unknown error";
}

/** The server of a URL, without its login. */
export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : "the server");
