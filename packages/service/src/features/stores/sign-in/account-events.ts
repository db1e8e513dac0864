import { type FoundSession, isWhole } from "./read-session.ts";

/** What the audit log says about a person and their own account. */
export type AccountEvent = {
  readonly what: "signed-in" | "confirmed" | "factor-changed" | "locked-out";
  readonly details: Readonly<Record<string, string>>;
};

const WAYS: readonly [path: RegExp, way: string][] = [
  [/^\/magic-link\//, "link"],
  [/^\/(sign-in\/email|verify-password)$/, "password"],
  [/^\/passkey\//, "passkey"],
  [/^\/two-factor\//, "app"],
  [/^\/callback\//, "company"],
];

/** Calls that prove again who somebody is. A passkey makes a new session in place of the one before. */
const PROOF = /^\/(verify-password$|two-factor\/verify-|passkey\/verify-authentication$)/;

const CHANGES: Readonly<Record<string, string>> = {
  "/set-password": "password set",
  "/change-password": "password changed",
  "/two-factor/disable": "app removed",
  "/two-factor/generate-backup-codes": "backup codes made",
  "/passkey/verify-registration": "passkey added",
  "/passkey/delete-passkey": "passkey removed",
};

/** What a successful call of a sign-in route has done. `before`: the session that the caller had; `after`: the one that they
 *  have now. Undefined when nothing has happened yet, as after the password of somebody who also has an app. */
export function accountEventOf(
  path: string,
  before: FoundSession | undefined,
  after: FoundSession,
): AccountEvent | undefined {
  const change = CHANGES[path] ?? (isFirstCode(path, before) ? "app added" : undefined);
  if (change) return { what: "factor-changed", details: { change } };
  const way = WAYS.find(([pattern]) => pattern.test(path))?.[1];
  if (!way || !isWhole(after)) return undefined;
  const wasIn = before !== undefined && isWhole(before) && before.user.id === after.user.id;
  if (wasIn && PROOF.test(path)) return { what: "confirmed", details: { way } };
  return wasIn && before.session.id === after.session.id ? undefined : { what: "signed-in", details: { way } };
}

const isFirstCode = (path: string, before: FoundSession | undefined) =>
  path === "/two-factor/verify-totp" && before !== undefined && !before.user.twoFactorEnabled;
