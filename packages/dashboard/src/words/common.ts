import { defineWords } from "./words.ts";

/** Words that many pages use. */
export const common = defineWords({
  en: {
    cancel: "Cancel",
    close: "Close",
    save: "Save",
    saved: "Saved",
    copy: "Copy",
    copied: "Copied",
    copyCurl: "Copy as curl",
    tryAgain: "Try again",
    more: "Show more",
    csv: "Download CSV",
    back: "Back",
    skip: "Skip",
    next: "Next",
    done: "Done",
    remove: "Remove",
    change: "Change",
    loading: "Loading",
    none: "none",
    never: "never",
    unknown: "unknown",
    asOf: (ago: string) => `Figures as of ${ago}`,
    /** A text of the service that has no translation. */
    answered: (text: string) => text,
    typeToConfirm: (text: string) => `Type “${text}” to confirm`,
    readOnly: "Your role may look at this, not change it.",
    roles: { owner: "Owner", manager: "Manager", support: "Support", viewer: "Viewer" },
  },
  de: {
    cancel: "Abbrechen",
    close: "Schließen",
    save: "Speichern",
    saved: "Gespeichert",
    copy: "Kopieren",
    copied: "Kopiert",
    copyCurl: "Als curl kopieren",
    tryAgain: "Noch einmal versuchen",
    more: "Mehr anzeigen",
    csv: "CSV herunterladen",
    back: "Zurück",
    skip: "Überspringen",
    next: "Weiter",
    done: "Fertig",
    remove: "Entfernen",
    change: "Ändern",
    loading: "Wird geladen",
    none: "keine",
    never: "nie",
    unknown: "unbekannt",
    asOf: (ago: string) => `Zahlen: ${ago}`,
    answered: (text: string) => `Das hat nicht geklappt. Keepsake antwortet: „${text}“`,
    typeToConfirm: (text: string) => `Zur Bestätigung „${text}“ eingeben`,
    readOnly: "Ihre Rolle darf dies ansehen, aber nicht ändern.",
    roles: { owner: "Inhaber", manager: "Verwaltung", support: "Kundendienst", viewer: "Nur ansehen" },
  },
});

/** What a person can do about a failed call, by its type in docs/errors.md. Every page has these; the others are in
 *  refusals.ts. */
export const failures = defineWords({
  en: {
    "no-connection": "Keepsake did not answer. Check your connection, then try again.",
    internal: "Something went wrong on our side. Try again, and send the request id to the operator if it stays.",
    unavailable: "This does not work at the moment. Try again in a moment.",
    overloaded: "Keepsake is busy. Try again in a moment.",
    "rate-limited": "Too many requests. Try again in a minute.",
    "too-many-requests": "Too many requests. Try again in a minute.",
    "missing-scope": "Your role may not do this. Ask an owner of the store.",
    "step-up-needed": "Nothing was done, because you did not confirm that it is you.",
    "wrong-origin": "Another tab has opened another store. Load this page again to go on in that one.",
    "not-signed-in": "Your session has ended. Sign in again.",
    "second-factor-needed": "Your account has an app. Enter its code, or sign in with a passkey.",
    "wrong-password":
      "The address or the password is wrong, or there were too many tries. Wait 15 minutes, or ask for a login link.",
    "wrong-code":
      "The code is wrong, or there were too many tries. Wait for the next code of your app, or for 15 minutes.",
    "wrong-passkey": "The passkey does not fit, or you have added it already. Begin again, or take another.",
  },
  de: {
    "no-connection": "Keepsake hat nicht geantwortet. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
    internal:
      "Bei uns ist etwas schiefgegangen. Versuchen Sie es noch einmal; bleibt es so, nennen Sie dem Betreiber die Nummer der Anfrage.",
    unavailable: "Das geht gerade nicht. Versuchen Sie es in einem Augenblick noch einmal.",
    overloaded: "Keepsake ist ausgelastet. Versuchen Sie es in einem Augenblick noch einmal.",
    "rate-limited": "Zu viele Anfragen. Versuchen Sie es in einer Minute noch einmal.",
    "too-many-requests": "Zu viele Anfragen. Versuchen Sie es in einer Minute noch einmal.",
    "missing-scope": "Ihre Rolle darf das nicht. Fragen Sie einen Inhaber des Shops.",
    "step-up-needed": "Es wurde nichts getan, weil Sie nicht bestätigt haben, dass Sie es sind.",
    "wrong-origin":
      "In einem anderen Tab wurde ein anderer Shop geöffnet. Laden Sie diese Seite neu, um dort weiterzumachen.",
    "not-signed-in": "Ihre Sitzung ist zu Ende. Melden Sie sich noch einmal an.",
    "second-factor-needed":
      "Ihr Konto ist mit einer App geschützt. Geben Sie deren Code ein, oder melden Sie sich mit einem Passkey an.",
    "wrong-password":
      "Adresse oder Passwort stimmt nicht, oder es waren zu viele Versuche. Warten Sie 15 Minuten, oder lassen Sie sich einen Anmeldelink schicken.",
    "wrong-code":
      "Der Code stimmt nicht, oder es waren zu viele Versuche. Warten Sie auf den nächsten Code Ihrer App, oder 15 Minuten.",
    "wrong-passkey":
      "Der Passkey passt nicht, oder Sie haben ihn schon hinzugefügt. Beginnen Sie noch einmal, oder nehmen Sie einen anderen.",
  },
});
