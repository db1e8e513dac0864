import type { Formats } from "../../words/formats.ts";
import { type HappeningWhy, type Sayings, useSayWhy } from "../../words/why.ts";
import { defineWords, useLanguage } from "../../words/words.ts";

/** The service writes the end of an offer as “2026-11-18 10:00 UTC”. */
const endOf = (until: string, formats: Formats) => {
  const at = Date.parse(until.replace(" UTC", "Z").replace(" ", "T"));
  return Number.isNaN(at) ? until : formats.time(at);
};
const MEDIA = {
  en: (medium: string) => (medium === "sms" ? "text messages" : medium === "email" ? "mails" : medium),
  de: (medium: string) => (medium === "sms" ? "SMS" : medium === "email" ? "E-Mails" : medium),
};
const NOTHING_MORE = {
  en: ", but nothing is sent to this address any more",
  de: ", aber an diese Adresse wird nichts mehr geschickt",
};

/** Why nothing is sent to an address any more. What a mail server answered is quoted. */
const stops = {
  en: {
    "bounced-reported": "The mail provider reported that the address does not exist",
    "bounced-server": ({ answer }: { answer: string }) => `The mail server refused the address: “${answer}”`,
    "bounced-provider": ({ answer }: { answer: string }) => `The provider refused the address: “${answer}”`,
    bounced: ({ answer }: { answer: string }) => `The mail server refused the address: “${answer}”`,
    complained: "Reported a mail as spam",
    erased: "Was erased",
    "left-by-text": "Replied STOP to a text message",
  },
  de: {
    "bounced-reported": "Der Mail-Anbieter meldete, dass es die Adresse nicht gibt",
    "bounced-server": ({ answer }: { answer: string }) => `Der Mailserver wies die Adresse ab: „${answer}“`,
    "bounced-provider": ({ answer }: { answer: string }) => `Der Anbieter wies die Adresse ab: „${answer}“`,
    bounced: ({ answer }: { answer: string }) => `Der Mailserver wies die Adresse ab: „${answer}“`,
    complained: "Hat eine E-Mail als Spam gemeldet",
    erased: "Wurde gelöscht",
    "left-by-text": "Hat auf eine SMS mit STOP geantwortet",
  },
};
const stopped = {
  en: (reason: string) => `Nothing is sent to this address any more: ${reason}`,
  de: (reason: string) => `An diese Adresse wird nichts mehr geschickt: ${reason}`,
};

