/** What is wrong with the provider or with our settings, for the person who can repair it. */
export type ProviderProblem =
  | "refused-login"
  | "refused-sender"
  | "unknown-host"
  | "private-host"
  | "not-reached"
  | "no-answer"
  | "no-tls"
  | "wrong-url"
  | "throttles"
  | "refuses";

/** The result of sending one message. `rejected`: the provider will never accept a message for this address. `throttled`: we
 *  send faster than the provider allows; it accepts the message later. `deferred`: it did not accept this one now;
 *  `isProviderDown` if the cause is the provider or our settings, not the message. `unknown`: the provider may have accepted
 *  it. Neither `throttled` nor `isProviderDown` is an attempt that counts: the recipient cannot do anything about it. */
export type SendOutcome =
  | { readonly state: "sent" }
  | { readonly state: "rejected" | "unknown"; readonly reason: string }
  | { readonly state: "throttled"; readonly reason: string; readonly retryAfterSeconds?: number }
  | {
      readonly state: "deferred";
      readonly reason: string;
      readonly isProviderDown?: boolean;
      readonly problem?: ProviderProblem;
    };

export type SendFailure = Exclude<SendOutcome, { state: "sent" }>;

/** Thrown by a sender that knows why the provider did not accept a message. */
export class SendError extends Error {
  override readonly name = "SendError";
  readonly failure: SendFailure;
  constructor(failure: SendFailure, options?: ErrorOptions) {
    super(failure.reason, options);
    this.failure = failure;
  }
}
