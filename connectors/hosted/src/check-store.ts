import type { ConnectedStore } from "./installations.ts";

const TIMEOUT_MS = 8_000;
const PID_MAX = 64;
const KEY_MAX = 200;
const SECRET_MAX = 200;

export type StoreProblem = "missing" | "refused" | "unreachable";

/** Reads the merchant's form and asks Keepsake whether the store id and the key belong together. The page never shows the identity
 *  secret, so an empty field keeps the one of the store that is connected now. */
export async function checkStore(
  keepsakeUrl: string,
  form: URLSearchParams,
  connected: ConnectedStore | undefined,
): Promise<ConnectedStore | StoreProblem> {
  const field = (name: string, max: number) => (form.get(name) ?? "").trim().slice(0, max);
  const [pid, key] = [field("pid", PID_MAX), field("key", KEY_MAX)];
  const kept =
    connected?.pid === pid && form.get("removeIdentitySecret") === null ? connected.identitySecret : undefined;
  const identitySecret = field("identitySecret", SECRET_MAX) || kept;
  if (!pid || !key) return "missing";
  try {
    const answer = await fetch(`${keepsakeUrl}/storeadmin/me`, {
      headers: { authorization: `Basic ${Buffer.from(`${pid}:${key}`).toString("base64")}` },
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.status === 401 || answer.status === 403) return "refused";
    if (!answer.ok) return "unreachable";
    const known = (await answer.json()) as { pid?: unknown };
    return known.pid === pid ? { pid, key, identitySecret } : "refused";
  } catch {
    return "unreachable";
  }
}
