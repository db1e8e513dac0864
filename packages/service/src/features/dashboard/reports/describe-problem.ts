import type { Problem, ProblemType } from "../problems/problem.ts";
import type { ReportLanguage } from "./preferences.ts";

type Facts<Type extends ProblemType> = Extract<Problem, { type: Type }>["facts"];
type Sentences = { readonly [Type in ProblemType]: (facts: Facts<Type>) => string };

const MEDIA = { en: { email: "email", sms: "text messages" }, de: { email: "E-Mails", sms: "SMS" } };
const TOOLS = {
  en: { klaviyo: "Klaviyo", http: "A marketing tool" },
  de: { klaviyo: "Der Dienst Klaviyo", http: "Ein Marketing-Dienst" },
};

const en: Sentences = {
  "no-script-seen": ({ hours }) =>
    hours === null ? "No page of the shop has called yet." : `No page of the shop has called for ${hours} hours.`,
  "no-stock-report": ({ hours }) =>
    hours === null ? "No stock was reported yet." : `No stock was reported for ${hours} hours.`,
  "connector-silent": ({ connector, hours }) =>
    `The connector ${connector} has not reported for ${hours === 1 ? "an hour" : `${hours} hours`}.`,
  "connector-no-reconcile": ({ connector, hours }) =>
    hours === null
      ? `The connector ${connector} has never compared your stock.`
      : `The connector ${connector} has not compared your stock for ${hours} hours.`,
  "connector-problem": ({ connector, problem }) => `The connector ${connector} has a problem: ${problem}`,
  "connector-loses-events": ({ connector, corrected }) =>
    `Events of your platform get lost: the connector ${connector} last had to correct ${corrected} quantities.`,
  "reservations-stuck": ({ waiting, givenUp }) =>
    `Reservations of offers wait for a connector: ${waiting}. Given up after a week: ${givenUp}.`,
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
  "marketing-failing": ({ tool }) => `${TOOLS.en[tool]} takes no messages.`,
  "marketing-paused": ({ tool }) => `${TOOLS.en[tool]} was paused because it refuses Keepsake.`,
  "marketing-full": ({ tool }) => `${TOOLS.en[tool]} is so far behind that new messages are dropped.`,
  "marketing-erasures": ({ tool, count, dropsAt }) =>
    `${TOOLS.en[tool]} does not know yet that ${count === 1 ? "1 person was" : `${count} people were`} erased. From ${dropsAt.toISOString().slice(0, 10)} on it is not told any more.`,
  "key-expiring": ({ name, expiresAt }) => `The API key "${name}" ends on ${expiresAt.toISOString().slice(0, 10)}.`,
  "no-recovery-owner": () => "The store has only one owner.",
};

const GERMAN_DAY = new Intl.DateTimeFormat("de", { dateStyle: "long", timeZone: "UTC" });

const de: Sentences = {
  "no-script-seen": ({ hours }) =>
    hours === null
      ? "Noch keine Seite des Shops hat sich gemeldet."
      : `Seit ${hours} Stunden hat sich keine Seite des Shops gemeldet.`,
  "no-stock-report": ({ hours }) =>
    hours === null ? "Noch kein Bestand wurde gemeldet." : `Seit ${hours} Stunden wurde kein Bestand gemeldet.`,
  "connector-silent": ({ connector, hours }) =>
    `Der Konnektor ${connector} hat sich seit ${hours === 1 ? "einer Stunde" : `${hours} Stunden`} nicht gemeldet.`,
  "connector-no-reconcile": ({ connector, hours }) =>
    hours === null
      ? `Der Konnektor ${connector} hat Ihren Bestand noch nie abgeglichen.`
      : `Der Konnektor ${connector} hat Ihren Bestand seit ${hours} Stunden nicht abgeglichen.`,
  "connector-problem": ({ connector, problem }) => `Der Konnektor ${connector} hat ein Problem: ${problem}`,
  "connector-loses-events": ({ connector, corrected }) =>
    `Ereignisse Ihrer Plattform gehen verloren: Der Konnektor ${connector} musste zuletzt ${corrected} Mengen berichtigen.`,
  "reservations-stuck": ({ waiting, givenUp }) =>
    `Reservierungen von Angeboten warten auf einen Konnektor: ${waiting}. Nach einer Woche aufgegeben: ${givenUp}.`,
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
  "marketing-failing": ({ tool }) => `${TOOLS.de[tool]} nimmt keine Nachrichten an.`,
  "marketing-paused": ({ tool }) => `${TOOLS.de[tool]} ist angehalten, weil er Keepsake ablehnt.`,
  "marketing-full": ({ tool }) => `${TOOLS.de[tool]} ist so weit im Rückstand, dass neue Nachrichten verloren gehen.`,
  "marketing-erasures": ({ tool, count, dropsAt }) =>
    `${TOOLS.de[tool]} weiß noch nicht, dass ${count === 1 ? "1 Person" : `${count} Personen`} gelöscht ${count === 1 ? "wurde" : "wurden"}. Ab dem ${GERMAN_DAY.format(dropsAt)} erfährt er es nicht mehr.`,
  "key-expiring": ({ name, expiresAt }) => `Der API-Schlüssel „${name}“ endet am ${GERMAN_DAY.format(expiresAt)}.`,
  "no-recovery-owner": () => "Der Shop hat nur einen Inhaber.",
};

const SENTENCES: Readonly<Record<ReportLanguage, Sentences>> = { en, de };

/** A problem in a sentence. */
export function describeProblem({ type, facts }: Problem, language: ReportLanguage): string {
  const describe = SENTENCES[language][type] as (given: typeof facts) => string;
  return describe(facts);
}
