import type { DeliveryWhy, DisabledWhy, ReplayWhy, Sayings } from "../../words/why.ts";
import { defineWords } from "../../words/words.ts";

/** Why the receiver of a webhook did not accept a delivery. */
export const deliveryReasons = defineWords<Sayings<DeliveryWhy>>({
  en: {
    status: ({ status }) => `The receiver answered ${status}.`,
    redirect: ({ status }) => `The receiver answered ${status}. Redirects are not followed: set the final URL.`,
    "not-made": "The request could not be made.",
    "no-answer": ({ seconds }) => `There was no answer within ${seconds} seconds.`,
    "connection-lost": "The connection was lost.",
    "connection-refused": "The connection was refused.",
    "unknown-host": "The host name does not exist.",
    "host-without-address": "The host name has no address.",
    "name-server-failed": "The name server of the host failed.",
    "name-server-silent": "The name server of the host did not answer.",
    "network-not-reached": "The network of the host cannot be reached.",
    "host-not-reached": "The host cannot be reached.",
    "not-connected": "The host did not accept the connection in time.",
    "certificate-expired": "The certificate of the host has expired.",
    "certificate-self-signed": "The certificate of the host is not signed by a known authority.",
    "certificate-chain": "The host does not send the whole chain of its certificate.",
    "certificate-other-name": "The certificate of the host is for another name.",
    "request-failed": ({ answer }) => `The request failed: ${answer}.`,
    "url-not-absolute": ({ max }) => `The URL must be absolute, with at most ${max} characters.`,
    "url-with-login": "The URL must not contain a user name or a password.",
    "url-with-fragment": "The URL must not have a fragment (#…).",
    "url-not-https": "The URL must begin with https://.",
    "url-port": "The port of the URL must be 443 or 8443.",
    "host-not-full": "The host must be one on the public internet, with its full name, such as api.example.com.",
    "address-not-public": ({ address }) => `The address ${address} is not on the public internet, so it is not called.`,
    "port-not-allowed": "This port, or a connection without TLS, is not allowed for a host on the internet.",
    "host-not-public": ({ host }) => `${host} is not on the public internet, so it is not called.`,
  },
  de: {
    status: ({ status }) => `Der Empfänger hat mit ${status} geantwortet.`,
    redirect: ({ status }) =>
      `Der Empfänger hat mit ${status} geantwortet. Weiterleitungen folgt Keepsake nicht: Geben Sie die endgültige URL an.`,
    "not-made": "Der Aufruf war nicht möglich.",
    "no-answer": ({ seconds }) => `Es kam keine Antwort innerhalb von ${seconds} Sekunden.`,
    "connection-lost": "Die Verbindung ist abgebrochen.",
    "connection-refused": "Die Verbindung wurde abgelehnt.",
    "unknown-host": "Den Hostnamen gibt es nicht.",
    "host-without-address": "Der Hostname hat keine Adresse.",
    "name-server-failed": "Der Nameserver des Hosts meldet einen Fehler.",
    "name-server-silent": "Der Nameserver des Hosts hat nicht geantwortet.",
    "network-not-reached": "Das Netz des Hosts ist nicht erreichbar.",
    "host-not-reached": "Der Host ist nicht erreichbar.",
    "not-connected": "Der Host hat die Verbindung nicht rechtzeitig angenommen.",
    "certificate-expired": "Das Zertifikat des Hosts ist abgelaufen.",
    "certificate-self-signed": "Das Zertifikat des Hosts stammt von keiner bekannten Stelle.",
    "certificate-chain": "Der Host schickt seine Zertifikatskette nicht vollständig.",
    "certificate-other-name": "Das Zertifikat des Hosts gilt für einen anderen Namen.",
    "request-failed": ({ answer }) => `Der Aufruf ist fehlgeschlagen: ${answer}.`,
    "url-not-absolute": ({ max }) => `Die URL muss vollständig sein und darf höchstens ${max} Zeichen haben.`,
    "url-with-login": "Die URL darf weder Benutzernamen noch Passwort enthalten.",
    "url-with-fragment": "Die URL darf keinen Anker (#…) haben.",
    "url-not-https": "Die URL muss mit https:// beginnen.",
    "url-port": "Der Port der URL muss 443 oder 8443 sein.",
    "host-not-full":
      "Der Host muss im öffentlichen Internet liegen und mit vollem Namen angegeben sein, etwa api.example.com.",
    "address-not-public": ({ address }) =>
      `Die Adresse ${address} liegt nicht im öffentlichen Internet und wird deshalb nicht aufgerufen.`,
    "port-not-allowed": "Dieser Port oder eine Verbindung ohne TLS ist für einen Host im Internet nicht erlaubt.",
    "host-not-public": ({ host }) => `${host} liegt nicht im öffentlichen Internet und wird deshalb nicht aufgerufen.`,
  },
});

/** Why a webhook is disabled. What failed last is said beside it. */
export const disabledReasons = defineWords<Sayings<DisabledWhy>>({
  en: {
    "by-merchant": "A member or an API key disabled it; the audit log says who.",
    gone: "The receiver answered 410: it wants no more deliveries.",
    "failed-for-days": "Every delivery has failed for five days.",
    "too-many-waiting": ({ count }, formats) => `More than ${formats.number(countOf(count))} deliveries were waiting.`,
  },
  de: {
    "by-merchant": "Ein Mitglied oder ein API-Schlüssel hat ihn abgeschaltet; im Protokoll der Änderungen steht, wer.",
    gone: "Der Empfänger hat mit 410 geantwortet: Er will keine Sendungen mehr.",
    "failed-for-days": "Fünf Tage lang ist jede Sendung gescheitert.",
    "too-many-waiting": ({ count }, formats) => `Es warteten mehr als ${formats.number(countOf(count))} Sendungen.`,
  },
});
/** The service writes “1,000,000”. */
const countOf = (count: string) => Number(count.replaceAll(",", ""));

/** Why a replay did not send everything. */
export const replayReasons = defineWords<Sayings<ReplayWhy>>({
  en: {
    "not-read": "The events could not be read. Start the replay again, with a smaller range.",
    disabled: "The webhook was disabled before the replay had ended.",
    "not-kept": ({ time }, formats) => `Events before ${formats.time(time)} are no longer kept.`,
  },
  de: {
    "not-read":
      "Die Ereignisse ließen sich nicht lesen. Beginnen Sie die Wiederholung noch einmal, mit einem kleineren Bereich.",
    disabled: "Der Webhook wurde abgeschaltet, bevor die Wiederholung fertig war.",
    "not-kept": ({ time }, formats) => `Ereignisse vor ${formats.time(time)} werden nicht mehr aufbewahrt.`,
  },
});
