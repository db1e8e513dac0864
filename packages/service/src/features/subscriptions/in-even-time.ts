import { setTimeout as pause } from "node:timers/promises";
import { alertRules, type StoreSettings } from "../stores/settings/settings.ts";

const ANSWER_AFTER_MS = 20;

/** Waits until a fixed time has passed, in stores where browsers need no confirmation. There a stranger can sign up any
 *  address and remove it again. Both calls take longer for an address without other alerts, so the time would reveal which
 *  addresses have some. */
export async function inEvenTime<Result>(settings: StoreSettings, work: Promise<Result>): Promise<Result> {
  if (alertRules(settings).browserDoubleOptIn) return work;
  const [result] = await Promise.all([work, pause(ANSWER_AFTER_MS)]);
  return result;
}