/** What happened to a person, without a full stop. */
export const happenings = defineWords<Sayings<HappeningWhy>>({
  en: {
    ...stops.en,
    "signed-up": "Signed up",
    "signed-up-suppressed": `Signed up${NOTHING_MORE.en}`,
    "signed-up-again": "Signed up again",
    "signed-up-again-suppressed": `Signed up again${NOTHING_MORE.en}`,
    "confirmed-by-mail": "Confirmed the address with the link in the mail",
    "confirmed-by-mail-suppressed": `Confirmed the address with the link in the mail${NOTHING_MORE.en}`,
    "confirmed-by-text": "Confirmed the number by text message",
    "confirmed-by-text-suppressed": `Confirmed the number by text message${NOTHING_MORE.en}`,
    "asked-to-confirm": "Was asked to confirm the address",
    "changed-quantity": ({ quantity, before }) => `Wants ${quantity} now, not ${before}`,
    accepted: ({ until }, formats) => `Accepted the offer; first chance until ${endOf(until, formats)}`,
    "accepted-and-expired": "Accepted the offer, and did not buy in time",
    "accepted-offer": ({ until }, formats) => `Accepted the offer; first chance until ${endOf(until, formats)}`,
    "accepted-not-bought": "Accepted the offer, and did not buy in time",
    held: ({ until }, formats) => `The shop reserved the units until ${endOf(until, formats)}`,
    "hold-refused": ({ answer }) => `The shop could not reserve the units${answer ? `: “${answer}”` : ""}`,
    "hold-released": "The shop released the units",
    declined: "Declined the offer",
    "not-answered": "Did not answer the offer in time",
    "offered-perhaps": ({ until }, formats) =>
      `Was offered the product until ${endOf(until, formats)}, if the message arrived`,
    offered: ({ until }, formats) => `Was offered the product until ${endOf(until, formats)}`,
    sent: "Was notified: the alert was sent",
    "sent-perhaps": ({ answer }) =>
      `Was perhaps notified: it is not known whether the provider took the message${answer ? ` (“${answer}”)` : ""}`,
    "sent-perhaps-server": ({ answer }) =>
      `Was perhaps notified: it is not known whether the mail server took the message (it answered “${answer}”)`,
    "sent-perhaps-provider": ({ answer }) =>
      `Was perhaps notified: it is not known whether the provider took the message (it answered “${answer}”)`,
    "sent-perhaps-no-answer": ({ answer }) =>
      `Was perhaps notified: the provider did not say whether it took the message (${answer})`,
    "sent-perhaps-worker": "Was perhaps notified: Keepsake was stopped while it sent the message",
    "no-sender": ({ medium }) => `Not notified: the store has no sender for ${MEDIA.en(medium)}`,
    "gave-up": "Not notified: five attempts to send failed",
    suppressed: "Not notified: nothing is sent to this address any more",
    "test-store": "Not notified: only members get messages of a test store",
    "sold-out": "Not notified: it sold out before the offer was sent",
    "quiet-hours": "Waits until 8:00 in their time zone",
    "refused-server": ({ answer }) => `Not notified: the mail server refused the message: “${answer}”`,
    "refused-provider": ({ answer }) => `Not notified: the provider refused the message: “${answer}”`,
    "refused-not-one-address": "Not notified: this is not a single mail address",
    clicked: "Clicked the link of the alert",
    bought: "Bought",
    imported: "Moved here from another service",
    "left-by-mail": "Left with the link in a mail",
    "left-on-page": "Left on the preferences page",
    "left-in-shop": "Left in the shop",
    "left-list": "Took the product off the list, which ended the alert",
    "left-by-store": "Was unsubscribed by the store",
    "stopped-by-text": stopped.en(stops.en["left-by-text"]),
    "stopped-bounced-reported": stopped.en(stops.en["bounced-reported"]),
    "stopped-bounced-server": (values) => stopped.en(stops.en["bounced-server"](values)),
    "stopped-bounced-provider": (values) => stopped.en(stops.en["bounced-provider"](values)),
    "stopped-bounced": (values) => stopped.en(stops.en.bounced(values)),
    "stopped-complained": stopped.en(stops.en.complained),
    "stopped-erased": stopped.en(stops.en.erased),
    stopped: ({ answer }) => stopped.en(answer),
  },
  de: {
    ...stops.de,
    "signed-up": "Hat sich angemeldet",
    "signed-up-suppressed": `Hat sich angemeldet${NOTHING_MORE.de}`,
    "signed-up-again": "Hat sich wieder angemeldet",
    "signed-up-again-suppressed": `Hat sich wieder angemeldet${NOTHING_MORE.de}`,
    "confirmed-by-mail": "Hat die Adresse mit dem Link in der E-Mail bestätigt",
    "confirmed-by-mail-suppressed": `Hat die Adresse mit dem Link in der E-Mail bestätigt${NOTHING_MORE.de}`,
    "confirmed-by-text": "Hat die Nummer per SMS bestätigt",
    "confirmed-by-text-suppressed": `Hat die Nummer per SMS bestätigt${NOTHING_MORE.de}`,
    "asked-to-confirm": "Wurde gebeten, die Adresse zu bestätigen",
    "changed-quantity": ({ quantity, before }) => `Möchte jetzt ${quantity} Stück statt ${before}`,
    accepted: ({ until }, formats) => `Hat das Angebot angenommen; Vorrang bis ${endOf(until, formats)}`,
    "accepted-and-expired": "Hat das Angebot angenommen, aber nicht rechtzeitig gekauft",
    "accepted-offer": ({ until }, formats) => `Hat das Angebot angenommen; Vorrang bis ${endOf(until, formats)}`,
    "accepted-not-bought": "Hat das Angebot angenommen, aber nicht rechtzeitig gekauft",
    held: ({ until }, formats) => `Der Shop hat die Stücke reserviert bis ${endOf(until, formats)}`,
    "hold-refused": ({ answer }) => `Der Shop konnte die Stücke nicht reservieren${answer ? `: „${answer}“` : ""}`,
    "hold-released": "Der Shop hat die Stücke wieder freigegeben",
    declined: "Hat das Angebot abgelehnt",
    "not-answered": "Hat auf das Angebot nicht rechtzeitig geantwortet",
    "offered-perhaps": ({ until }, formats) =>
      `Bekam das Produkt bis ${endOf(until, formats)} angeboten, falls die Nachricht ankam`,
    offered: ({ until }, formats) => `Bekam das Produkt bis ${endOf(until, formats)} angeboten`,
    sent: "Wurde benachrichtigt: Die Nachricht wurde verschickt",
    "sent-perhaps": ({ answer }) =>
      `Wurde vielleicht benachrichtigt: Es ist nicht bekannt, ob der Anbieter die Nachricht annahm${answer ? ` („${answer}“)` : ""}`,
    "sent-perhaps-server": ({ answer }) =>
      `Wurde vielleicht benachrichtigt: Es ist nicht bekannt, ob der Mailserver die Nachricht annahm (Antwort: „${answer}“)`,
    "sent-perhaps-provider": ({ answer }) =>
      `Wurde vielleicht benachrichtigt: Es ist nicht bekannt, ob der Anbieter die Nachricht annahm (Antwort: „${answer}“)`,
    "sent-perhaps-no-answer": ({ answer }) =>
      `Wurde vielleicht benachrichtigt: Der Anbieter sagte nicht, ob er die Nachricht annahm (${answer})`,
    "sent-perhaps-worker": "Wurde vielleicht benachrichtigt: Keepsake wurde beim Senden der Nachricht angehalten",
    "no-sender": ({ medium }) => `Nicht benachrichtigt: Der Shop hat keinen Absender für ${MEDIA.de(medium)}`,
    "gave-up": "Nicht benachrichtigt: Fünf Versuche zu senden schlugen fehl",
    suppressed: "Nicht benachrichtigt: An diese Adresse wird nichts mehr geschickt",
    "test-store": "Nicht benachrichtigt: Nachrichten eines Testshops bekommen nur Mitglieder",
    "sold-out": "Nicht benachrichtigt: ausverkauft, bevor das Angebot verschickt war",
    "quiet-hours": "Wartet bis 8:00 Uhr in der Zeitzone der Person",
    "refused-server": ({ answer }) => `Nicht benachrichtigt: Der Mailserver wies die Nachricht ab: „${answer}“`,
    "refused-provider": ({ answer }) => `Nicht benachrichtigt: Der Anbieter wies die Nachricht ab: „${answer}“`,
    "refused-not-one-address": "Nicht benachrichtigt: Das ist keine einzelne E-Mail-Adresse",
    clicked: "Hat auf den Link der Nachricht geklickt",
    bought: "Hat gekauft",
    imported: "Von einem anderen Dienst hierher umgezogen",
    "left-by-mail": "Hat sich mit dem Link in einer E-Mail abgemeldet",
    "left-on-page": "Hat sich auf der Einstellungsseite abgemeldet",
    "left-in-shop": "Hat sich im Shop abgemeldet",
    "left-list": "Hat das Produkt von der Liste genommen; das beendete die Benachrichtigung",
    "left-by-store": "Wurde vom Shop abgemeldet",
    "stopped-by-text": stopped.de(stops.de["left-by-text"]),
    "stopped-bounced-reported": stopped.de(stops.de["bounced-reported"]),
    "stopped-bounced-server": (values) => stopped.de(stops.de["bounced-server"](values)),
    "stopped-bounced-provider": (values) => stopped.de(stops.de["bounced-provider"](values)),
    "stopped-bounced": (values) => stopped.de(stops.de.bounced(values)),
    "stopped-complained": stopped.de(stops.de.complained),
    "stopped-erased": stopped.de(stops.de.erased),
    stopped: ({ answer }) => stopped.de(answer),
  },
});

const refusals = defineWords<(answer: string) => string>({
  en: (answer) => `Not notified: the mail server refused the message: “${answer}”`,
  de: (answer) => `Nicht benachrichtigt: Der Mailserver wies die Nachricht ab: „${answer}“`,
});

type Happening = { readonly text: string; readonly why: HappeningWhy | null; readonly state?: string | null };

/** Says in the person's language what happened. A text without a code is the answer of a mail server. */
export function useEventText(): (event: Happening) => string {
  const language = useLanguage();
  const say = useSayWhy(happenings);
  return ({ text, why, state }) => say(why) ?? (state === "undeliverable" ? refusals[language](text) : text);
}
