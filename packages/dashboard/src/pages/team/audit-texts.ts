import type { Got } from "../../api/call.ts";
import { createFormats } from "../../words/formats.ts";
import { type DisabledWhy, sayWhy } from "../../words/why.ts";
import { defineWords, type Language, useLanguage } from "../../words/words.ts";
import { disabledReasons } from "../connections/webhook-reasons.ts";

export type AuditEntry = Got<"/storeadmin/v3/audit">["items"][number];
type Details = AuditEntry["details"];
type Sentence = string | ((details: Details) => string);

/** A detail as text; what is not a text or a number is left out. */
const read = (details: Details, name: string): string => {
  const value: unknown = details[name];
  if (Array.isArray(value)) return value.filter((one) => typeof one === "string").join(", ");
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};
const about =
  (text: string, ...names: readonly string[]): Sentence =>
  (details) => {
    const found = names.map((name) => read(details, name)).filter(Boolean);
    return found.length > 0 ? `${text}: ${found.join(", ")}` : text;
  };

/** Why Keepsake switched it off. Entries of older versions have only the sentence. */
const disabled = (text: string, language: Language): Sentence => {
  const say = about(text, "url", "because") as (details: Details) => string;
  return (details) => {
    const why = (details["why"] ?? null) as DisabledWhy | null;
    const because = sayWhy(disabledReasons[language], why, createFormats(language)) ?? details["because"];
    return say({ ...details, because });
  };
};

const sentences = defineWords<Readonly<Record<string, Sentence>>>({
  en: {
    "alert.bought": about("Marked an alert as bought", "topic"),
    "alert.started": about("Started alerts by hand", "variant", "topic"),
    "catalog.updated": about("Changed products (number)", "variants"),
    "dkim-key.made": about("Made a key that signs mails", "domain"),
    "key.created": about("Created an API key", "name", "scopes"),
    "key.revoked": about("Ended an API key", "id"),
    "key.rotated": about("Replaced an API key", "id"),
    "member.confirmed": about("Confirmed that it was them", "way"),
    "member.factor-changed": about("Changed how they sign in", "change"),
    "member.invited": about("Invited a member", "email", "role"),
    "member.locked-out": "Was locked out after too many wrong passwords or codes",
    "member.removed": about("Removed a member", "email"),
    "member.role-changed": about("Changed the role of a member", "email", "role"),
    "member.signed-in": about("Signed in", "way"),
    "merge.undone": "Undid that a guest became part of an account",
    "operator.signed-in": about("Signed in as operator", "way"),
    "orders.reported": about("Reported orders (number)", "orders"),
    "people.exported": "Downloaded a list of people as CSV",
    "people.shown": about("Saw people with whole addresses (number)", "rows"),
    "person.confirmation-resent": "Sent a confirmation to a person again",
    "person.erased": "Erased a person",
    "person.exported": "Downloaded the data of a person",
    "person.revealed": "Looked at the address of a person",
    "person.unsubscribed": about("Unsubscribed a person", "topic"),
    "plan.cancelled": about("Cancelled the alerts of a restock", "plan"),
    "plan.paused": about("Paused the alerts of a restock", "plan"),
    "plan.resumed": about("Resumed the alerts of a restock", "plan"),
    "sender.hooks-shown": "Looked at the addresses for reports of a provider",
    "sender.removed": about("Removed a sender or provider", "medium"),
    "sender.set": about("Set a sender or provider", "medium"),
    "sender.tested": about("Sent a test message", "medium"),
    "sender.verified": "Verified the sender address",
    "sending.paused": about("The store's sending was paused", "reason"),
    "sending.resumed": "The store's sending goes on",
    "sessions.revoked": about("Ended sessions of shoppers", "of"),
    "settings.changed": about("Changed settings", "names"),
    "stock.reported": about("Reported stock (number of variants)", "levels"),
    "store.opened": about("Opened the store as operator, to look at it", "reason"),
    "template.reset": about("Went back to the default message", "topic", "locale"),
    "template.restored": about("Restored an earlier message", "topic", "locale"),
    "template.saved": about("Saved a message", "topic", "locale"),
    "template.tested": about("Sent a test of a message", "topic", "locale"),
    "webhook.created": about("Added a webhook", "url"),
    "webhook.deleted": about("Deleted a webhook", "endpoint"),
    "webhook.disabled": disabled("Switched a webhook off", "en"),
    "webhook.enabled": about("Switched a webhook on", "endpoint"),
    "webhook.example-sent": about("Sent an example to a webhook", "endpoint"),
    "webhook.replayed": about("Sent events of a webhook again", "endpoint"),
    "webhook.secret-rotated": about("Replaced the secret of a webhook", "endpoint"),
    "webhook.updated": about("Changed a webhook", "endpoint"),
  },
  de: {
    "alert.bought": about("Benachrichtigung als gekauft vermerkt", "topic"),
    "alert.started": about("Benachrichtigungen von Hand gestartet", "variant", "topic"),
    "catalog.updated": about("Produkte geändert (Anzahl)", "variants"),
    "dkim-key.made": about("Schlüssel zum Signieren von E-Mails erzeugt", "domain"),
    "key.created": about("API-Schlüssel erstellt", "name", "scopes"),
    "key.revoked": about("API-Schlüssel beendet", "id"),
    "key.rotated": about("API-Schlüssel ersetzt", "id"),
    "member.confirmed": about("Identität bestätigt", "way"),
    "member.factor-changed": about("Anmeldung geändert", "change"),
    "member.invited": about("Mitglied eingeladen", "email", "role"),
    "member.locked-out": "Nach zu vielen falschen Passwörtern oder Codes gesperrt",
    "member.removed": about("Mitglied entfernt", "email"),
    "member.role-changed": about("Rolle eines Mitglieds geändert", "email", "role"),
    "member.signed-in": about("Angemeldet", "way"),
    "merge.undone": "Zusammenführung eines Gasts mit einem Konto rückgängig gemacht",
    "operator.signed-in": about("Als Betreiber angemeldet", "way"),
    "orders.reported": about("Bestellungen gemeldet (Anzahl)", "orders"),
    "people.exported": "Liste von Personen als CSV heruntergeladen",
    "people.shown": about("Personen mit ganzen Adressen gesehen (Anzahl)", "rows"),
    "person.confirmation-resent": "Bestätigung noch einmal an eine Person geschickt",
    "person.erased": "Person gelöscht",
    "person.exported": "Daten einer Person heruntergeladen",
    "person.revealed": "Adresse einer Person angesehen",
    "person.unsubscribed": about("Person abgemeldet", "topic"),
    "plan.cancelled": about("Benachrichtigungen eines Nachschubs abgebrochen", "plan"),
    "plan.paused": about("Benachrichtigungen eines Nachschubs angehalten", "plan"),
    "plan.resumed": about("Benachrichtigungen eines Nachschubs fortgesetzt", "plan"),
    "sender.hooks-shown": "Adressen für Meldungen eines Anbieters angesehen",
    "sender.removed": about("Absender oder Anbieter entfernt", "medium"),
    "sender.set": about("Absender oder Anbieter eingerichtet", "medium"),
    "sender.tested": about("Testnachricht verschickt", "medium"),
    "sender.verified": "Absenderadresse bestätigt",
    "sending.paused": about("Der Versand des Shops wurde angehalten", "reason"),
    "sending.resumed": "Der Versand des Shops geht weiter",
    "sessions.revoked": about("Sitzungen von Käufern beendet", "of"),
    "settings.changed": about("Einstellungen geändert", "names"),
    "stock.reported": about("Bestand gemeldet (Anzahl Varianten)", "levels"),
    "store.opened": about("Shop als Betreiber geöffnet, um ihn anzusehen", "reason"),
    "template.reset": about("Zur Standardnachricht zurückgekehrt", "topic", "locale"),
    "template.restored": about("Frühere Nachricht wiederhergestellt", "topic", "locale"),
    "template.saved": about("Nachricht gespeichert", "topic", "locale"),
    "template.tested": about("Test einer Nachricht verschickt", "topic", "locale"),
    "webhook.created": about("Webhook hinzugefügt", "url"),
    "webhook.deleted": about("Webhook gelöscht", "endpoint"),
    "webhook.disabled": disabled("Webhook abgeschaltet", "de"),
    "webhook.enabled": about("Webhook eingeschaltet", "endpoint"),
    "webhook.example-sent": about("Beispiel an einen Webhook geschickt", "endpoint"),
    "webhook.replayed": about("Ereignisse eines Webhooks noch einmal geschickt", "endpoint"),
    "webhook.secret-rotated": about("Geheimnis eines Webhooks ersetzt", "endpoint"),
    "webhook.updated": about("Webhook geändert", "endpoint"),
  },
});

