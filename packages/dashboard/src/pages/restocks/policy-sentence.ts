import type { Plan } from "../../components/plan.ts";
import { useFormats } from "../../words/formats.ts";
import { defineWords, useWords } from "../../words/words.ts";

const texts = defineWords({
  en: {
    first: {
      oldest: "those who have waited longest first",
      newest: "those who signed up last first",
      drawn: "in an order drawn by lot",
    },
    all: (first: string) => `Everyone who waits is notified at once, ${first}.`,
    perUnit: (people: number, first: string) =>
      `${people === 1 ? "One person is" : `${people} people are`} notified for each unit that arrives, ${first}.`,
    again: (people: number, wait: string) =>
      `After ${wait} ${people === 1 ? "the next person" : `${people} more`} for each unit that is still there.`,
    waves: (count: number, size: string, first: string) =>
      `${count === 1 ? "One person is" : `${size} people are`} notified, ${first}.`,
    nextWave: (count: number, size: string, wait: string) =>
      `After ${wait} the next ${count === 1 ? "one" : size}, as long as there is stock.`,
    nextWaveAtOnce: (count: number, size: string) =>
      `Then the next ${count === 1 ? "one" : size} at once, as long as there is stock.`,
    offer: (wait: string, first: string) =>
      `Each unit is offered to one person, who has the first chance for ${wait}, ${first}.`,
    after: {
      keep: "Whoever does not take it keeps their place for the next restock.",
      leave: "Whoever does not take it leaves the waiting list.",
    },
    ignoresStock: "Stock is not counted, because you started it without stock.",
    unitsMax: (most: number) => `Nobody counts for more than ${most} ${most === 1 ? "unit" : "units"}.`,
  },
  de: {
    first: {
      oldest: "zuerst die, die am längsten warten",
      newest: "zuerst die, die sich zuletzt angemeldet haben",
      drawn: "in ausgeloster Reihenfolge",
    },
    all: (first: string) => `Alle Wartenden werden sofort benachrichtigt, ${first}.`,
    perUnit: (people: number, first: string) =>
      `Für jedes Stück, das ankommt, ${people === 1 ? "wird eine Person" : `werden ${people} Personen`} benachrichtigt, ${first}.`,
    again: (people: number, wait: string) =>
      `Nach ${wait} ${people === 1 ? "die nächste Person" : `${people} weitere`} für jedes Stück, das noch da ist.`,
    waves: (count: number, size: string, first: string) =>
      `${count === 1 ? "Eine Person wird" : `${size} Personen werden`} benachrichtigt, ${first}.`,
    nextWave: (count: number, size: string, wait: string) =>
      `${count === 1 ? "Die nächste" : `Die nächsten ${size}`} nach ${wait}, solange Bestand da ist.`,
    nextWaveAtOnce: (count: number, size: string) =>
      `${count === 1 ? "Dann gleich die nächste" : `Dann gleich die nächsten ${size}`}, solange Bestand da ist.`,
    offer: (wait: string, first: string) =>
      `Jedes Stück wird einer Person angeboten, die ${wait} lang Vorrang hat, ${first}.`,
    after: {
      keep: "Wer es nicht nimmt, behält den Platz für den nächsten Nachschub.",
      leave: "Wer es nicht nimmt, verlässt die Warteliste.",
    },
    ignoresStock: "Der Bestand wird nicht gezählt, weil Sie ohne Bestand gestartet haben.",
    unitsMax: (most: number) => `Niemand zählt für mehr als ${most} Stück.`,
  },
});

/** Says in sentences whom a policy notifies, and in which order. */
export function usePolicySentence() {
  const words = useWords(texts);
  const { duration, number } = useFormats();
  const orders: Readonly<Record<string, string>> = words.first;
  return ({ audience, order, perUnit, waveSize, waitSeconds, unitsMax, offer, ignoresStock }: Plan["policy"]) => {
    const first = orders[order] ?? order;
    const most = unitsMax === undefined ? [] : [words.unitsMax(unitsMax)];
    if (offer)
      return [
        words.offer(duration(offer.minutes * 60), first),
        offer.after === "leave" ? words.after.leave : words.after.keep,
        ...most,
      ].join(" ");
    if (ignoresStock) return `${words.all(first)} ${words.ignoresStock}`;
    if (audience === "all") return words.all(first);
    if (audience === "waves") {
      const size = number(waveSize);
      const next =
        waitSeconds > 0 ? words.nextWave(waveSize, size, duration(waitSeconds)) : words.nextWaveAtOnce(waveSize, size);
      return `${words.waves(waveSize, size, first)} ${next}`;
    }
    const again = waitSeconds > 0 ? [words.again(perUnit, duration(waitSeconds))] : [];
    return [words.perUnit(perUnit, first), ...again, ...most].join(" ");
  };
}
