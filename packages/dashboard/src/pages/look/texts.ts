import { defineWords } from "../../words/words.ts";

export const texts = defineWords({
  en: {
    title: "Look",
    lead: "Your shop's name, colour, logo and language, in mails, on the pages that Keepsake shows, and in the elements of your shop.",
    shop: "Your shop",
    name: "Name, as shoppers know it",
    url: "Address of the shop",
    urlHint: "It completes the links of products, such as /products/boots.",
    logo: "Address of the logo",
    logoHint: "It begins with https://. Mails and pages show it above the name, 40 pixels high.",
    color: "Colour",
    colorHint: "For buttons in mails and on pages.",
    noColor: "No colour: buttons are black",
    language: "Language",
    languageHint: "For shoppers whose language is unknown. Others get mails in theirs.",
    languages: { en: "English", de: "German", fr: "French" },
    wrongUrl: "Write it with https://, such as https://shop.example",
    wrongLogo: "Write it with https://, such as https://shop.example/logo.png",
    wrongColor: "Write it like #25524d",

    contrast: "Contrast",
    contrastGood: (onWhite: string, onDark: string) =>
      `Easy to see: ${onWhite} : 1 on white, ${onDark} : 1 in dark mode.`,
    tooLight: (ratio: string) =>
      `Hard to see on white (${ratio} : 1, needed are 3 : 1). Light mails and hosted pages use black instead; hearts and buttons in your own pages stay as you set them.`,
    tooDark: (ratio: string) =>
      `Hard to see in dark mode (${ratio} : 1, needed are 3 : 1). Dark mails and hosted pages use a light grey instead.`,

    buttons: "Buttons of your shop",
    buttonsLead: "How a heart and the notify-me button look with this colour.",
    onLight: "On a light page",
    onDark: "On a dark page",

    mail: "Mail",
    mailLead: "As a shopper gets it, with invented data.",
    mailTitle: "Preview of the mail",
    topic: "Message",
    topics: {
      backinstock: "Back in stock",
      pricedrop: "Cheaper",
      lowstock: "Nearly sold out",
      comingsoon: "Coming soon",
    },
    light: "Light",
    dark: "Dark",
    scheme: "Mode",
    noPreview: "Your role does not see the preview of mails.",

    elements: "Words and colour of the elements",
    elementsLead:
      "Hearts and buttons are part of your pages, so their words and colours are set there. Choose, then copy this below the script.",
    elementLanguage: "Start from",
    word: {
      notifyMe: "Button of a sold-out variant",
      notifyMeWaiting: "The same, for somebody who waits",
      notifyMeUnconfirmed: "The same, before the mail is confirmed",
      saveUntitled: "Heart",
      saved: "List of saved items",
      notSaved: "When saving fails",
    },
    copySnippet: "Copy for your pages",

    changes: "Not saved yet",
    from: (before: string, after: string) => `${before} → ${after}`,
    empty: "none",
    discard: "Discard",
    saved: "Saved. New mails and pages look like this within five seconds.",
    fields: { name: "Name", url: "Address", logo: "Logo", color: "Colour", language: "Language" },
  },
  de: {
    title: "Aussehen",
    lead: "Name, Farbe, Logo und Sprache Ihres Shops: in E-Mails, auf den Seiten, die Keepsake zeigt, und in den Elementen Ihres Shops.",
    shop: "Ihr Shop",
    name: "Name, wie Käufer ihn kennen",
    url: "Adresse des Shops",
    urlHint: "Sie ergänzt Links von Produkten wie /products/boots.",
    logo: "Adresse des Logos",
    logoHint: "Sie beginnt mit https://. E-Mails und Seiten zeigen es über dem Namen, 40 Pixel hoch.",
    color: "Farbe",
    colorHint: "Für Schaltflächen in E-Mails und auf Seiten.",
    noColor: "Keine Farbe: Schaltflächen sind schwarz",
    language: "Sprache",
    languageHint: "Für Käufer, deren Sprache unbekannt ist. Andere bekommen E-Mails in ihrer.",
    languages: { en: "Englisch", de: "Deutsch", fr: "Französisch" },
    wrongUrl: "Schreiben Sie sie mit https://, etwa https://shop.example",
    wrongLogo: "Schreiben Sie sie mit https://, etwa https://shop.example/logo.png",
    wrongColor: "Schreiben Sie sie wie #25524d",

    contrast: "Kontrast",
    contrastGood: (onWhite: string, onDark: string) =>
      `Gut zu sehen: ${onWhite} : 1 auf Weiß, ${onDark} : 1 im dunklen Modus.`,
    tooLight: (ratio: string) =>
      `Auf Weiß schlecht zu sehen (${ratio} : 1, nötig sind 3 : 1). Helle E-Mails und Seiten von Keepsake nehmen stattdessen Schwarz; Herzen und Schaltflächen in Ihren eigenen Seiten bleiben, wie Sie sie einstellen.`,
    tooDark: (ratio: string) =>
      `Im dunklen Modus schlecht zu sehen (${ratio} : 1, nötig sind 3 : 1). Dunkle E-Mails und Seiten von Keepsake nehmen stattdessen ein helles Grau.`,

    buttons: "Schaltflächen Ihres Shops",
    buttonsLead: "So sehen ein Herz und die Schaltfläche für Benachrichtigungen in dieser Farbe aus.",
    onLight: "Auf einer hellen Seite",
    onDark: "Auf einer dunklen Seite",

    mail: "E-Mail",
    mailLead: "So, wie ein Käufer sie bekommt, mit erfundenen Angaben.",
    mailTitle: "Vorschau der E-Mail",
    topic: "Nachricht",
    topics: {
      backinstock: "Wieder da",
      pricedrop: "Günstiger",
      lowstock: "Fast ausverkauft",
      comingsoon: "Kommt bald",
    },
    light: "Hell",
    dark: "Dunkel",
    scheme: "Modus",
    noPreview: "Ihre Rolle sieht die Vorschau der E-Mails nicht.",

    elements: "Wörter und Farbe der Elemente",
    elementsLead:
      "Herzen und Schaltflächen gehören zu Ihren Seiten, deshalb stehen ihre Wörter und Farben dort. Wählen Sie und kopieren Sie dies unter das Skript.",
    elementLanguage: "Ausgehen von",
    word: {
      notifyMe: "Schaltfläche einer ausverkauften Variante",
      notifyMeWaiting: "Dieselbe, für jemanden, der wartet",
      notifyMeUnconfirmed: "Dieselbe, vor der Bestätigung der E-Mail",
      saveUntitled: "Herz",
      saved: "Liste der gemerkten Artikel",
      notSaved: "Wenn das Merken scheitert",
    },
    copySnippet: "Für Ihre Seiten kopieren",

    changes: "Noch nicht gespeichert",
    from: (before: string, after: string) => `${before} → ${after}`,
    empty: "keine Angabe",
    discard: "Verwerfen",
    saved: "Gespeichert. Neue E-Mails und Seiten sehen binnen fünf Sekunden so aus.",
    fields: { name: "Name", url: "Adresse", logo: "Logo", color: "Farbe", language: "Sprache" },
  },
});
