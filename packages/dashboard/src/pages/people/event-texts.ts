import { defineWords, useLanguage } from "../../words/words.ts";

type Phrase = (rest: string) => string;
const plain =
  (text: string): Phrase =>
  () =>
    text;

/** What happened, by the words with which the API begins. `rest` is what follows them. The first that fits is taken. */
const phrases = defineWords<Readonly<Record<string, Phrase>>>({
  en: {
    "signed up again": (rest) => `Signed up again${rest && ", but nothing is sent to this address any more"}`,
    "signed up": (rest) => `Signed up${rest && ", but nothing is sent to this address any more"}`,
    "confirmed with the link in the mail": (rest) =>
      `Confirmed the address with the link in the mail${rest && ", but nothing is sent to this address any more"}`,
    "confirmed by text message": (rest) =>
      `Confirmed the number by text message${rest && ", but nothing is sent to this address any more"}`,
    "asked to confirm the address": plain("Was asked to confirm the address"),
    "accepted, reserved until ": (rest) => `Accepted the offer; reserved until ${rest}`,
    "accepted, and the reservation expired": plain("Accepted the offer, and did not buy in time"),
    "declined the offer": plain("Declined the offer"),
    "did not answer in time": plain("Did not answer the offer in time"),
    "offered, if the message arrived, until ": (rest) =>
      `Was offered the product until ${rest}, if the message arrived`,
    "offered until ": (rest) => `Was offered the product until ${rest}`,
    "may have been delivered": (rest) =>
      `Was perhaps notified: the provider did not say whether it took the message${rest}`,
    sent: plain("Was notified: the alert was sent"),
    "no sender is configured for ": (rest) => `Not notified: the store has no sender for ${rest}`,
    "not sent after 5 attempts": plain("Not notified: five attempts to send failed"),
    "the address is suppressed": plain("Not notified: nothing is sent to this address any more"),
    "only members get messages of a test store": plain("Not notified: only members get messages of a test store"),
    "sold out before the offer was sent": plain("Not notified: it sold out before the offer was sent"),
    "waits until 8:00": plain("Waits until 8:00 in their time zone"),
    "followed the link of the alert": plain("Clicked the link of the alert"),
    bought: plain("Bought"),
    "unsubscribed with the link in a mail": plain("Left with the link in a mail"),
    "ended on the preferences page": plain("Left on the preferences page"),
    "removed by the shopper": plain("Left in the shop"),
    "the item was removed from the list": plain("Took the product off the list, which ended the alert"),
    "unsubscribed by the store": plain("Was unsubscribed by the store"),
    "STOP by text message": plain("Replied STOP to a text message"),
    "nothing is sent any more: ": (rest) => `Nothing is sent to this address any more: ${rest}`,
    "bounced, reported by the mail provider": plain("The mail provider reported that the address does not exist"),
    "bounced: ": (rest) => `The mail server refused the address: ${rest}`,
    complaint: plain("Reported a mail as spam"),
    erased: plain("Was erased"),
  },
  de: {
    "signed up again": (rest) =>
      `Hat sich wieder angemeldet${rest && ", aber an diese Adresse wird nichts mehr geschickt"}`,
    "signed up": (rest) => `Hat sich angemeldet${rest && ", aber an diese Adresse wird nichts mehr geschickt"}`,
    "confirmed with the link in the mail": (rest) =>
      `Hat die Adresse mit dem Link in der E-Mail bestätigt${rest && ", aber an diese Adresse wird nichts mehr geschickt"}`,
    "confirmed by text message": (rest) =>
      `Hat die Nummer per SMS bestätigt${rest && ", aber an diese Adresse wird nichts mehr geschickt"}`,
    "asked to confirm the address": plain("Wurde gebeten, die Adresse zu bestätigen"),
    "accepted, reserved until ": (rest) => `Hat das Angebot angenommen; reserviert bis ${rest}`,
    "accepted, and the reservation expired": plain("Hat das Angebot angenommen, aber nicht rechtzeitig gekauft"),
    "declined the offer": plain("Hat das Angebot abgelehnt"),
    "did not answer in time": plain("Hat auf das Angebot nicht rechtzeitig geantwortet"),
    "offered, if the message arrived, until ": (rest) =>
      `Bekam das Produkt bis ${rest} angeboten, falls die Nachricht ankam`,
    "offered until ": (rest) => `Bekam das Produkt bis ${rest} angeboten`,
    "may have been delivered": (rest) =>
      `Wurde vielleicht benachrichtigt: Der Anbieter sagte nicht, ob er die Nachricht annahm${rest}`,
    sent: plain("Wurde benachrichtigt: Die Nachricht wurde verschickt"),
    "no sender is configured for ": (rest) => `Nicht benachrichtigt: Der Shop hat keinen Absender für ${rest}`,
    "not sent after 5 attempts": plain("Nicht benachrichtigt: Fünf Versuche zu senden schlugen fehl"),
    "the address is suppressed": plain("Nicht benachrichtigt: An diese Adresse wird nichts mehr geschickt"),
    "only members get messages of a test store": plain(
      "Nicht benachrichtigt: Nachrichten eines Testshops bekommen nur Mitglieder",
    ),
    "sold out before the offer was sent": plain("Nicht benachrichtigt: ausverkauft, bevor das Angebot verschickt war"),
    "waits until 8:00": plain("Wartet bis 8:00 Uhr in der Zeitzone der Person"),
    "followed the link of the alert": plain("Hat auf den Link der Nachricht geklickt"),
    bought: plain("Hat gekauft"),
    "unsubscribed with the link in a mail": plain("Hat sich mit dem Link in einer E-Mail abgemeldet"),
    "ended on the preferences page": plain("Hat sich auf der Einstellungsseite abgemeldet"),
    "removed by the shopper": plain("Hat sich im Shop abgemeldet"),
    "the item was removed from the list": plain(
      "Hat das Produkt von der Liste genommen; das beendete die Benachrichtigung",
    ),
    "unsubscribed by the store": plain("Wurde vom Shop abgemeldet"),
    "STOP by text message": plain("Hat auf eine SMS mit STOP geantwortet"),
    "nothing is sent any more: ": (rest) => `An diese Adresse wird nichts mehr geschickt: ${rest}`,
    "bounced, reported by the mail provider": plain("Der Mail-Anbieter meldete, dass es die Adresse nicht gibt"),
    "bounced: ": (rest) => `Der Mailserver wies die Adresse ab: ${rest}`,
    complaint: plain("Hat eine E-Mail als Spam gemeldet"),
    erased: plain("Wurde gelöscht"),
  },
});

const refusals = defineWords<Phrase>({
  en: (rest) => `Not notified: the mail server refused the message: ${rest}`,
  de: (rest) => `Nicht benachrichtigt: Der Mailserver wies die Nachricht ab: ${rest}`,
});

const NOTHING_IS_SENT = "nothing is sent any more: ";

/** Says in the person's language what the API says happened. Texts of mail servers stay as they are. */
export function useEventText(): (event: { readonly text: string; readonly state?: string | null }) => string {
  const language = useLanguage();
  return ({ text, state }) => {
    const found = Object.entries(phrases[language]).find(([start]) => text.startsWith(start));
    if (!found) return state === "undeliverable" ? refusals[language](text) : text;
    const [start, phrase] = found;
    const rest = text.slice(start.length);
    const reason =
      start === NOTHING_IS_SENT && Object.entries(phrases[language]).find(([known]) => rest.startsWith(known));
    return phrase(reason ? reason[1](rest.slice(reason[0].length)) : rest);
  };
}
