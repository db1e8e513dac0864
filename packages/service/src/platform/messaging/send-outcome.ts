/** What became of one message. `refused`: the address takes nothing, for good. `later`: it was not taken now; `isAway`
 *  where that is about the way out and not about the message. `unknown`: it may have been taken. */
export type SendOutcome =
  | { readonly state: "sent" }
  | { readonly state: "refused" | "unknown"; readonly reason: string }
  | { readonly state: "later"; readonly reason: string; readonly isAway?: boolean };

export type SendFailure = Exclude<SendOutcome, { state: "sent" }>;

/** Thrown by whoever hands a message over and was told why it was not taken. */
export class SendError extends Error {
  override readonly name = "NotSent";
  readonly fate: SendFailure;
  constructor(fate: SendFailure, options?: ErrorOptions) {
    super(fate.reason, options);
    this.fate = fate;
  }
}
