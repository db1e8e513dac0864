import type { MarketingPausedWhy, Sayings, ToolWhy } from "../../words/why.ts";
import { defineWords } from "../../words/words.ts";
import { deliveryReasons } from "./webhook-reasons.ts";

/** Why a marketing tool accepted nothing, or refused a message. */
export const toolReasons = defineWords<Sayings<ToolWhy>>({
  en: {
    ...deliveryReasons.en,
    redirect: ({ status }) => `The tool answered ${status}. Redirects are not followed: set the final URL.`,
    throttled: "The tool answered 429: too many requests. Keepsake tries again when it may.",
    "status-said": ({ status, answer }) => `The tool answered ${status}: ${answer}`,
    status: ({ status }) => `The tool answered ${status}.`,
  },
  de: {
    ...deliveryReasons.de,
    redirect: ({ status }) =>
      `Der Dienst hat mit ${status} geantwortet. Weiterleitungen folgt Keepsake nicht: Geben Sie die endgültige URL an.`,
    throttled: "Der Dienst hat mit 429 geantwortet: zu viele Anfragen. Keepsake versucht es wieder, sobald es darf.",
    "status-said": ({ status, answer }) => `Der Dienst hat mit ${status} geantwortet: ${answer}`,
    status: ({ status }) => `Der Dienst hat mit ${status} geantwortet.`,
  },
});

/** Why a connection is paused. */
export const pausedReasons = defineWords<Sayings<MarketingPausedWhy>>({
  en: {
    "by-merchant": "A member or an API key paused it; the audit log says who.",
    "key-refused": ({ status, answer }) =>
      `The tool answered ${status}: the key was revoked, or may not do this.${answer === null ? "" : ` (${answer})`}`,
    gone: "The receiver answered 410: it wants no more messages.",
  },
  de: {
    "by-merchant": "Ein Mitglied oder ein API-Schlüssel hat sie angehalten; im Protokoll der Änderungen steht, wer.",
    "key-refused": ({ status, answer }) =>
      `Der Dienst hat mit ${status} geantwortet: Der Schlüssel wurde widerrufen oder darf das nicht.${answer === null ? "" : ` (${answer})`}`,
    gone: "Der Empfänger hat mit 410 geantwortet: Er will keine Nachrichten mehr.",
  },
});
