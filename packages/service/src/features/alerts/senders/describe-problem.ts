import type { ProviderProblem } from "../../../platform/messaging/send-outcome.ts";
import { type CodeOf, definePhrases } from "../../../platform/text/phrases.ts";

/** What is wrong with a provider, and how to repair it, for the merchant. `reason` says it in the middle of a sentence, in
 *  the 80 characters that a plan has for it. */
export type Trouble = { readonly reason: string; readonly fix: string };

type Failure = { readonly reason: string; readonly problem?: ProviderProblem | undefined };

/** `answer`: what the provider answered, or why there was no answer. */
export const TROUBLES = definePhrases({
  "refused-login": "the provider refuses the login[ ({answer})]",
  "refused-sender": "the provider refuses this sender[ ({answer})]",
  "unknown-host": "the provider's host name is unknown[ ({answer})]",
  "private-host": "the provider's host is not on the public internet[ ({answer})]",
  "not-reached": "the provider cannot be reached[ ({answer})]",
  "no-answer": "the provider does not answer[ ({answer})]",
  "no-tls": "the provider's connection is not secure[ ({answer})]",
  "wrong-url": "the provider does not know this URL[ ({answer})]",
  throttles: "the provider takes no more messages at the moment[ ({answer})]",
  refuses: "the provider refuses messages at the moment[ ({answer})]",
  /** What a merchant is told about the installation's provider: they cannot repair it. */
  "of-installation": "the provider of this service takes no messages at the moment",
  /** Of a test message: the merchant typed the address. */
  "refused-recipient": "the provider refuses this recipient",
} satisfies Record<ProviderProblem | "of-installation" | "refused-recipient", string>);

const FIXES: Readonly<Record<CodeOf<typeof TROUBLES>, string>> = {
  "refused-login":
    "Enter the user name and the password or key again. Many providers want a password for apps instead of the one you sign in with.",
  "refused-sender": "Verify the sender's address or domain at the provider, and check that the account may send.",
  "unknown-host": "Check the spelling of the host or URL.",
  "private-host":
    "Give a host that everybody can reach, with TLS. A mail server inside a private network cannot be used.",
  "not-reached":
    "Check the host and the port, and that a firewall does not block them. Mail servers usually listen on 587 or 465.",
  "no-answer": "Check the host and the port, and the provider's status page. Messages are tried again every minute.",
  "no-tls":
    "Choose tls for port 465 and starttls for port 587. The server's certificate must be valid for the host you entered.",
  "wrong-url": "Check the URL in the provider's documentation.",
  throttles:
    "Nothing, if it ends by itself: messages are tried again. Otherwise look at the limits of your account at the provider.",
  refuses: "Look at the provider's status page and at your account there. Messages are tried again every minute.",
  "of-installation": "The operator of this service must repair it. Messages are tried again every minute.",
  "refused-recipient": "Check the address that you entered.",
};

const CODE = /answered (.{1,30})$|answer: (.{1,30})$/;

const OF_INSTALLATION: Trouble = {
  reason: TROUBLES.say("of-installation", {}),
  fix: FIXES["of-installation"],
};
export const REFUSED_RECIPIENT: Trouble = {
  reason: TROUBLES.say("refused-recipient", {}),
  fix: FIXES["refused-recipient"],
};

/** `isOwn`: whether the provider is the store's own. */
export const describeFor = (isOwn: boolean, failure: Failure): Trouble =>
  isOwn ? describeProblem(failure) : OF_INSTALLATION;

export function describeProblem({ reason, problem = "refuses" }: Failure): Trouble {
  const [, answered, lost] = CODE.exec(reason) ?? [];
  return { reason: TROUBLES.say(problem, { answer: answered ?? lost ?? null }), fix: FIXES[problem] };
}

/** The same as a sentence of its own. */
export const sentenceOf = (phrase: string) => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
/** The code of such a sentence. */
export const readSentence = (sentence: string) =>
  TROUBLES.read(`${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, ""));
