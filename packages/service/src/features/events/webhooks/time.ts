import type { Clock } from "../../../platform/clock.ts";
import { fragmentWith } from "../../../platform/db/fragment.ts";

/** The time by the clock of the database: workers whose own clocks are wrong agree about leases and about what is due. `at`: the
 *  time of a test, which moves its clock. */
export const timeOf = (at: Date | undefined) => fragmentWith`coalesce(${at ?? null}::timestamptz, now())`;

/** Only tests have a clock of their own. */
export type TestTime = { readonly testClock?: Clock | undefined };
export const readTestTime = ({ testClock }: TestTime) => (testClock ? new Date(testClock()) : undefined);
