import { defineWords } from "../../words/words.ts";

const restocks = (count: number, shown: string) => `${shown} ${count === 1 ? "restock" : "restocks"}`;
const nachlieferungen = (count: number, shown: string) =>
  `${shown} ${count === 1 ? "Nachlieferung" : "Nachlieferungen"}`;

type Restocks = { own: number; ownShown: string; others: number; othersShown: string };

export const adviceTexts = defineWords({
  en: {
    title: "What to reorder",
    order: (count: number, shown: string) => `Order about ${shown} ${count === 1 ? "unit" : "units"}`,
    orderNone: "Order none for those who wait",
    nobody: "Nobody waits, so nothing needs to be ordered for the line",
    expectation: (people: string, units: string, one: boolean) =>
      one ? `One person waits and wants ${units}.` : `${people} people wait and want ${units} in all.`,
    unitsOf: (count: number, shown: string) => `${shown} ${count === 1 ? "unit" : "units"}`,
    interval: (low: string, high: string, cases: string) =>
      low === high ? `In ${cases} of 10 cases they buy ${low}.` : `In ${cases} of 10 cases they buy ${low} to ${high}.`,
    howSure: "How sure is that?",
    sure: { good: "Quite sure", fair: "Fairly sure", rough: "A rough guess" },
    basedOn: ({ own, ownShown, others, othersShown }: Restocks) =>
      others === 0
        ? `Based on ${restocks(own, ownShown)} of this product.`
        : `Based on ${restocks(own, ownShown)} of this product and ${othersShown} of your others.`,
    bought: (bought: string, notified: string, days: number) =>
      `After these, ${bought} of ${notified} people who were notified bought within ${days === 1 ? "a day" : `${days} days`}.`,
    notified: (notified: string) => `After these, ${notified} people were notified.`,
    conversion: (mean: string, low: string, high: string) =>
      `So about ${mean} of those who wait now will buy (${low} to ${high} on average).`,
    soldOut: (count: string) =>
      `${count} of these sold out before everybody had the time to buy. The advice takes that into account.`,
    fromStock:
      "Your shop reports no orders. So every unit that left the stock counts, also those that other customers bought, and the advice is probably too high. Report orders to make it better.",
    whatIf: "If this many units came",
    next: (expected: string, units: string) => `Those who wait would buy about ${expected} of ${units}.`,
    chance: (chance: string) => `The chance that they buy all of them is ${chance}.`,
    notEnough: "Not enough data yet",
    nobodyNow: "Now nobody waits.",
    needed: (needed: string, days: string) =>
      `The advice needs ${needed} restocks, of any of your products, whose alerts are older than ${days}.`,
    found: (count: number, shown: string) => `So far there ${count === 1 ? "is" : "are"} ${shown}.`,
    mostSoldOut: (soldOut: string, all: string) =>
      `Restocks that sold out before everybody had the time to buy say little about how many would have bought: ${soldOut} of ${all} did. At least half must have lasted longer.`,
    noPurchases: (all: number, shown: string) =>
      `Nothing is known of purchases after the last ${restocks(all, shown)}. Report orders, and the advice appears.`,
    reportOrders: "Report orders as well, so that it is known who buys.",
    progress: (have: string, needed: string) => `${have} of ${needed} restocks`,
    bar: (low: string, high: string, units: string, wanted: string) =>
      `${units} of ${wanted} wanted units, probably between ${low} and ${high}`,
  },
  de: {
    title: "Was nachbestellen?",
    order: (_count: number, shown: string) => `Bestellen Sie etwa ${shown} Stück`,
    orderNone: "Für die Wartenden müssen Sie nichts bestellen",
    nobody: "Niemand wartet, also muss für die Warteschlange nichts bestellt werden",
    expectation: (people: string, units: string, one: boolean) =>
      one ? `Eine Person wartet und möchte ${units}.` : `${people} Personen warten und möchten zusammen ${units}.`,
    unitsOf: (_count: number, shown: string) => `${shown} Stück`,
    interval: (low: string, high: string, cases: string) =>
      low === high
        ? `In ${cases} von 10 Fällen kaufen sie ${low}.`
        : `In ${cases} von 10 Fällen kaufen sie ${low} bis ${high}.`,
    howSure: "Wie sicher ist das?",
    sure: { good: "Recht sicher", fair: "Ziemlich sicher", rough: "Grobe Schätzung" },
    basedOn: ({ own, ownShown, others, othersShown }: Restocks) =>
      others === 0
        ? `Grundlage: ${nachlieferungen(own, ownShown)} dieses Produkts.`
        : `Grundlage: ${nachlieferungen(own, ownShown)} dieses Produkts und ${othersShown} Ihrer anderen.`,
    bought: (bought: string, notified: string, days: number) =>
      `Danach kauften ${bought} von ${notified} benachrichtigten Personen innerhalb ${days === 1 ? "eines Tages" : `von ${days} Tagen`}.`,
    notified: (notified: string) => `Danach wurden ${notified} Personen benachrichtigt.`,
    conversion: (mean: string, low: string, high: string) =>
      `Also kaufen etwa ${mean} derer, die jetzt warten (im Mittel ${low} bis ${high}).`,
    soldOut: (count: string) =>
      `${count} davon waren ausverkauft, bevor alle Zeit zum Kaufen hatten. Das ist berücksichtigt.`,
    fromStock:
      "Ihr Shop meldet keine Bestellungen. Deshalb zählt jedes Stück, das den Bestand verließ, auch die anderer Kunden, und der Rat ist wahrscheinlich zu hoch. Melden Sie Bestellungen, damit er besser wird.",
    whatIf: "Wenn so viele Stück kämen",
    next: (expected: string, units: string) => `Die Wartenden würden etwa ${expected} von ${units} kaufen.`,
    chance: (chance: string) => `Die Wahrscheinlichkeit, dass sie alle kaufen, ist ${chance}.`,
    notEnough: "Noch nicht genug Daten",
    nobodyNow: "Jetzt wartet niemand.",
    needed: (needed: string, days: string) =>
      `Der Rat braucht ${needed} Nachlieferungen irgendeines Ihrer Produkte, deren Benachrichtigungen länger zurückliegen als ${days}.`,
    found: (_count: number, shown: string) => `Bisher: ${shown}.`,
    mostSoldOut: (soldOut: string, all: string) =>
      `Nachlieferungen, die ausverkauft waren, bevor alle Zeit zum Kaufen hatten, sagen wenig darüber, wie viele gekauft hätten: So war es bei ${soldOut} von ${all}. Mindestens die Hälfte muss länger gereicht haben.`,
    noPurchases: (all: number, shown: string) =>
      `Nach den letzten ${nachlieferungen(all, shown)} ist kein Kauf bekannt. Melden Sie Bestellungen, dann erscheint der Rat.`,
    reportOrders: "Melden Sie auch Bestellungen, damit bekannt ist, wer kauft.",
    progress: (have: string, needed: string) => `${have} von ${needed} Nachlieferungen`,
    bar: (low: string, high: string, units: string, wanted: string) =>
      `${units} von ${wanted} gewünschten Stück, wahrscheinlich zwischen ${low} und ${high}`,
  },
});
