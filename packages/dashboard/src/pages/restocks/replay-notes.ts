import type { ReplayNoteWhy, Sayings } from "../../words/why.ts";
import { defineWords } from "../../words/words.ts";

/** The service writes “50,000”. */
const countOf = (count: string) => Number(count.replaceAll(",", ""));

/** Why the replay of a restock is an estimate, or why there is none. */
export const replayNotes = defineWords<Sayings<ReplayNoteWhy>>({
  en: {
    "not-begun": "No wave of this restock has begun, so there is nothing to replay.",
    "from-before":
      "This restock began before Keepsake was updated to keep what a replay needs. It cannot be replayed exactly, so it is not replayed.",
    "too-many-people": ({ people, rows }, formats) =>
      `More than ${formats.number(countOf(people))} people, or more than ${formats.number(countOf(rows))} sign-ups, changes and alerts of them, belong to this line. A replay of it would take too long.`,
    "too-long": ({ seconds }) =>
      `A replay may take ${seconds} seconds, and they were over before this restock. Choose fewer restocks at a time.`,
    "not-exact":
      "A replay of the policy that was used does not give exactly the people who were notified: a part of the history was deleted, or people joined or left in the very moment of a wave. Take the figures as an estimate.",
    "many-waves": "The replay stopped early, because this policy makes too many waves.",
    "stock-not-known":
      "The stock changed so often that not all of it was kept. The replay stops where it is no longer known.",
  },
  de: {
    "not-begun": "Von diesem Nachschub hat keine Welle begonnen. Es gibt also nichts zu vergleichen.",
    "from-before":
      "Dieser Nachschub begann, bevor Keepsake aufbewahrte, was ein Vergleich braucht. Genau lässt er sich nicht nachspielen, deshalb fehlt er.",
    "too-many-people": ({ people, rows }, formats) =>
      `Zu dieser Warteliste gehören mehr als ${formats.number(countOf(people))} Personen oder mehr als ${formats.number(countOf(rows))} Anmeldungen, Änderungen und Nachrichten. Ein Vergleich würde zu lange dauern.`,
    "too-long": ({ seconds }) =>
      `Ein Vergleich darf ${seconds} Sekunden dauern, und sie waren vor diesem Nachschub um. Wählen Sie weniger auf einmal.`,
    "not-exact":
      "Mit den damaligen Regeln ergeben sich nicht genau die Personen, die benachrichtigt wurden: Ein Teil des Verlaufs wurde gelöscht, oder jemand kam oder ging genau im Augenblick einer Welle. Nehmen Sie die Zahlen als Schätzung.",
    "many-waves": "Der Vergleich hörte früher auf, weil diese Regeln zu viele Wellen ergeben.",
    "stock-not-known":
      "Der Bestand änderte sich so oft, dass nicht alles aufbewahrt wurde. Der Vergleich endet, wo er nicht mehr bekannt ist.",
  },
});
