import type { Got } from "../../api/call.ts";
import { useWords } from "../../words/words.ts";
import { senderTexts } from "./senders-texts.ts";

type Senders = Got<"/storeadmin/v3/senders">;
/** That of mails or of text messages, which has no address. */
export type Sender = Senders["sms"] & Partial<Omit<Senders["email"], keyof Senders["sms"]>>;

/** The provider in words, with what the service calls it, such as its host. */
export function useProviderName({ provider, label }: Pick<Sender, "provider" | "label">): string {
  const { providers, noProvider } = useWords(senderTexts);
  if (provider === null) return noProvider;
  const name = Object.entries(providers).find(([one]) => one === provider)?.[1] ?? provider;
  return label && provider !== "default" && label !== provider ? `${name}: ${label}` : name;
}
