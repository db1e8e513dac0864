import type { State } from "../../subscriptions/state.ts";

/** Why a delivery ended as it did. The codes are those of the table; a delivery's `detail` completes the text. `state`: the
 *  state of the subscription afterwards. */
const REASONS = {
  /** A delivery of an older version: the ledger has its reason. */
  inLedger: { code: 0, text: "", state: "notified" },
  sent: { code: 1, text: "sent", state: "notified" },
  mayHaveArrived: { code: 2, text: "may have been delivered", state: "notified" },
  offered: { code: 3, text: "offered until", state: "offered" },
  mayBeOffered: { code: 4, text: "offered, if the message arrived, until", state: "offered" },
  refused: { code: 5, text: "", state: "undeliverable" },
  noSender: { code: 6, text: "no sender is configured for", state: "undeliverable" },
  gaveUp: { code: 7, text: "not sent after 5 attempts", state: "undeliverable" },
  suppressed: { code: 8, text: "the address is suppressed", state: "undeliverable" },
  testStore: { code: 20, text: "only members get messages of a test store", state: "waiting" },
  soldOut: { code: 9, text: "sold out before the offer was sent", state: "waiting" },
} as const satisfies Record<string, { code: number; text: string; state: State }>;
export type Reason = keyof typeof REASONS;

export const codeOf = (reason: Reason) => REASONS[reason].code;
/** The state that a delivery with this reason gives its subscription. */
export const stateAfter = (reason: Reason): State => REASONS[reason].state;

/** The text for merchants, and the state; undefined when the ledger has them. */
export function explainReason(
  code: number,
  detail: string,
): { readonly text: string; readonly state: State } | undefined {
  const reason = Object.values(REASONS).find((one) => one.code === code);
  if (!reason || reason === REASONS.inLedger) return undefined;
  return {
    text: [reason.text, detail].filter(Boolean).join(reason === REASONS.mayHaveArrived ? ": " : " "),
    state: reason.state,
  };
}
