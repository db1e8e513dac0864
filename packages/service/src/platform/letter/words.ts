/** Every word that people read in mails and on pages, in each language. English is the one the others follow. */
const en = {
  mail: {
    back: { subject: (thing: string) => `Back in stock: ${thing}`, eyebrow: "Back in stock" },
    backLead: (shop: string) =>
      `You asked ${shop} to tell you, and here it is. Others were told too, and it is not reserved: if you still want it, now is a good time.`,
    held: { subject: (thing: string) => `Held for you: ${thing}`, eyebrow: "Back in stock, and held for you" },
    heldLead: (shop: string, until: string) =>
      `You asked ${shop} to tell you, and here it is. It is held for you until ${until}. If you do not want it any more, pass it on: others wait.`,
    answer: "Take it, or pass it on",
    soon: { subject: (thing: string) => `Just arrived: ${thing}`, eyebrow: "Just arrived" },
    soonLead: (shop: string) => `You asked ${shop} to tell you when it arrives. It is in the shop from today.`,
    less: { subject: (thing: string) => `Price drop: ${thing}`, eyebrow: "The price has dropped" },
    lessLead: (shop: string) => `You asked ${shop} to tell you when the price drops. It did.`,
    last: { subject: (thing: string) => `Nearly gone: ${thing}`, eyebrow: "Only a few left" },
    lastLead: (shop: string) => `You asked ${shop} to tell you before it is gone. Only a few are left.`,
    news: { subject: (thing: string) => `News: ${thing}`, eyebrow: "You asked to hear of it" },
    newsLead: (shop: string) => `You asked ${shop} to tell you when something changes.`,
    see: "See it in the shop",
    wanted: (count: number) => `You asked for ${count}`,
    why: (shop: string) => `You get this one mail because you asked ${shop} for it.`,
    preferences: "Your alerts",
    unsubscribe: "Unsubscribe",
    confirm: {
      subject: (shop: string) => `Please confirm your alert from ${shop}`,
      heading: "Shall we tell you?",
      lead: (shop: string) => `Please confirm that ${shop} may write to you about:`,
      button: "Yes, tell me",
      note: "The link works for 48 hours.",
      why: "You did not ask for this? Then do nothing: without a confirmation you hear no more of it.",
    },
    share: {
      subject: (from: string, list: string) => `${from} shared “${list}” with you`,
      lead: (from: string, shop: string) => `${from} made this list at ${shop} and wants you to see it.`,
      friend: "A friend",
      item: "An item",
      why: (from: string) => `${from} asked us to send you this one mail. You are on no mailing list.`,
    },
  },
  page: {
    badLink: ["This link does not work", "It may have been cut short on its way. Open it from the mail again."],
    tooOld: [
      "This link is too old",
      "It worked for 48 hours. Ask for the alert again in the shop, and a new one is sent.",
    ],
    confirmed: ["All done", (shop: string) => `${shop} will tell you.`],
    nothing: [
      "Nothing left to confirm",
      "You confirmed it before, or it was ended. Ask for the alert again in the shop if you want it.",
    ],
    ask: ["Shall we tell you?", (shop: string) => `${shop} will write to you about:`],
    yes: "Yes, tell me",
    leave: [
      "No more alerts?",
      (shop: string) => `${shop} will not write to you any more about products you waited for.`,
    ],
    endAll: "End all alerts",
    choose: "Choose which",
    left: [
      "You are unsubscribed",
      (shop: string) => `${shop} sends you no more alerts. Whatever you ask for from now on counts again.`,
    ],
    offer: ["It is held for you", (until: string) => `Until ${until}. Do you still want it?`],
    units: (count: number) => `${count} of them`,
    take: "Yes, I want it",
    passOn: "No, pass it on",
    taken: ["It is waiting for you", (until: string) => `It stays held for you until ${until}. Buy it in the shop.`],
    passed: ["Passed on", "Thank you. The next in line hears of it now."],
    offerOver: ["This offer is over", "Nothing is held for you any more. Perhaps the shop still has some."],
    yours: "Your alerts",
    of: (shop: string, address: string) => `What ${shop} tells ${address}`,
    open: "Waiting",
    over: "Before",
    none: "You have no alerts.",
    end: "End",
    topics: {
      backinstock: "when it is back",
      comingsoon: "when it arrives",
      pricedrop: "when the price drops",
      lowstock: "before it is gone",
    } as Readonly<Record<string, string>>,
    states: {
      unconfirmed: "not confirmed yet",
      waiting: "waiting",
      offered: "held for you",
      notified: "you were told",
      bought: "bought",
      expired: "over",
      unsubscribed: "ended",
      undeliverable: "could not be delivered",
    },
  },
} as const;

