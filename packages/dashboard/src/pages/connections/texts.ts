import { defineWords } from "../../words/words.ts";

export const texts = defineWords({
  en: {
    title: "Connections",
    lead: "What your shop and Keepsake tell each other, and with which keys and addresses.",
    tabs: { overview: "Overview", keys: "Keys", senders: "Senders", webhooks: "Webhooks", marketing: "Marketing" },
    tabsLabel: "Parts of this page",
    notForYou: "Your role does not have this page",
    ownersOnly: "Only owners of the store see and change its API keys. Ask an owner.",
    managersOnly: "Owners and managers see and change webhooks. Ask one of them.",
    stored: "I have stored it",
    secretOnce: "It is shown only now. Store it where your program reads its secrets.",
    secret: "Secret",

    script: "Script",
    scriptLead: "Put it into the head of every page of your shop.",
    scriptAccounts:
      "Does your shop have customer accounts? Add data-token, which says who is logged in: docs/integrate.md, step 4.",
    copyTag: "Copy the tag",
    seen: "Seen",
    waitingForScript: "Waiting for the first page with it",
    scriptLast: (ago: string) => `Last call ${ago}.`,
    scriptWaiting: "Open a page of your shop that has the script. This turns green by itself within seconds.",
    pagesSeen: "Where the script was seen",
    origin: "Origin",
    firstSeen: "First",
    lastSeen: "Last",

    reports: "Reports from your server",
    reportsLead: "Alerts need your stock. Prices and names come with your products, and revenue with your orders.",
    report: "What",
    lastReport: "Last report",
    by: "With the key",
    stock: "Stock",
    catalogue: "Products and prices",
    orders: "Orders",
    saves: "Saved items, by shoppers",
    noReport: "not yet",
    member: "a member",
    late: (hours: number) => `No stock for ${hours} hours: alerts may go out late.`,
    stockExample: "Report stock",
    stockExampleText: "PID is the id of your store, KEY an API key with the scope “catalog”. For your store, PID is",

    origins: "Pages that may call",
    originsLead: "A browser tells from which site a call comes. Calls from other sites are refused.",
    anyOrigin: "Any site may call",
    anyOriginText:
      "Keepsake answers calls from pages of any site that knows your store's id. Add the origin of your shop, and only the origins of this list may call.",
    allowSeen: (count: number) => (count === 1 ? "Allow only the one seen" : `Allow only the ${count} seen`),
    newOrigin: "Origin, such as https://shop.example",
    add: "Add",
    firstOriginWarning:
      "From then on only this origin may call. Add each of your shop's domains, also the one with www.",
    removeOrigin: (origin: string) => `Remove ${origin}`,
    removeTitle: "Remove an origin",
    removeText: (origin: string) => `Hearts, lists and sign-ups stop working on pages of ${origin} within seconds.`,
    removeLast: "It is the last of the list: afterwards pages of any site may call.",
  },
  de: {
    title: "Verbindungen",
    lead: "Was Ihr Shop und Keepsake einander mitteilen, und mit welchen Schlüsseln und Adressen.",
    tabs: {
      overview: "Übersicht",
      keys: "Schlüssel",
      senders: "Absender",
      webhooks: "Webhooks",
      marketing: "Marketing",
    },
    tabsLabel: "Teile dieser Seite",
    notForYou: "Ihre Rolle hat diese Seite nicht",
    ownersOnly: "Nur Inhaber des Shops sehen und ändern die API-Schlüssel. Fragen Sie einen Inhaber.",
    managersOnly: "Inhaber und Verwaltung sehen und ändern Webhooks. Fragen Sie dort nach.",
    stored: "Ich habe es gespeichert",
    secretOnce: "Es wird nur jetzt gezeigt. Legen Sie es dort ab, wo Ihr Programm seine Geheimnisse liest.",
    secret: "Geheimnis",

    script: "Skript",
    scriptLead: "Setzen Sie es in den Kopf jeder Seite Ihres Shops.",
    scriptAccounts:
      "Hat Ihr Shop Kundenkonten? Ergänzen Sie data-token, das sagt, wer angemeldet ist: docs/integrate.md, Schritt 4.",
    copyTag: "Tag kopieren",
    seen: "Gesehen",
    waitingForScript: "Wartet auf die erste Seite damit",
    scriptLast: (ago: string) => `Letzter Aufruf ${ago}.`,
    scriptWaiting:
      "Öffnen Sie eine Seite Ihres Shops mit dem Skript. Diese Anzeige wird binnen Sekunden von selbst grün.",
    pagesSeen: "Wo das Skript gesehen wurde",
    origin: "Herkunft",
    firstSeen: "Zuerst",
    lastSeen: "Zuletzt",

    reports: "Meldungen Ihres Servers",
    reportsLead:
      "Benachrichtigungen brauchen Ihren Bestand. Preise und Namen kommen mit Ihren Produkten, der Umsatz mit Ihren Bestellungen.",
    report: "Was",
    lastReport: "Letzte Meldung",
    by: "Mit dem Schlüssel",
    stock: "Bestand",
    catalogue: "Produkte und Preise",
    orders: "Bestellungen",
    saves: "Gemerkte Artikel, von Käufern",
    noReport: "noch nicht",
    member: "ein Mitglied",
    late: (hours: number) =>
      `Seit ${hours} Stunden keine Bestandsmeldung: Benachrichtigungen gehen vielleicht zu spät hinaus.`,
    stockExample: "Bestand melden",
    stockExampleText:
      "PID ist die Nummer Ihres Shops, KEY ein API-Schlüssel mit der Berechtigung „catalog“. PID Ihres Shops:",

    origins: "Seiten, die aufrufen dürfen",
    originsLead: "Ein Browser sagt, von welcher Website ein Aufruf kommt. Aufrufe anderer Websites werden abgelehnt.",
    anyOrigin: "Jede Website darf aufrufen",
    anyOriginText:
      "Keepsake beantwortet Aufrufe von Seiten jeder Website, die die Nummer Ihres Shops kennt. Fügen Sie die Herkunft Ihres Shops hinzu, dann dürfen nur noch die Einträge dieser Liste aufrufen.",
    allowSeen: (count: number) =>
      count === 1 ? "Nur die eine gesehene erlauben" : `Nur die ${count} gesehenen erlauben`,
    newOrigin: "Herkunft, etwa https://shop.example",
    add: "Hinzufügen",
    firstOriginWarning:
      "Ab dann darf nur noch diese Herkunft aufrufen. Fügen Sie jede Domain Ihres Shops hinzu, auch die mit www.",
    removeOrigin: (origin: string) => `${origin} entfernen`,
    removeTitle: "Herkunft entfernen",
    removeText: (origin: string) =>
      `Herzen, Listen und Anmeldungen funktionieren auf Seiten von ${origin} binnen Sekunden nicht mehr.`,
    removeLast: "Es ist der letzte Eintrag: danach dürfen Seiten jeder Website aufrufen.",
  },
});
