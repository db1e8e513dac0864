import type { Problem, ProblemType } from "../problems/problem.ts";
import type { ReportLanguage } from "./preferences.ts";

type Facts<Type extends ProblemType> = Extract<Problem, { type: Type }>["facts"];
type Sentences = { readonly [Type in ProblemType]: (facts: Facts<Type>) => string };

const MEDIA = { en: { email: "email", sms: "text messages" }, de: { email: "E-Mails", sms: "SMS" } };

const en: Sentences = {
  "no-script-seen": ({ hours }) =>
    hours === null ? "No page of the shop has called yet." : `No page of the shop has called for ${hours} hours.`,
  "no-stock-report": ({ hours }) =>
    hours === null ? "No stock was reported yet." : `No stock was reported for ${hours} hours.`,
  "sending-paused": () => "The operator has paused sending.",
  "no-sender": () => "Nothing can send the shop's mails yet.",
  "sender-not-verified": () => "The sender's address is not verified.",
  "sender-dns-failing": ({ records }) => `DNS records of the sender are missing or wrong: ${records.join(", ")}.`,
  "provider-failing": ({ medium, problem }) => `The provider for ${MEDIA.en[medium]} fails: ${problem}`,
  "daily-limit-reached": ({ medium }) => `The daily limit for ${MEDIA.en[medium]} is reached.`,
  "alerts-stopped": ({ reason }) => `Complaints have stopped all alerts: ${reason}.`,
  "plan-held": ({ platformId }) => `An alert is paused or waits for your approval (variant ${platformId ?? "?"}).`,
  "webhooks-failing": ({ count }) => (count === 1 ? "One webhook fails." : `${count} webhooks fail.`),
  "webhook-disabled": () => "A webhook was disabled because it accepted nothing.",
  "key-expiring": ({ name, expiresAt }) => `The API key "${name}" ends on ${expiresAt.toISOString().slice(0, 10)}.`,
  "no-recovery-owner": () => "The store has only one owner.",
};

const de: Sentences = {
  "no-script-seen": ({ hours }) =>
    hours === null
      ? "Noch keine Seite des Shops hat sich gemeldet."
      : `Seit ${hours} Stunden hat sich keine Seite des Shops gemeldet.`,
  "no-stock-report": ({ hours }) =>
    hours === null ? "Noch kein Bestand wurde gemeldet." : `Seit ${hours} Stunden wurde kein Bestand gemeldet.`,
  "sending-paused": () => "Der Betreiber hat den Versand angehalten.",
  "no-sender": () => "Noch kann nichts die Mails des Shops versenden.",
  "sender-not-verified": () => "Die Absenderadresse ist nicht bestätigt.",
  "sender-dns-failing": ({ records }) => `DNS-Einträge des Absenders fehlen oder sind falsch: ${records.join(", ")}.`,
  "provider-failing": ({ medium, problem }) => `Der Anbieter für ${MEDIA.de[medium]} ist gestört: ${problem}`,
  "daily-limit-reached": ({ medium }) => `Die Tagesgrenze für ${MEDIA.de[medium]} ist erreicht.`,
  "alerts-stopped": ({ reason }) => `Beschwerden haben alle Benachrichtigungen gestoppt: ${reason}.`,
  "plan-held": ({ platformId }) =>
    `Eine Benachrichtigung ist angehalten oder wartet auf Ihre Freigabe (Variante ${platformId ?? "?"}).`,
  "webhooks-failing": ({ count }) => (count === 1 ? "Ein Webhook ist gestört." : `${count} Webhooks sind gestört.`),
  "webhook-disabled": () => "Ein Webhook wurde abgeschaltet, weil er nichts angenommen hat.",
  "key-expiring": ({ name, expiresAt }) =>
    `Der API-Schlüssel „${name}“ endet am ${new Intl.DateTimeFormat("de", { dateStyle: "long", timeZone: "UTC" }).format(expiresAt)}.`,
  "no-recovery-owner": () => "Der Shop hat nur einen Inhaber.",
};

const SENTENCES: Readonly<Record<ReportLanguage, Sentences>> = { en, de };

/** A problem in a sentence. */
export function describeProblem({ type, facts }: Problem, language: ReportLanguage): string {
  const describe = SENTENCES[language][type] as (given: typeof facts) => string;
  return describe(facts);
}