/** The same shape, with other words. */
type Shape<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...args: infer Args) => string
      ? (...args: Args) => string
      : Shape<T[K]>;
};
export type Words = Shape<typeof en>;

const de: Words = {
  mail: {
    back: { subject: (thing) => `Wieder da: ${thing}`, eyebrow: "Wieder auf Lager" },
    backLead: (shop) =>
      `Sie haben ${shop} gebeten, Ihnen Bescheid zu geben. Auch andere wurden benachrichtigt, und es ist nichts reserviert: Jetzt ist ein guter Moment.`,
    held: { subject: (thing) => `Für Sie zurückgelegt: ${thing}`, eyebrow: "Wieder da und für Sie zurückgelegt" },
    heldLead: (shop, until) =>
      `Sie haben ${shop} gebeten, Ihnen Bescheid zu geben. Es ist für Sie zurückgelegt bis ${until}. Wenn Sie es nicht mehr möchten, geben Sie es weiter: Andere warten.`,
    answer: "Nehmen oder weitergeben",
    soon: { subject: (thing) => `Neu eingetroffen: ${thing}`, eyebrow: "Neu eingetroffen" },
    soonLead: (shop) => `Sie haben ${shop} gebeten, Ihnen Bescheid zu geben. Ab heute ist es im Shop.`,
    less: { subject: (thing) => `Preis gesunken: ${thing}`, eyebrow: "Der Preis ist gesunken" },
    lessLead: (shop) => `Sie haben ${shop} gebeten, Ihnen zu sagen, wenn der Preis sinkt. Das ist er.`,
    last: { subject: (thing) => `Fast ausverkauft: ${thing}`, eyebrow: "Nur noch wenige" },
    lastLead: (shop) => `Sie haben ${shop} gebeten, Ihnen rechtzeitig Bescheid zu geben. Es sind nur noch wenige da.`,
    news: { subject: (thing) => `Neues: ${thing}`, eyebrow: "Sie wollten davon hören" },
    newsLead: (shop) => `Sie haben ${shop} gebeten, Ihnen zu sagen, wenn sich etwas ändert.`,
    see: "Im Shop ansehen",
    wanted: (count) => `Gewünschte Menge: ${count}`,
    why: (shop) => `Sie erhalten diese eine E-Mail, weil Sie ${shop} darum gebeten haben.`,
    preferences: "Ihre Benachrichtigungen",
    unsubscribe: "Abmelden",
    confirm: {
      subject: (shop) => `Bitte bestätigen Sie Ihre Benachrichtigung von ${shop}`,
      heading: "Dürfen wir Bescheid geben?",
      lead: (shop) => `Bitte bestätigen Sie, dass ${shop} Ihnen schreiben darf, und zwar zu:`,
      button: "Ja, bitte",
      note: "Der Link gilt 48 Stunden.",
      why: "Das waren nicht Sie? Dann ist nichts zu tun: Ohne Bestätigung hören Sie nichts mehr davon.",
    },
    share: {
      subject: (from, list) => `${from} teilt „${list}“ mit Ihnen`,
      lead: (from, shop) => `${from} hat diese Liste bei ${shop} angelegt und möchte sie Ihnen zeigen.`,
      friend: "Jemand, der Sie kennt,",
      item: "Ein Artikel",
      why: (from) => `${from} hat uns um diese eine E-Mail gebeten. Sie stehen auf keinem Verteiler.`,
    },
  },
  page: {
    badLink: [
      "Dieser Link geht nicht",
      "Vielleicht wurde er unterwegs gekürzt. Öffnen Sie ihn noch einmal aus der E-Mail.",
    ],
    tooOld: [
      "Dieser Link ist zu alt",
      "Er galt 48 Stunden. Melden Sie sich im Shop noch einmal an, dann kommt ein neuer.",
    ],
    confirmed: ["Alles erledigt", (shop) => `${shop} gibt Ihnen Bescheid.`],
    nothing: [
      "Es gibt nichts mehr zu bestätigen",
      "Es ist schon bestätigt oder beendet. Melden Sie sich im Shop noch einmal an, wenn Sie es möchten.",
    ],
    ask: ["Dürfen wir Bescheid geben?", (shop) => `${shop} schreibt Ihnen zu:`],
    yes: "Ja, bitte",
    leave: [
      "Keine Benachrichtigungen mehr?",
      (shop) => `${shop} schreibt Ihnen dann nicht mehr zu Produkten, auf die Sie gewartet haben.`,
    ],
    endAll: "Alle beenden",
    choose: "Einzeln auswählen",
    left: [
      "Sie sind abgemeldet",
      (shop) => `${shop} schickt Ihnen keine Benachrichtigungen mehr. Worum Sie von jetzt an bitten, gilt wieder.`,
    ],
    offer: ["Für Sie zurückgelegt", (until) => `Bis ${until}. Möchten Sie es noch?`],
    units: (count) => `${count} Stück`,
    take: "Ja, ich möchte es",
    passOn: "Nein, weitergeben",
    taken: ["Es wartet auf Sie", (until) => `Es bleibt für Sie zurückgelegt bis ${until}. Kaufen Sie es im Shop.`],
    passed: ["Weitergegeben", "Danke. Wer als Nächstes an der Reihe ist, erfährt es jetzt."],
    offerOver: [
      "Dieses Angebot ist vorbei",
      "Es ist nichts mehr für Sie zurückgelegt. Vielleicht hat der Shop noch etwas.",
    ],
    yours: "Ihre Benachrichtigungen",
    of: (shop, address) => `Was ${shop} an ${address} meldet`,
    open: "Offen",
    over: "Früher",
    none: "Sie haben keine Benachrichtigungen.",
    end: "Beenden",
    topics: {
      backinstock: "wenn es wieder da ist",
      comingsoon: "wenn es eintrifft",
      pricedrop: "wenn der Preis sinkt",
      lowstock: "bevor es ausverkauft ist",
    },
    states: {
      unconfirmed: "noch nicht bestätigt",
      waiting: "wartet",
      offered: "für Sie zurückgelegt",
      notified: "benachrichtigt",
      bought: "gekauft",
      expired: "vorbei",
      unsubscribed: "beendet",
      undeliverable: "nicht zustellbar",
    },
  },
};