/** Values that are words of ours. Names, addresses and ids stay as they are. */
const values = defineWords<Readonly<Record<string, string>>>({
  en: { link: "login link", company: "company sign-in" },
  de: {
    link: "Anmeldelink",
    password: "Passwort",
    passkey: "Passkey",
    app: "App",
    company: "Firmenkonto",
    owner: "Inhaber",
    manager: "Verwaltung",
    support: "Kundendienst",
    viewer: "Nur ansehen",
    "password set": "Passwort gesetzt",
    "password changed": "Passwort geändert",
    "app added": "App hinzugefügt",
    "app removed": "App entfernt",
    "backup codes made": "Ersatzcodes erzeugt",
    "passkey added": "Passkey hinzugefügt",
    "passkey removed": "Passkey entfernt",
    email: "E-Mail",
    sms: "SMS",
  },
});

const commands = defineWords<(command: string) => string>({
  en: (command) => `Ran a command on the server: ${command}`,
  de: (command) => `Befehl auf dem Server ausgeführt: ${command}`,
});

const COMMAND = "command.";

/** What an entry of the audit log says, in plain words. An action that has none yet keeps its name. */
export function useAuditText(): (entry: Pick<AuditEntry, "action" | "details">) => string {
  const language = useLanguage();
  return ({ action, details }) => {
    if (action.startsWith(COMMAND)) return commands[language](action.slice(COMMAND.length));
    const known = sentences[language];
    const sentence = Object.hasOwn(known, action) ? known[action] : undefined;
    if (sentence === undefined) return action;
    if (typeof sentence === "string") return sentence;
    const own = values[language];
    const inWords = Object.entries(details).map(([name, value]): [string, unknown] => [
      name,
      typeof value === "string" && Object.hasOwn(own, value) ? own[value] : value,
    ]);
    return sentence(Object.fromEntries(inWords));
  };
}
