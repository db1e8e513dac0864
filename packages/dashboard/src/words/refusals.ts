import { defineWords } from "./words.ts";

/** What a person can do about a failed call, by its type in docs/errors.md, if its text in common.ts is missing. Pages load them
 *  when they are needed. Some answers say more, which is in refusal-texts.ts. */
export const refusals = defineWords({
  en: {
    "request-timeout": "The request took too long. Try again.",

    "invalid-token": "This link is too old, or was used already. Ask for a new one.",
    "invalid-password": "The password is wrong.",
    "password-too-short": "The password is too short. Choose a longer one.",
    "password-too-long": "The password is too long. Choose a shorter one.",
    "open-a-store": "You are a member of several stores. Open one of them first.",
    "no-store": "You are not a member of this store. Ask one of its owners to invite you.",
    "members-only": "Only members of the store may do this: each chooses for themselves.",
    "operators-only": "Only operators of this installation may do this.",
    "no-organisation":
      "An older version created this store, and it has no members yet. Ask the operator to add the first.",
    "last-owner": "Somebody must be an owner. Make another member an owner first.",
    "unknown-member": "The store has no member with this address.",
    "unknown-store": "There is no such store.",
    "samples-by-operator": "This installation cannot make sample data. Ask its operator to show you the demo shop.",
    "limit-reached": "You have reached a limit. Remove something first.",

    "changed-meanwhile": "Somebody has changed this since you read it. Look at it again, and repeat your change.",
    "invalid-setting": "Keepsake does not accept this setting. Check what you entered.",
    "invalid-parameter": "Keepsake does not accept what you entered. Check it.",
    "missing-parameter": "Something is missing. Check what you entered.",
    "invalid-range": "These days do not fit together. Choose others.",
    "invalid-text": "The text has characters that cannot be stored.",
    "invalid-value": "Keepsake cannot store this value. Check its characters and its length.",
    "invalid-email": "This is not a valid mail address.",
    "invalid-phone": "This is not a valid phone number. Begin with + and the country code.",
    "invalid-medium": "Choose mail or text message.",
    "invalid-id": "This is not a valid id of a product or variant.",
    "invalid-topics": "There is no such kind of alert.",
    "invalid-cursor": "This list has changed. Load the page again.",
    "invalid-json": "Keepsake could not read what the page sent. Load the page again.",
    "invalid-request": "Keepsake could not read what the page sent. Load the page again.",
    "invalid-idempotency-key": "Keepsake could not read what the page sent. Load the page again.",
    "unsupported-content-type": "Keepsake could not read what the page sent. Load the page again.",
    "body-too-large": "This is too large. Send less at once.",
    "unknown-route": "This version of Keepsake does not have this call. Load the page again.",
    "idempotency-key-in-progress": "This is being done already. Wait a moment, then load the page again.",
    "idempotency-key-reused": "This was done already, with other values. Load the page again.",

    "unknown-key": "There is no such key, or it was revoked.",
    "key-replaced": "This key was replaced already. Replace the key that replaced it.",

    "missing-person": "Nobody is named. Search for the person again.",
    "unknown-person": "The store knows nobody with this address.",
    "unknown-subscription": "This person never signed up for this.",
    "nothing-to-confirm": "No sign-up of this person waits for a confirmation. Let them sign up again.",
    "too-many-confirmations": "Enough confirmations were sent today. Try again tomorrow.",
    "erasure-log-failed":
      "The log of erasures cannot be written. The person gets no more messages, and is erased as soon as it works again. Tell the operator.",

    "unknown-variant": "Keepsake does not know this product. Check its id, or let your shop report it.",
    "unknown-market": "The store has no market of this name. Check its spelling, or add it under Connections.",
    "unknown-plan": "There is no such plan. It may be older than your store keeps its history.",
    "nobody-waits": "Nobody waits for this, so there is nothing to send.",

    "invalid-template": "The message has mistakes. Correct them, then try again.",
    "half-a-message": "A message needs a subject and a text.",
    "missing-to": "Enter the address that the test goes to.",
    "not-a-member": "Test mails go only to members of the store. Enter the address of one, or invite the person first.",
    "unknown-version": "There is no such version any more. The last fifty are kept.",

    "invalid-sender": "These settings of the sender do not fit together. Check them.",
    "no-sender-address": "The store has no address of its own yet. Enter the sender's name and address first.",
    "invalid-sender-code": "This is not the code that was mailed to the sender's address. Check the digits.",
    "too-many-codes": "Five codes were mailed to this address today. Use the newest, or try again tomorrow.",

    "invalid-url": "This address cannot be used. It begins with https:// and is on the public internet.",
    "invalid-events": "There is no such event. Choose others.",
    "nothing-to-replay": "Choose what is sent again: from an event up to a later one.",
    "secret-rotating": "The secret before the last one still signs. Wait until it ends.",
    "endpoint-disabled": "The webhook is disabled. Enable it first.",
    "replay-running": "A replay is still running. Wait until it has ended.",
    "unknown-endpoint": "There is no such webhook. It may have been deleted.",
    "unknown-delivery": "This delivery is no longer kept. Replay a range of events instead.",
    "invalid-access": "These details do not fit the tool. Check them.",
    "klaviyo-connected": "Klaviyo is connected already. Change that connection, or disconnect it first.",
    "unknown-connection": "This connection does not exist. Maybe it was disconnected.",
    "too-many-streams": "Too many pages follow what happens live. Close one of them.",
  },
  de: {
    "request-timeout": "Die Anfrage dauerte zu lange. Versuchen Sie es noch einmal.",

    "invalid-token": "Dieser Link ist zu alt oder wurde schon benutzt. Lassen Sie sich einen neuen schicken.",
    "invalid-password": "Das Passwort stimmt nicht.",
    "password-too-short": "Das Passwort ist zu kurz. Wählen Sie ein längeres.",
    "password-too-long": "Das Passwort ist zu lang. Wählen Sie ein kürzeres.",
    "open-a-store": "Sie sind Mitglied mehrerer Shops. Öffnen Sie zuerst einen davon.",
    "no-store": "Sie sind kein Mitglied dieses Shops. Bitten Sie einen Inhaber um eine Einladung.",
    "members-only": "Das dürfen nur Mitglieder des Shops: Jeder entscheidet für sich selbst.",
    "operators-only": "Das dürfen nur Betreiber dieser Installation.",
    "no-organisation":
      "Dieser Shop wurde von einer älteren Version angelegt und hat noch keine Mitglieder. Bitten Sie den Betreiber, das erste hinzuzufügen.",
    "last-owner": "Jemand muss Inhaber sein. Machen Sie zuerst ein anderes Mitglied zum Inhaber.",
    "unknown-member": "Der Shop hat kein Mitglied mit dieser Adresse.",
    "unknown-store": "Diesen Shop gibt es nicht.",
    "samples-by-operator":
      "Diese Installation kann keine Beispieldaten anlegen. Lassen Sie sich vom Betreiber den Demo-Shop zeigen.",
    "limit-reached": "Ein Limit ist erreicht. Entfernen Sie zuerst etwas.",

    "changed-meanwhile":
      "Jemand hat das inzwischen geändert. Sehen Sie es sich noch einmal an und wiederholen Sie Ihre Änderung.",
    "invalid-setting": "Diese Einstellung nimmt Keepsake nicht an. Prüfen Sie Ihre Eingabe.",
    "invalid-parameter": "Ihre Eingabe nimmt Keepsake nicht an. Prüfen Sie sie.",
    "missing-parameter": "Es fehlt etwas. Prüfen Sie Ihre Eingabe.",
    "invalid-range": "Diese Tage passen nicht zusammen. Wählen Sie andere.",
    "invalid-text": "Der Text enthält Zeichen, die sich nicht speichern lassen.",
    "invalid-value": "Diesen Wert kann Keepsake nicht speichern. Prüfen Sie seine Zeichen und seine Länge.",
    "invalid-email": "Das ist keine gültige E-Mail-Adresse.",
    "invalid-phone": "Das ist keine gültige Telefonnummer. Beginnen Sie mit + und der Landesvorwahl.",
    "invalid-medium": "Wählen Sie E-Mail oder SMS.",
    "invalid-id": "Das ist keine gültige Nummer eines Produkts oder einer Variante.",
    "invalid-topics": "Diese Art von Benachrichtigung gibt es nicht.",
    "invalid-cursor": "Diese Liste hat sich geändert. Laden Sie die Seite neu.",
    "invalid-json": "Keepsake konnte nicht lesen, was die Seite gesendet hat. Laden Sie die Seite neu.",
    "invalid-request": "Keepsake konnte nicht lesen, was die Seite gesendet hat. Laden Sie die Seite neu.",
    "invalid-idempotency-key": "Keepsake konnte nicht lesen, was die Seite gesendet hat. Laden Sie die Seite neu.",
    "unsupported-content-type": "Keepsake konnte nicht lesen, was die Seite gesendet hat. Laden Sie die Seite neu.",
    "body-too-large": "Das ist zu groß. Senden Sie weniger auf einmal.",
    "unknown-route": "Diesen Aufruf gibt es in dieser Version von Keepsake nicht. Laden Sie die Seite neu.",
    "idempotency-key-in-progress":
      "Das wird gerade schon erledigt. Warten Sie einen Augenblick und laden Sie die Seite neu.",
    "idempotency-key-reused": "Das wurde schon erledigt, mit anderen Werten. Laden Sie die Seite neu.",

    "unknown-key": "Diesen Schlüssel gibt es nicht, oder er wurde widerrufen.",
    "key-replaced": "Dieser Schlüssel wurde schon ersetzt. Ersetzen Sie seinen Nachfolger.",

    "missing-person": "Es ist keine Person genannt. Suchen Sie noch einmal nach ihr.",
    "unknown-person": "Der Shop kennt niemanden mit dieser Adresse.",
    "unknown-subscription": "Diese Person hat sich dafür nie angemeldet.",
    "nothing-to-confirm":
      "Keine Anmeldung dieser Person wartet auf eine Bestätigung. Sie muss sich noch einmal anmelden.",
    "too-many-confirmations": "Für heute wurden genug Bestätigungen verschickt. Versuchen Sie es morgen noch einmal.",
    "erasure-log-failed":
      "Das Löschprotokoll lässt sich nicht schreiben. Die Person bekommt nichts mehr und wird gelöscht, sobald es wieder geht. Sagen Sie dem Betreiber Bescheid.",

    "unknown-variant":
      "Dieses Produkt kennt Keepsake nicht. Prüfen Sie seine Nummer, oder lassen Sie es von Ihrem Shop melden.",
    "unknown-market":
      "Der Shop hat keinen Markt dieses Namens. Prüfen Sie die Schreibweise, oder legen Sie ihn unter Verbindungen an.",
    "unknown-plan": "Diesen Plan gibt es nicht. Vielleicht ist er älter, als Ihr Shop seinen Verlauf aufbewahrt.",
    "nobody-waits": "Darauf wartet niemand. Es gibt also nichts zu verschicken.",

    "invalid-template": "Die Nachricht enthält Fehler. Korrigieren Sie sie und versuchen Sie es noch einmal.",
    "half-a-message": "Eine Nachricht braucht einen Betreff und einen Text.",
    "missing-to": "Geben Sie die Adresse ein, an die der Test gehen soll.",
    "not-a-member":
      "Tests gehen nur an Mitglieder des Shops. Geben Sie die Adresse eines Mitglieds ein, oder laden Sie die Person zuerst ein.",
    "unknown-version": "Diese Fassung gibt es nicht mehr. Die letzten fünfzig werden aufbewahrt.",

    "invalid-sender": "Diese Angaben zum Absender passen nicht zusammen. Prüfen Sie sie.",
    "no-sender-address": "Der Shop hat noch keine eigene Adresse. Geben Sie zuerst Name und Adresse des Absenders ein.",
    "invalid-sender-code":
      "Das ist nicht der Code, der an die Adresse des Absenders geschickt wurde. Prüfen Sie die Ziffern.",
    "too-many-codes":
      "Heute gingen schon fünf Codes an diese Adresse. Nehmen Sie den neuesten, oder versuchen Sie es morgen noch einmal.",

    "invalid-url":
      "Diese Adresse lässt sich nicht verwenden. Sie beginnt mit https:// und liegt im öffentlichen Internet.",
    "invalid-events": "Dieses Ereignis gibt es nicht. Wählen Sie andere.",
    "nothing-to-replay": "Wählen Sie, was noch einmal gesendet wird: von einem Ereignis bis zu einem späteren.",
    "secret-rotating": "Das vorige Geheimnis signiert noch. Warten Sie, bis es endet.",
    "endpoint-disabled": "Der Webhook ist abgeschaltet. Schalten Sie ihn zuerst ein.",
    "replay-running": "Eine Wiederholung läuft noch. Warten Sie, bis sie fertig ist.",
    "unknown-endpoint": "Diesen Webhook gibt es nicht. Vielleicht wurde er gelöscht.",
    "unknown-delivery":
      "Diese Sendung wird nicht mehr aufbewahrt. Wiederholen Sie stattdessen einen Bereich von Ereignissen.",
    "invalid-access": "Diese Angaben passen nicht zum Dienst. Prüfen Sie sie.",
    "klaviyo-connected": "Klaviyo ist schon verbunden. Ändern Sie diese Verbindung, oder trennen Sie sie zuerst.",
    "unknown-connection": "Diese Verbindung gibt es nicht. Vielleicht wurde sie getrennt.",
    "too-many-streams": "Zu viele Seiten verfolgen live, was geschieht. Schließen Sie eine davon.",
  },
});