const fr: Words = {
  mail: {
    back: { subject: (thing) => `De retour : ${thing}`, eyebrow: "De nouveau en stock" },
    backLead: (shop) =>
      `Vous aviez demandé à ${shop} de vous prévenir. D’autres l’ont été aussi et rien n’est réservé : c’est le bon moment.`,
    held: { subject: (thing) => `Réservé pour vous : ${thing}`, eyebrow: "De retour, et réservé pour vous" },
    heldLead: (shop, until) =>
      `Vous aviez demandé à ${shop} de vous prévenir. C’est réservé pour vous jusqu’au ${until}. Si vous n’en voulez plus, laissez-le : d’autres attendent.`,
    answer: "Le prendre ou le laisser",
    soon: { subject: (thing) => `Vient d’arriver : ${thing}`, eyebrow: "Vient d’arriver" },
    soonLead: (shop) => `Vous aviez demandé à ${shop} de vous prévenir. C’est en boutique dès aujourd’hui.`,
    less: { subject: (thing) => `Baisse de prix : ${thing}`, eyebrow: "Le prix a baissé" },
    lessLead: (shop) => `Vous aviez demandé à ${shop} de vous prévenir d’une baisse de prix. La voici.`,
    last: { subject: (thing) => `Bientôt épuisé : ${thing}`, eyebrow: "Plus que quelques-uns" },
    lastLead: (shop) => `Vous aviez demandé à ${shop} de vous prévenir à temps. Il n’en reste que quelques-uns.`,
    news: { subject: (thing) => `Du nouveau : ${thing}`, eyebrow: "Vous vouliez le savoir" },
    newsLead: (shop) => `Vous aviez demandé à ${shop} de vous prévenir d’un changement.`,
    see: "Voir dans la boutique",
    wanted: (count) => `Quantité souhaitée : ${count}`,
    why: (shop) => `Vous recevez ce seul message parce que vous l’avez demandé à ${shop}.`,
    preferences: "Vos alertes",
    unsubscribe: "Se désabonner",
    confirm: {
      subject: (shop) => `Confirmez votre alerte de ${shop}`,
      heading: "Faut-il vous prévenir ?",
      lead: (shop) => `Confirmez que ${shop} peut vous écrire au sujet de :`,
      button: "Oui, prévenez-moi",
      note: "Le lien est valable 48 heures.",
      why: "Ce n’était pas vous ? Ne faites rien : sans confirmation, vous n’en entendrez plus parler.",
    },
    share: {
      subject: (from, list) => `${from} partage « ${list} » avec vous`,
      lead: (from, shop) => `${from} a fait cette liste chez ${shop} et souhaite vous la montrer.`,
      friend: "Une connaissance",
      item: "Un article",
      why: (from) =>
        `${from} nous a demandé de vous envoyer ce seul message. Vous n’êtes sur aucune liste de diffusion.`,
    },
  },
  page: {
    badLink: ["Ce lien ne marche pas", "Il a peut-être été coupé en chemin. Ouvrez-le de nouveau depuis le message."],
    tooOld: [
      "Ce lien est trop ancien",
      "Il était valable 48 heures. Redemandez l’alerte dans la boutique pour en recevoir un autre.",
    ],
    confirmed: ["C’est fait", (shop) => `${shop} vous préviendra.`],
    nothing: [
      "Il n’y a plus rien à confirmer",
      "C’est déjà confirmé, ou terminé. Redemandez l’alerte dans la boutique si vous la voulez.",
    ],
    ask: ["Faut-il vous prévenir ?", (shop) => `${shop} vous écrira au sujet de :`],
    yes: "Oui, prévenez-moi",
    leave: ["Plus d’alertes ?", (shop) => `${shop} ne vous écrira plus au sujet des produits que vous attendiez.`],
    endAll: "Tout arrêter",
    choose: "Choisir lesquelles",
    left: [
      "Vous êtes désabonné·e",
      (shop) => `${shop} ne vous envoie plus d’alertes. Ce que vous demanderez désormais comptera de nouveau.`,
    ],
    offer: ["Réservé pour vous", (until) => `Jusqu’au ${until}. Le voulez-vous toujours ?`],
    units: (count) => `Quantité : ${count}`,
    take: "Oui, je le veux",
    passOn: "Non, je le laisse",
    taken: ["Il vous attend", (until) => `Il reste réservé pour vous jusqu’au ${until}. Achetez-le dans la boutique.`],
    passed: ["C’est transmis", "Merci. La personne suivante est prévenue."],
    offerOver: ["Cette offre est terminée", "Rien n’est plus réservé pour vous. La boutique en a peut-être encore."],
    yours: "Vos alertes",
    of: (shop, address) => `Ce que ${shop} annonce à ${address}`,
    open: "En attente",
    over: "Passées",
    none: "Vous n’avez pas d’alertes.",
    end: "Arrêter",
    topics: {
      backinstock: "quand il revient",
      comingsoon: "quand il arrive",
      pricedrop: "quand le prix baisse",
      lowstock: "avant qu’il n’y en ait plus",
    },
    states: {
      unconfirmed: "pas encore confirmée",
      waiting: "en attente",
      offered: "réservé pour vous",
      notified: "vous êtes prévenu·e",
      bought: "acheté",
      expired: "terminée",
      unsubscribed: "arrêtée",
      undeliverable: "n’a pas pu être remise",
    },
  },
};

const LANGUAGES: Readonly<Record<string, Words>> = { en, de, fr };

/** The words of a locale such as de-CH, or of an Accept-Language header: the first language we know, else English. */
export function wordsFor(wanted: string | null | undefined): Words & { readonly language: string } {
  const known = (wanted ?? "")
    .slice(0, 200)
    .split(",")
    .map((one) => one.trim().slice(0, 2).toLowerCase())
    .find((language) => LANGUAGES[language]);
  const language = known ?? "en";
  return { language, ...(LANGUAGES[language] ?? en) };
}
