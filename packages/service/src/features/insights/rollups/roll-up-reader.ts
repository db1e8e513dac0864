import type { ExactlyOnce } from "../../../platform/outbox/reader.ts";
import { ROLL_UP_SUBJECTS } from "./count-events.ts";
import { ROLL_UP } from "./counters.ts";
import { rollUp } from "./roll-up.ts";

/** Counts what happens in each store by day, variant and topic, and who waits. The figures are committed with the reader's
 *  position in the outbox, so every event counts exactly once. */
export const rollUpReader: ExactlyOnce = { name: ROLL_UP, subjects: ROLL_UP_SUBJECTS, handleOnce: rollUp };
