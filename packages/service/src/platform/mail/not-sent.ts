/** What became of one message. `refused`: the address takes nothing, for good. `later`: it was not taken now; `isAway`
 *  where that is about the way out and not about the message. `unknown`: it may have been taken. */
export type Sent =
  | { readonly state: "sent" }
  | { readonly state: "refused" | "unknown"; readonly reason: string }
  | { readonly state: "later"; readonly reason: string; readonly isAway?: boolean };

export type NotSentFate = Exclude<Sent, { state: "sent" }>;

/** Thrown by whoever hands a message over and was told why it was not taken. */
export class NotSent extends Error {
  override readonly name = "NotSent";
  readonly fate: NotSentFate;
  constructor(fate: NotSentFate, options?: ErrorOptions) {
    super(fate.reason, options);
    this.fate = fate;
  }
}
