import { type Formats, useFormats } from "./formats.ts";
import { asSentence, type Sayings, sayWhy, type TroubleWhy } from "./why.ts";
import { defineWords, type Language, useLanguage } from "./words.ts";

const quoted = (answer: string | null) => (answer ? ` (“${answer}”)` : "");
const zitat = (answer: string | null) => (answer ? ` („${answer}“)` : "");

/** What is wrong with a provider of mails or text messages, in the middle of a sentence. What it answered is quoted. */
export const troubleReasons = defineWords<Sayings<TroubleWhy>>({
  en: {
    "refused-login": ({ answer }) => `the provider refuses the login${quoted(answer)}`,
    "refused-sender": ({ answer }) => `the provider refuses this sender${quoted(answer)}`,
    "unknown-host": ({ answer }) => `the provider's host name is unknown${quoted(answer)}`,
    "private-host": ({ answer }) => `the provider's host is not on the public internet${quoted(answer)}`,
    "not-reached": ({ answer }) => `the provider cannot be reached${quoted(answer)}`,
    "no-answer": ({ answer }) => `the provider does not answer${quoted(answer)}`,
    "no-tls": ({ answer }) => `the provider's connection is not secure${quoted(answer)}`,
    "wrong-url": ({ answer }) => `the provider does not know this URL${quoted(answer)}`,
    throttles: ({ answer }) => `the provider takes no more messages at the moment${quoted(answer)}`,
    refuses: ({ answer }) => `the provider refuses messages at the moment${quoted(answer)}`,
    "of-installation": "the provider of this installation takes no messages at the moment",
    "refused-recipient": "the provider refuses this recipient",
  },
  de: {
    "refused-login": ({ answer }) => `der Anbieter lehnt die Anmeldung ab${zitat(answer)}`,
    "refused-sender": ({ answer }) => `der Anbieter lehnt diesen Absender ab${zitat(answer)}`,
    "unknown-host": ({ answer }) => `den Hostnamen des Anbieters gibt es nicht${zitat(answer)}`,
    "private-host": ({ answer }) => `der Host des Anbieters ist nicht im öffentlichen Internet${zitat(answer)}`,
    "not-reached": ({ answer }) => `der Anbieter ist nicht erreichbar${zitat(answer)}`,
    "no-answer": ({ answer }) => `der Anbieter antwortet nicht${zitat(answer)}`,
    "no-tls": ({ answer }) => `die Verbindung zum Anbieter ist nicht sicher${zitat(answer)}`,
    "wrong-url": ({ answer }) => `der Anbieter kennt diese URL nicht${zitat(answer)}`,
    throttles: ({ answer }) => `der Anbieter nimmt im Augenblick keine weiteren Nachrichten an${zitat(answer)}`,
    refuses: ({ answer }) => `der Anbieter lehnt Nachrichten im Augenblick ab${zitat(answer)}`,
    "of-installation": "der Anbieter dieser Installation nimmt im Augenblick keine Nachrichten an",
    "refused-recipient": "der Anbieter lehnt diesen Empfänger ab",
  },
});

const fixes = defineWords<Sayings<TroubleWhy>>({
  en: {
    "refused-login":
      "Enter the user name and the password or key again. Many providers want a password for apps instead of the one you sign in with.",
    "refused-sender": "Verify the sender's address or domain at the provider, and check that the account may send.",
    "unknown-host": "Check the spelling of the host or URL.",
    "private-host":
      "Enter a host that everybody can reach, with TLS. A mail server inside a private network cannot be used.",
    "not-reached":
      "Check the host and the port, and that no firewall blocks them. Mail servers usually listen on 587 or 465.",
    "no-answer": "Check the host and the port, and the provider's status page. Messages are tried again every minute.",
    "no-tls":
      "Choose TLS for port 465 and STARTTLS for port 587. The server's certificate must be valid for the host you entered.",
    "wrong-url": "Check the URL in the provider's documentation.",
    throttles:
      "Nothing, if it ends by itself: messages are tried again. Otherwise look at the limits of your account at the provider.",
    refuses: "Look at the provider's status page and at your account there. Messages are tried again every minute.",
    "of-installation": "The operator of this installation must repair it. Messages are tried again every minute.",
    "refused-recipient": "Check the address that you entered.",
  },
  de: {
    "refused-login":
      "Geben Sie den Benutzernamen und das Passwort oder den Schlüssel noch einmal ein. Viele Anbieter verlangen ein App-Passwort statt des Passworts, mit dem Sie sich sonst anmelden.",
    "refused-sender":
      "Bestätigen Sie die Absenderadresse oder Domain beim Anbieter, und prüfen Sie, ob das Konto senden darf.",
    "unknown-host": "Prüfen Sie die Schreibweise des Hosts oder der URL.",
    "private-host":
      "Geben Sie einen Host an, den jeder erreichen kann, mit TLS. Ein Mailserver in einem privaten Netz lässt sich nicht verwenden.",
    "not-reached":
      "Prüfen Sie Host und Port, und ob eine Firewall sie sperrt. Mailserver sind meist auf Port 587 oder 465 erreichbar.",
    "no-answer":
      "Prüfen Sie Host und Port sowie die Statusseite des Anbieters. Keepsake versucht es jede Minute noch einmal.",
    "no-tls":
      "Wählen Sie TLS für Port 465 und STARTTLS für Port 587. Das Zertifikat des Servers muss für den angegebenen Host gelten.",
    "wrong-url": "Prüfen Sie die URL in der Dokumentation des Anbieters.",
    throttles:
      "Endet das von selbst, müssen Sie nichts tun: Keepsake versucht es noch einmal. Sonst prüfen Sie die Limits Ihres Kontos beim Anbieter.",
    refuses:
      "Prüfen Sie die Statusseite des Anbieters und Ihr Konto dort. Keepsake versucht es jede Minute noch einmal.",
    "of-installation":
      "Das muss der Betreiber dieser Installation beheben. Keepsake versucht es jede Minute noch einmal.",
    "refused-recipient": "Prüfen Sie die Adresse, die Sie eingegeben haben.",
  },
});

type Trouble = { readonly problem: string | null; readonly fix: string | null; readonly why: TroubleWhy | null };

/** What is wrong with a provider, and what to do, as two sentences. The problem is null when nothing is wrong. */
export function describeTrouble({ problem, fix, why }: Trouble, language: Language, formats: Formats) {
  const reason = sayWhy(troubleReasons[language], why, formats);
  return {
    problem: reason === undefined ? problem : asSentence(reason),
    fix: sayWhy(fixes[language], why, formats) ?? fix,
  };
}

export function useTrouble() {
  const language = useLanguage();
  const formats = useFormats();
  return (trouble: Trouble) => describeTrouble(trouble, language, formats);
}
