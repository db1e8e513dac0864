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
    typeToConfirm: (text: string) => `Zur Bestätigung „${text}“ eingeben`,
    readOnly: "Ihre Rolle darf dies ansehen, aber nicht ändern.",
    roles: { owner: "Inhaber", manager: "Verwaltung", support: "Kundendienst", viewer: "Nur ansehen" },
  },
});

/** What a person can do about a failed call, by its type in docs/errors.md. The text of the service, in English, stands for all others. */
export const failures = defineWords<{ readonly [type: string]: string }>({
  en: {
    "no-connection": "Keepsake did not answer. Check your connection, then try again.",
    "missing-scope": "Your role may not do this. Ask an owner of the store.",
    "step-up-needed": "Nothing was done, because you did not confirm that it is you.",
    "wrong-origin": "Another tab has opened another store. Load this page again to go on in that one.",
    internal: "Something went wrong on our side. Try again, and send the request id to the operator if it stays.",
  },
  de: {
    "no-connection": "Keepsake hat nicht geantwortet. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
    "missing-scope": "Ihre Rolle darf das nicht. Fragen Sie einen Inhaber des Shops.",
    "step-up-needed": "Es wurde nichts getan, weil Sie nicht bestätigt haben, dass Sie es sind.",
    "wrong-origin":
      "In einem anderen Tab wurde ein anderer Shop geöffnet. Laden Sie diese Seite neu, um dort weiterzumachen.",
    internal:
      "Bei uns ist etwas schiefgegangen. Versuchen Sie es noch einmal; bleibt es so, nennen Sie dem Betreiber die Nummer der Anfrage.",
    "not-signed-in": "Ihre Sitzung ist zu Ende. Melden Sie sich noch einmal an.",
    "wrong-password":
      "Adresse oder Passwort stimmt nicht, oder es waren zu viele Versuche. Warten Sie 15 Minuten, oder lassen Sie sich einen Anmeldelink schicken.",
    "wrong-code":
      "Der Code stimmt nicht, oder es waren zu viele Versuche. Warten Sie auf den nächsten Code Ihrer App, oder 15 Minuten.",
    "too-many-requests": "Zu viele Anfragen. Versuchen Sie es in einer Minute noch einmal.",
    unavailable: "Das geht gerade nicht. Versuchen Sie es in einem Augenblick noch einmal.",
  },
});
