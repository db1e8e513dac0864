import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../../platform/clock.ts";

const STEP_UP_MS = 10 * 60_000;
const STEP_UP = /^(\d{13})\.([\w-]{43})$/;

/** Tokens that the dashboard keeps in memory and sends in headers. They belong to one session, and somebody who has only
 *  the cookie does not have them. */
export type DashboardTokens = {
  /** Shows that the page, and not another site, makes a call, and that it shows the store that is open: a tab in which
   *  another store was open before is refused. */
  csrf(sessionId: string, storeId: number | null): string;
  isCsrf(sessionId: string, storeId: number | null, token: unknown): boolean;
  /** Shows that the person has just given a passkey, a code or a password. Valid for ten minutes. */
  stepUp(sessionId: string): string;
  isStepUp(sessionId: string, token: unknown): boolean;
};

export function createDashboardTokens(key: KeyObject, clock: Clock): DashboardTokens {
  const sign = (purpose: string, sessionId: string, more = "") =>
    createHmac("sha256", key).update(`${purpose}\n${sessionId}\n${more}`).digest("base64url");
  function isEqual(one: string, other: unknown) {
    const [expected, given] = [Buffer.from(one), Buffer.from(typeof other === "string" ? other : "")];
    return expected.length === given.length && timingSafeEqual(expected, given);
  }
  return {
    csrf: (sessionId, storeId) => sign("csrf", sessionId, String(storeId)),
    isCsrf: (sessionId, storeId, token) => isEqual(sign("csrf", sessionId, String(storeId)), token),
    stepUp(sessionId) {
      const until = String(clock() + STEP_UP_MS);
      return `${until}.${sign("step-up", sessionId, until)}`;
    },
    isStepUp(sessionId, token) {
      const [, until = "", signature] = STEP_UP.exec(String(token)) ?? [];
      return Number(until) > clock() && isEqual(sign("step-up", sessionId, until), signature);
    },
  };
}
