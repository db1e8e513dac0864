import type { ProviderProblem } from "../../../platform/messaging/send-outcome.ts";

/** What is wrong with a provider, and how to repair it, for the merchant. `reason` says it in the middle of a sentence, in
 *  the 80 characters that a plan has for it. */
export type Trouble = { readonly reason: string; readonly fix: string };

type Failure = { readonly reason: string; readonly problem?: ProviderProblem | undefined };

const WORDS: Readonly<Record<ProviderProblem, Trouble>> = {
  "refused-login": {
    reason: "the provider refuses the login",
    fix: "Enter the user name and the password or key again. Many providers want a password for apps instead of the one you sign in with.",
  },
  "refused-sender": {
    reason: "the provider refuses this sender",
    fix: "Verify the sender's address or domain at the provider, and check that the account may send.",
  },
  "unknown-host": {
    reason: "the provider's host name is unknown",
    fix: "Check the spelling of the host or URL.",
  },
  "private-host": {
    reason: "the provider's host is not on the public internet",
    fix: "Give a host that everybody can reach, with TLS. A mail server inside a private network cannot be used.",
  },
  "not-reached": {
    reason: "the provider cannot be reached",
    fix: "Check the host and the port, and that a firewall does not block them. Mail servers usually listen on 587 or 465.",
  },
  "no-answer": {
    reason: "the provider does not answer",
    fix: "Check the host and the port, and the provider's status page. Messages are tried again every minute.",
  },
  "no-tls": {
    reason: "the provider's connection is not secure",
    fix: "Choose tls for port 465 and starttls for port 587. The server's certificate must be valid for the host you entered.",
  },
  "wrong-url": {
    reason: "the provider does not know this URL",
    fix: "Check the URL in the provider's documentation.",
  },
  throttles: {
    reason: "the provider takes no more messages at the moment",
    fix: "Nothing, if it ends by itself: messages are tried again. Otherwise look at the limits of your account at the provider.",
  },
  refuses: {
    reason: "the provider refuses messages at the moment",
    fix: "Look at the provider's status page and at your account there. Messages are tried again every minute.",
  },
};

const CODE = /answered (.{1,30})$|answer: (.{1,30})$/;

/** What a merchant is told about the installation's provider: they cannot repair it. */
const OF_INSTALLATION: Trouble = {
  reason: "the provider of this service takes no messages at the moment",
  fix: "The operator of this service must repair it. Messages are tried again every minute.",
};

/** `isOwn`: whether the provider is the store's own. */
export const describeFor = (isOwn: boolean, failure: Failure): Trouble =>
  isOwn ? describeProblem(failure) : OF_INSTALLATION;

export function describeProblem({ reason, problem = "refuses" }: Failure): Trouble {
  const words = WORDS[problem];
  const [, answered, lost] = CODE.exec(reason) ?? [];
  const code = answered ?? lost;
  return code ? { ...words, reason: `${words.reason} (${code})` } : words;
}

/** The same as a sentence of its own. */
export const sentenceOf = (phrase: string) => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
