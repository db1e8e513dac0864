import { HAPPENINGS } from "../../subscriptions/line/happenings.ts";
import type { State } from "../../subscriptions/state.ts";

type Explained = { readonly code: number; readonly text: (detail: string) => string; readonly state: State };

/** Why a delivery ended as it did. The codes are those of the table; a delivery's `detail` completes the text. `state`: the
 *  state of the subscription afterwards. */
const REASONS = {
  /** A delivery of an older version: the ledger has its reason. */
  inLedger: { code: 0, text: () => "", state: "notified" },
  sent: { code: 1, text: () => HAPPENINGS.say("sent", {}), state: "notified" },
  mayHaveArrived: {
    code: 2,
    text: (detail) => HAPPENINGS.say("sent-perhaps", { answer: detail || null }),
    state: "notified",
  },
  offered: { code: 3, text: (until) => HAPPENINGS.say("offered", { until }), state: "offered" },
  mayBeOffered: { code: 4, text: (until) => HAPPENINGS.say("offered-perhaps", { until }), state: "offered" },
  refused: { code: 5, text: (detail) => detail, state: "undeliverable" },
  noSender: { code: 6, text: (medium) => HAPPENINGS.say("no-sender", { medium }), state: "undeliverable" },
  gaveUp: { code: 7, text: () => HAPPENINGS.say("gave-up", {}), state: "undeliverable" },
  suppressed: { code: 8, text: () => HAPPENINGS.say("suppressed", {}), state: "undeliverable" },
  testStore: { code: 20, text: () => HAPPENINGS.say("test-store", {}), state: "waiting" },
  soldOut: { code: 9, text: () => HAPPENINGS.say("sold-out", {}), state: "waiting" },
} as const satisfies Record<string, Explained>;
export type Reason = keyof typeof REASONS;

export const codeOf = (reason: Reason) => REASONS[reason].code;
/** The state that a delivery with this reason gives its subscription. */
export const stateAfter = (reason: Reason): State => REASONS[reason].state;

/** The text for merchants, and the state; undefined when the ledger has them. */
export function explainReason(
  code: number,
  detail: string,
): { readonly text: string; readonly state: State } | undefined {
  const reason: Explained | undefined = Object.values(REASONS).find((one) => one.code === code);
  if (!reason || reason === REASONS.inLedger) return undefined;
  return { text: reason.text(detail), state: reason.state };
}
