import type { RefusalWhy, Sayings } from "./why.ts";
import { defineWords } from "./words.ts";

/** Which field a host or URL stands in, where there are several. */
const inField = (field: string | null) => (field ? `${field}: ` : "");
const whatDe = (what: string) => (what === "mails" ? "E-Mails" : what === "text messages" ? "SMS" : what);

/** What is wrong with a call that was refused, where the type of the error alone does not say it. */
export const refusalTexts = defineWords<Sayings<RefusalWhy>>({
  en: {
    "value-missing": ({ field }) => `“${field}” is missing.`,
    "spending-without-price": ({ min }) =>
      `A limit of what is spent on text messages needs a price of at least ${min} for each. Set both, or neither.`,
    "too-many-compiles": "Too many messages of your shop are being compiled. Wait for them, then try again.",
    "too-many-renders": "Too many messages of your shop are being written. Try again in a moment.",
    "too-many-replays": "Too many comparisons with past restocks are running. Wait for them, then try again.",
    "company-sign-in":
      "Your company's sign-in cannot be reached at the moment. Try again in a moment, or sign in with a link.",
    "value-boolean": ({ field }) => `“${field}” must be true or false.`,
    "value-object": ({ field }) => `“${field}” must be a JSON object.`,
    "value-integer-between": ({ field, min, max }) => `“${field}” must be a whole number from ${min} to ${max}.`,
    "value-integer": ({ field }) => `“${field}” must be a whole number.`,
    "value-number-between": ({ field, min, max }) => `“${field}” must be a number from ${min} to ${max}.`,
    "value-number": ({ field }) => `“${field}” must be a number.`,
    "value-list-up-to": ({ field, max }) => `“${field}” may have at most ${max} entries.`,
    "value-list-at-least": ({ field, min }) => `“${field}” must have at least ${min} entries.`,
    "value-list-between": ({ field, min, max }) => `“${field}” must have ${min} to ${max} entries.`,
    "value-text-up-to": ({ field, max }) => `“${field}” may have at most ${max} characters.`,
    "value-text-between": ({ field, min, max }) => `“${field}” must have ${min} to ${max} characters.`,
    "value-not-empty": ({ field }) => `“${field}” must not be empty.`,
    "value-text": ({ field }) => `“${field}” must be a text.`,
    "value-like": ({ field, example }) => `“${field}” must look like ${example}.`,
    "value-one-of": ({ field, allowed }) => `“${field}” must be one of ${allowed}.`,
    "value-is": ({ field, value }) => `“${field}” must be ${value}.`,
    "setting-of-operator": ({ field }) => `“${field}” is a setting of the operator. Ask them to change it.`,
    "unknown-setting": ({ field, suggestion }) =>
      `There is no setting “${field}”.${suggestion ? ` Did you mean “${suggestion}”?` : ""}`,
    "unknown-element-word": ({ field, suggestion }) =>
      `The elements have no word “${field}”.${suggestion ? ` Did you mean “${suggestion}”?` : ""}`,
    "element-words-too-long": ({ max }) =>
      `The words of the elements may have at most ${max} characters, all languages together.`,
    "no-setting": "Nothing was changed.",
    "repeated-market": ({ market }) => `There are two markets “${market}”. Give each another name.`,
    "wrong-origin": ({ origin, example }) =>
      `${origin} is not an origin as browsers send it. It looks like ${example}.`,
    "url-not-absolute": ({ field, max }) =>
      `${inField(field)}The URL must be complete, with at most ${max} characters.`,
    "url-with-login": ({ field }) => `${inField(field)}The URL must not contain a user name or a password.`,
    "url-with-fragment": ({ field }) => `${inField(field)}The URL must not have a fragment (#…).`,
    "url-not-https": ({ field }) => `${inField(field)}The URL must begin with https://.`,
    "url-port": ({ field }) => `${inField(field)}The port of the URL must be 443 or 8443.`,
    "url-too-long": ({ max }) => `The URL must have at most ${max} characters.`,
    "host-not-full": ({ field }) =>
      `${inField(field)}The host must be one on the public internet, with its full name, such as api.example.com.`,
    "address-not-public": ({ field, address }) =>
      `${inField(field)}The address ${address} is not on the public internet, so it is not called.`,
    "port-not-allowed": ({ field }) =>
      `${inField(field)}This port, or a connection without TLS, is not allowed for a host on the internet.`,
    "host-not-public": ({ field, host }) =>
      `${inField(field)}${host} is not on the public internet, so it is not called.`,
    "sender-text-has-address": "A name and an address are for mails. Text messages have a number or a name as sender.",
    "sender-name-and-address": "Enter the name together with the address.",
    "sender-text-has-options": "Return path, SPF and DKIM are for mails.",
    "sender-wrong-provider-of-mails": ({ provider }) => `${provider} sends no mails. Choose another provider.`,
    "sender-wrong-provider-of-texts": ({ provider }) => `${provider} sends no text messages. Choose another provider.`,
    "sender-without-settings": "Enter the provider's settings.",
    "sender-from-of-mails": "The number or name of the sender is for text messages.",
    "sender-without-tls": "Choose TLS or STARTTLS: without it, the password could be read on its way.",
    "sender-user-and-password": "Enter the user name together with the password.",
    "sender-port": ({ allowed }) => `The port must be one of ${allowed}. Most providers use 587 or 465.`,
    "sender-options-of-installation":
      "Return path, SPF and DKIM belong to a provider of your own, and your mails go through that of the installation. Leave them empty, and ask the operator about DNS records; or enter your own provider.",
    "sender-tests-to-members": "Messages of a test shop go only to its members.",
    "keys-limit": ({ max }) => `A shop has at most ${max} keys that work. Revoke one first.`,
    "connectors-limit": ({ max }) => `A shop has at most ${max} connectors. Remove one that does not run any more.`,
    "endpoints-limit": ({ max }) => `A shop has at most ${max} webhooks. Delete one that is not used.`,
    "connections-limit": ({ max }) => `A shop has at most ${max} marketing tools. Disconnect one first.`,
    "klaviyo-connected": "Klaviyo is connected already. Change that connection, or disconnect it first.",
    "marketing-klaviyo-key": "Enter a private API key of Klaviyo. It begins with pk_.",
    "marketing-needs-field": ({ tool, field }) => `${tool} needs ${field}.`,
    "marketing-not-for-tool": ({ tool, field }) => `${field} is not for ${tool}.`,
    "members-limit": ({ max }) => `There can be at most ${max} members. Remove one first.`,
    "key-replaced": ({ until }, formats) =>
      `This key was replaced already and ends on ${formats.time(until)}. Replace the key that replaced it.`,
    "secret-rotating": ({ until }, formats) =>
      `The secret before the last one still signs${until ? ` until ${formats.time(until)}` : ""}. Wait until then, or end it at once.`,
    "cannot-send": ({ what }) =>
      `This installation cannot send ${what}. Ask its operator, or set up a sender of your own.`,
    "compiler-missing": "The compiler for messages is not installed. Ask the operator to install it.",
    "compiler-slow": "The message took too long to compile. Make it shorter, or try again.",
    "compiler-failed": "The compiler for messages failed. Try again, or ask the operator to look at its installation.",
    "templates-slow": ({ seconds }) =>
      `Your shop's messages take long to write, and other shops are waiting. Try again in ${seconds} seconds, or make the message simpler.`,
  },
  de: {
    "value-missing": ({ field }) => `Es fehlt „${field}“.`,
    "spending-without-price": ({ min }) =>
      `Ein Ausgabenlimit für SMS braucht einen Preis von mindestens ${min} je SMS. Setzen Sie beides, oder keines.`,
    "too-many-compiles":
      "Es werden schon zu viele Nachrichten Ihres Shops übersetzt. Warten Sie darauf und versuchen Sie es noch einmal.",
    "too-many-renders":
      "Es werden schon zu viele Nachrichten Ihres Shops geschrieben. Versuchen Sie es in einem Augenblick noch einmal.",
    "too-many-replays":
      "Es laufen schon zu viele Vergleiche mit früherem Nachschub. Warten Sie darauf und versuchen Sie es noch einmal.",
    "company-sign-in":
      "Die Anmeldung Ihrer Firma ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal, oder melden Sie sich mit einem Link an.",
    "value-boolean": ({ field }) => `„${field}“ muss true oder false sein.`,
    "value-object": ({ field }) => `„${field}“ muss ein JSON-Objekt sein.`,
    "value-integer-between": ({ field, min, max }) => `„${field}“ muss eine ganze Zahl von ${min} bis ${max} sein.`,
    "value-integer": ({ field }) => `„${field}“ muss eine ganze Zahl sein.`,
    "value-number-between": ({ field, min, max }) => `„${field}“ muss eine Zahl von ${min} bis ${max} sein.`,
    "value-number": ({ field }) => `„${field}“ muss eine Zahl sein.`,
    "value-list-up-to": ({ field, max }) => `„${field}“ darf höchstens ${max} Einträge haben.`,
    "value-list-at-least": ({ field, min }) => `„${field}“ muss mindestens ${min} Einträge haben.`,
    "value-list-between": ({ field, min, max }) => `„${field}“ muss ${min} bis ${max} Einträge haben.`,
    "value-text-up-to": ({ field, max }) => `„${field}“ darf höchstens ${max} Zeichen haben.`,
    "value-text-between": ({ field, min, max }) => `„${field}“ muss ${min} bis ${max} Zeichen haben.`,
    "value-not-empty": ({ field }) => `„${field}“ darf nicht leer sein.`,
    "value-text": ({ field }) => `„${field}“ muss ein Text sein.`,
    "value-like": ({ field, example }) => `„${field}“ muss aussehen wie ${example.replaceAll(" or ", " oder ")}.`,
    "value-one-of": ({ field, allowed }) => `„${field}“ muss eines davon sein: ${allowed}.`,
    "value-is": ({ field, value }) => `„${field}“ muss ${value} sein.`,
    "setting-of-operator": ({ field }) => `„${field}“ ist eine Einstellung des Betreibers. Bitten Sie ihn darum.`,
    "unknown-setting": ({ field, suggestion }) =>
      `Die Einstellung „${field}“ gibt es nicht.${suggestion ? ` Meinten Sie „${suggestion}“?` : ""}`,
    "unknown-element-word": ({ field, suggestion }) =>
      `Den Text „${field}“ haben die Elemente nicht.${suggestion ? ` Meinten Sie „${suggestion}“?` : ""}`,
    "element-words-too-long": ({ max }) =>
      `Die Texte der Elemente dürfen in allen Sprachen zusammen höchstens ${max} Zeichen haben.`,
    "no-setting": "Es wurde nichts geändert.",
    "repeated-market": ({ market }) => `Es gibt zwei Märkte „${market}“. Geben Sie jedem einen eigenen Namen.`,
    "wrong-origin": ({ origin, example }) =>
      `${origin} ist keine Herkunft, wie Browser sie senden. Sie sieht aus wie ${example}.`,
    "url-not-absolute": ({ field, max }) =>
      `${inField(field)}Die URL muss vollständig sein und darf höchstens ${max} Zeichen haben.`,
    "url-with-login": ({ field }) => `${inField(field)}Die URL darf weder Benutzernamen noch Passwort enthalten.`,
    "url-with-fragment": ({ field }) => `${inField(field)}Die URL darf keinen Anker (#…) haben.`,
    "url-not-https": ({ field }) => `${inField(field)}Die URL muss mit https:// beginnen.`,
    "url-port": ({ field }) => `${inField(field)}Der Port der URL muss 443 oder 8443 sein.`,
    "url-too-long": ({ max }) => `Die URL darf höchstens ${max} Zeichen haben.`,
    "host-not-full": ({ field }) =>
      `${inField(field)}Der Host muss im öffentlichen Internet liegen und mit vollem Namen angegeben sein, etwa api.example.com.`,
    "address-not-public": ({ field, address }) =>
      `${inField(field)}Die Adresse ${address} liegt nicht im öffentlichen Internet und wird deshalb nicht aufgerufen.`,
    "port-not-allowed": ({ field }) =>
      `${inField(field)}Dieser Port oder eine Verbindung ohne TLS ist für einen Host im Internet nicht erlaubt.`,
    "host-not-public": ({ field, host }) =>
      `${inField(field)}${host} liegt nicht im öffentlichen Internet und wird deshalb nicht aufgerufen.`,
    "sender-text-has-address":
      "Name und Adresse gelten für E-Mails. SMS haben eine Nummer oder einen Namen als Absender.",
    "sender-name-and-address": "Geben Sie den Namen zusammen mit der Adresse ein.",
    "sender-text-has-options": "Rückläufer-Adresse, SPF und DKIM gelten für E-Mails.",
    "sender-wrong-provider-of-mails": ({ provider }) =>
      `${provider} verschickt keine E-Mails. Wählen Sie einen anderen Anbieter.`,
    "sender-wrong-provider-of-texts": ({ provider }) =>
      `${provider} verschickt keine SMS. Wählen Sie einen anderen Anbieter.`,
    "sender-without-settings": "Geben Sie die Zugangsdaten des Anbieters ein.",
    "sender-from-of-mails": "Nummer oder Name des Absenders gelten für SMS.",
    "sender-without-tls": "Wählen Sie TLS oder STARTTLS: Ohne sie könnte das Passwort unterwegs mitgelesen werden.",
    "sender-user-and-password": "Geben Sie den Benutzernamen zusammen mit dem Passwort ein.",
    "sender-port": ({ allowed }) =>
      `Der Port muss einer von diesen sein: ${allowed}. Die meisten Anbieter nutzen 587 oder 465.`,
    "sender-options-of-installation":
      "Rückläufer-Adresse, SPF und DKIM gehören zu einem eigenen Anbieter, und Ihre E-Mails gehen über den der Installation. Lassen Sie die Felder leer und fragen Sie den Betreiber nach DNS-Einträgen, oder geben Sie einen eigenen Anbieter an.",
    "sender-tests-to-members": "Nachrichten eines Testshops gehen nur an seine Mitglieder.",
    "keys-limit": ({ max }) => `Ein Shop hat höchstens ${max} gültige Schlüssel. Widerrufen Sie zuerst einen.`,
    "connectors-limit": ({ max }) =>
      `Ein Shop hat höchstens ${max} Konnektoren. Entfernen Sie einen, der nicht mehr läuft.`,
    "endpoints-limit": ({ max }) =>
      `Ein Shop hat höchstens ${max} Webhooks. Löschen Sie einen, der nicht gebraucht wird.`,
    "connections-limit": ({ max }) => `Ein Shop hat höchstens ${max} Marketing-Dienste. Trennen Sie zuerst einen.`,
    "klaviyo-connected": "Klaviyo ist schon verbunden. Ändern Sie diese Verbindung, oder trennen Sie sie zuerst.",
    "marketing-klaviyo-key": "Geben Sie einen privaten API-Schlüssel von Klaviyo ein. Er beginnt mit pk_.",
    "marketing-needs-field": ({ tool, field }) => `${tool} braucht ${field}.`,
    "marketing-not-for-tool": ({ tool, field }) => `${field} gehört nicht zu ${tool}.`,
    "members-limit": ({ max }) => `Es kann höchstens ${max} Mitglieder geben. Entfernen Sie zuerst eines.`,
    "key-replaced": ({ until }, formats) =>
      `Dieser Schlüssel wurde schon ersetzt und endet am ${formats.time(until)}. Ersetzen Sie seinen Nachfolger.`,
    "secret-rotating": ({ until }, formats) =>
      `Das vorige Geheimnis signiert noch${until ? ` bis ${formats.time(until)}` : ""}. Warten Sie so lange, oder beenden Sie es sofort.`,
    "cannot-send": ({ what }) =>
      `Diese Installation kann keine ${whatDe(what)} verschicken. Fragen Sie den Betreiber, oder richten Sie einen eigenen Absender ein.`,
    "compiler-missing": "Der Compiler für Nachrichten ist nicht installiert. Bitten Sie den Betreiber darum.",
    "compiler-slow":
      "Das Übersetzen der Nachricht dauerte zu lange. Kürzen Sie sie, oder versuchen Sie es noch einmal.",
    "compiler-failed":
      "Der Compiler für Nachrichten ist fehlgeschlagen. Versuchen Sie es noch einmal, oder bitten Sie den Betreiber, ihn zu prüfen.",
    "templates-slow": ({ seconds }) =>
      `Die Nachrichten Ihres Shops brauchen lange, und andere Shops warten. Versuchen Sie es in ${seconds} Sekunden noch einmal, oder vereinfachen Sie die Nachricht.`,
  },
});
