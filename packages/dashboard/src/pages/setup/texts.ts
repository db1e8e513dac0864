import { defineWords } from "../../words/words.ts";

export const texts = defineWords({
  en: {
    title: "Set up your shop",
    lead: "Five short steps. Each can wait, and is remembered.",
    steps: {
      look: "Name, colour and logo",
      script: "Hearts on your pages",
      stock: "Report your stock",
      sender: "Send mails",
      rehearsal: "Rehearse a restock",
    },
    states: { done: "done", skipped: "skipped", open: "to do" },
    step: (number: number) => `Step ${number}:`,
    othersTitle: "An owner or manager sets up the shop",
    goOn: "Continue",
    finish: "Finish",
    skipStep: "Skip this step",
    saveAndGoOn: "Save and continue",
    whyWait: "You can continue as soon as this has worked once.",

    lookLead: "Shoppers see them in every mail, and on the pages on which they confirm or unsubscribe.",
    name: "Name of the shop",
    nameHint: "As shoppers know it",
    color: "Colour",
    colorHint: "For the buttons",
    logo: "Address of the logo",
    logoHint: "Begins with https://. Without one, the name is shown",
    preview: "A mail, roughly",
    previewText: "The jacket you wanted is back.",
    previewButton: "Get it now",

    scriptLead: "One line on every page, and one for each heart. Your pages stay as fast as they are.",
    tag: "On every page",
    elements: "On a product's page",
    elementsHint:
      "Fill in your own product: epi is the id of the variant, empi the id of the product, du the address of its page. The second line shows nothing while available is “true”.",
    heartWaiting: "Waiting for your first heart…",
    heartAfterScript: (origin: string) => `The script works on ${origin}. Waiting for your first heart…`,
    heartSeen: "Your first heart has arrived.",
    heartSeenAt: (origin: string) => `Your first heart has arrived. The script works on ${origin}.`,
    heartHint: "Open a page of your shop and tap a heart. This turns green by itself.",

    stockLead:
      "Your shop's server reports how many units there are. When a sold-out variant comes back, those who wait are notified.",
    connectors: (platforms: string) =>
      `Does your shop run on ${platforms}? A connector does this for you: the pages in docs/connectors say how. Its first report counts here, too.`,
    variant: "Id of a variant",
    variantHint: "epi, as in the heart",
    units: "Units in stock",
    unitsHint: "0: sold out",
    call: "Report the stock",
    nameIt: "Name the product",
    nameItHint: "Without it, mails say “an item”. Later your server sends each product that is created or changed.",
    keyHint:
      "KEY is an API key of your shop with the scope “catalog”. Later your server makes the same call whenever stock changes.",
    makeKey: "Make a key",
    stockWaiting: "Waiting for your first stock report…",
    stockSeen: (ago: string, key: string | null) =>
      key ? `Stock was reported ${ago}, with the key “${key}”.` : `Stock was reported ${ago}.`,

    senderLead: "Confirmations and alerts are mails. Send one to yourself to see that they arrive.",
    noProvider: "There is no mail provider yet, so nothing can be sent. Enter the one of your shop.",
    defaultSender: "Mails go through the mail server of this installation, from its address.",
    ownProvider: (label: string) => `Mails go through ${label}.`,
    ownAddress: (address: string) => `Mails come from ${address}.`,
    notVerified: (address: string) =>
      `Mails are to come from ${address}. Enter the code that was mailed to it: until then, alerts wait.`,
    ownSender: "Use your own address or provider",
    openSender: "Open the sender",
    testTo: "Your address",
    sendTest: "Send a test mail",
    testSent: (to: string) => `Sent to ${to}. Look into your inbox, and into the spam folder.`,
    testSentBefore: "A mail was sent before, and the provider took it.",
    testFailed: "The test mail was not sent",

    rehearsalLead: "See who would be notified if a product came back now. Nothing is sent, and nothing changes.",
    rehearseVariant: "Product",
    rehearseUnits: "Units that come",
    rehearse: "Rehearse",
    nothingIsSent: "Those who wait for it hear nothing of the rehearsal.",
    result: (units: number, told: string, waiting: string) =>
      `If ${units === 1 ? "1 unit comes" : `${units} units come`}, ${told} of ${waiting} waiting ${told === "1" ? "is" : "are"} notified at once.`,
    person: (place: number, address: string, quantity: number) =>
      `${place}. ${address}${quantity > 1 ? `, wants ${quantity}` : ""}`,
    andMore: (count: string) => `and ${count} more`,
    left: (left: number, shown: string) =>
      left === 1 ? "The other one keeps the place in line." : `The other ${shown} keep their places in line.`,
    changePolicy: "Change who is notified first",
    nobodyWaits:
      "Nobody waits yet. Sign up for a sold-out product in your shop and confirm the mail: then you can rehearse with it here.",
    exampleTitle: "An example with your policy",
    example: (units: string, told: string, waiting: string) =>
      `If ${units} jackets come and ${waiting} people wait, ${told} are notified at once.`,
    exampleWait: (wait: string) =>
      `After ${wait} the stock is counted again. While jackets are left, the next people are notified.`,
    exampleKeep: "The others keep their places for the next restock.",
  },
  de: {
    title: "Shop einrichten",
    lead: "Fünf kurze Schritte. Jeder kann warten und wird gemerkt.",
    steps: {
      look: "Name, Farbe und Logo",
      script: "Herzen auf Ihren Seiten",
      stock: "Bestand melden",
      sender: "E-Mails senden",
      rehearsal: "Nachschub proben",
    },
    states: { done: "erledigt", skipped: "übersprungen", open: "offen" },
    step: (number: number) => `Schritt ${number}:`,
    othersTitle: "Ein Inhaber oder die Verwaltung richtet den Shop ein",
    goOn: "Weiter",
    finish: "Fertig",
    skipStep: "Schritt überspringen",
    saveAndGoOn: "Speichern und weiter",
    whyWait: "Sie können weitergehen, sobald dies einmal geklappt hat.",

    lookLead: "Ihre Kunden sehen sie in jeder E-Mail und auf den Seiten, auf denen sie bestätigen oder sich abmelden.",
    name: "Name des Shops",
    nameHint: "Wie Ihre Kunden ihn kennen",
    color: "Farbe",
    colorHint: "Für die Schaltflächen",
    logo: "Adresse des Logos",
    logoHint: "Beginnt mit https://. Ohne Logo steht dort der Name",
    preview: "Eine E-Mail, ungefähr",
    previewText: "Die Jacke, die Sie wollten, ist wieder da.",
    previewButton: "Jetzt holen",

    scriptLead: "Eine Zeile auf jeder Seite und eine für jedes Herz. Ihre Seiten bleiben so schnell, wie sie sind.",
    tag: "Auf jeder Seite",
    elements: "Auf der Seite eines Produkts",
    elementsHint:
      "Setzen Sie Ihr Produkt ein: epi ist die Nummer der Variante, empi die des Produkts, du die Adresse seiner Seite. Die zweite Zeile zeigt nichts, solange available „true“ ist.",
    heartWaiting: "Warten auf Ihr erstes Herz …",
    heartAfterScript: (origin: string) => `Das Skript läuft auf ${origin}. Warten auf Ihr erstes Herz …`,
    heartSeen: "Ihr erstes Herz ist angekommen.",
    heartSeenAt: (origin: string) => `Ihr erstes Herz ist angekommen. Das Skript läuft auf ${origin}.`,
    heartHint: "Öffnen Sie eine Seite Ihres Shops und tippen Sie auf ein Herz. Dies wird von selbst grün.",

    stockLead:
      "Der Server Ihres Shops meldet, wie viele Stück da sind. Kommt eine ausverkaufte Variante zurück, werden die Wartenden benachrichtigt.",
    connectors: (platforms: string) =>
      `Läuft Ihr Shop mit ${platforms}? Ein Konnektor erledigt das für Sie: Wie, steht auf den Seiten in docs/connectors. Auch seine erste Meldung zählt hier.`,
    variant: "Nummer einer Variante",
    variantHint: "epi, wie beim Herz",
    units: "Stück auf Lager",
    unitsHint: "0: ausverkauft",
    call: "Bestand melden",
    nameIt: "Produkt benennen",
    nameItHint:
      "Sonst steht in E-Mails nur „ein Artikel“. Später sendet Ihr Server jedes Produkt, das neu ist oder sich ändert.",
    keyHint:
      "Führen Sie es in einem Terminal aus. KEY ist ein API-Schlüssel Ihres Shops mit dem Recht „catalog“. Später macht Ihr Server denselben Aufruf bei jeder Änderung.",
    makeKey: "Schlüssel anlegen",
    stockWaiting: "Warten auf Ihre erste Bestandsmeldung …",
    stockSeen: (ago: string, key: string | null) =>
      key ? `Bestand gemeldet: ${ago}, mit dem Schlüssel „${key}“.` : `Bestand gemeldet: ${ago}.`,

    senderLead:
      "Bestätigungen und Benachrichtigungen sind E-Mails. Senden Sie sich eine, um zu sehen, dass sie ankommen.",
    noProvider: "Es gibt noch keinen Mail-Anbieter, also kann nichts gesendet werden. Tragen Sie den Ihres Shops ein.",
    defaultSender: "E-Mails gehen über den Mailserver dieser Installation, von dessen Adresse.",
    ownProvider: (label: string) => `E-Mails gehen über ${label}.`,
    ownAddress: (address: string) => `E-Mails kommen von ${address}.`,
    notVerified: (address: string) =>
      `E-Mails sollen von ${address} kommen. Geben Sie den Code ein, der dorthin geschickt wurde: Bis dahin warten alle Benachrichtigungen.`,
    ownSender: "Eigene Adresse oder eigenen Anbieter verwenden",
    openSender: "Absender öffnen",
    testTo: "Ihre Adresse",
    sendTest: "Test-E-Mail senden",
    testSent: (to: string) => `An ${to} gesendet. Sehen Sie in Ihr Postfach und in den Spam-Ordner.`,
    testSentBefore: "Es wurde schon eine E-Mail gesendet, und der Anbieter hat sie angenommen.",
    testFailed: "Die Test-E-Mail wurde nicht gesendet",

    rehearsalLead:
      "Sehen Sie, wer benachrichtigt würde, wenn ein Produkt jetzt zurückkäme. Nichts wird gesendet, und nichts ändert sich.",
    rehearseVariant: "Produkt",
    rehearseUnits: "Stück, die kommen",
    rehearse: "Proben",
    nothingIsSent: "Die Wartenden erfahren von der Probe nichts.",
    result: (units: number, told: string, waiting: string) =>
      `Wenn ${units === 1 ? "1 Stück kommt" : `${units} Stück kommen`}, ${told === "1" ? "wird" : "werden"} sofort ${told} von ${waiting} Wartenden benachrichtigt.`,
    person: (place: number, address: string, quantity: number) =>
      `${place}. ${address}${quantity > 1 ? `, möchte ${quantity}` : ""}`,
    andMore: (count: string) => `und ${count} weitere`,
    left: (left: number, shown: string) =>
      left === 1 ? "Die andere Person behält ihren Platz." : `Die anderen ${shown} behalten ihren Platz.`,
    changePolicy: "Ändern, wer zuerst benachrichtigt wird",
    nobodyWaits:
      "Noch wartet niemand. Melden Sie sich in Ihrem Shop für ein ausverkauftes Produkt an und bestätigen Sie die E-Mail: Dann können Sie hier damit proben.",
    exampleTitle: "Ein Beispiel mit Ihren Regeln",
    example: (units: string, told: string, waiting: string) =>
      `Wenn ${units} Jacken kommen und ${waiting} Personen warten, werden sofort ${told} benachrichtigt.`,
    exampleWait: (wait: string) =>
      `Der Bestand wird nach einer Pause (${wait}) neu gezählt. Solange Jacken da sind, werden die Nächsten benachrichtigt.`,
    exampleKeep: "Die anderen behalten ihren Platz für den nächsten Nachschub.",
  },
});
