import { troubleReasons } from "../words/trouble-texts.ts";
import { type PlanWhy, type Sayings, useSayWhy } from "../words/why.ts";
import { defineWords } from "../words/words.ts";

const percentOf = (percent: string) => Number(percent) / 100;

/** Why a plan is paused or waits, in the middle of a sentence. */
export const planReasons = defineWords<Sayings<PlanWhy>>({
  en: {
    ...troubleReasons.en,
    "sending-paused": "the operator has paused this shop's sending",
    "sender-not-verified": "the sender's address is not verified yet",
    "mail-limit": ({ max }, formats) => `the shop's limit of ${formats.number(Number(max))} mails a day is reached`,
    "text-limit": ({ max }, formats) =>
      `the shop's limit of ${formats.number(Number(max))} text messages a day is reached`,
    "spend-limit": "the shop's limit for what it spends on text messages today is reached",
    "slow-template": "the shop's message takes long to write, so its alerts are sent slowly",
    "wave-failed": "the next wave failed and is tried again; the operator finds more in the worker's log",
    complaints: ({ complaints, sent, days, percent }, formats) =>
      `${formats.number(Number(complaints))} complaints about ${formats.number(Number(sent))} alerts in ${days} days (${formats.percent(percentOf(percent))})`,
  },
  de: {
    ...troubleReasons.de,
    "sending-paused": "der Betreiber hat das Senden dieses Shops angehalten",
    "sender-not-verified": "die Adresse des Absenders ist noch nicht bestätigt",
    "mail-limit": ({ max }, formats) =>
      `das Limit des Shops von ${formats.number(Number(max))} E-Mails am Tag ist erreicht`,
    "text-limit": ({ max }, formats) =>
      `das Limit des Shops von ${formats.number(Number(max))} SMS am Tag ist erreicht`,
    "spend-limit": "das heutige Ausgabenlimit des Shops für SMS ist erreicht",
    "slow-template": "die Nachricht des Shops braucht lange zum Schreiben, deshalb wird sie langsam verschickt",
    "wave-failed":
      "die nächste Welle ist fehlgeschlagen und wird wiederholt; mehr findet der Betreiber im Log des Workers",
    complaints: ({ complaints, sent, days, percent }, formats) =>
      `${formats.number(Number(complaints))} Beschwerden über ${formats.number(Number(sent))} Benachrichtigungen in ${days} Tagen (${formats.percent(percentOf(percent))})`,
  },
});

/** Null when the plan has no reason, such as one that a member has paused. */
export function usePlanReason() {
  const say = useSayWhy(planReasons);
  return ({ reason, why }: { readonly reason: string | null; readonly why: PlanWhy | null }) => say(why) ?? reason;
}
