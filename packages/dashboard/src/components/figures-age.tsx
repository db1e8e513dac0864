import { Alert, Text } from "@mantine/core";
import { IconClockExclamation } from "@tabler/icons-react";
import { defineWords, useWords } from "../words/words.ts";
import { Ago } from "./moment.tsx";

const texts = defineWords({
  en: {
    asOf: "Figures as of",
    none: "Nothing has been counted yet.",
    stale: "These figures are not up to date: nothing was counted since then. The operator can see why.",
  },
  de: {
    asOf: "Stand der Zahlen:",
    none: "Es ist noch nichts gezählt.",
    stale: "Diese Zahlen sind nicht aktuell: Seitdem wurde nichts gezählt. Der Betreiber kann nachsehen, warum.",
  },
});

/** Figures are some seconds old while a worker runs. */
const STALE_MS = 15 * 60_000;
const isStale = (asOf: string) => Date.now() - new Date(asOf).getTime() > STALE_MS;

/** How old the figures of a page are. */
export function FiguresAge({ asOf }: { asOf: string | null }) {
  const words = useWords(texts);
  if (asOf === null) return words.none;
  return (
    <Text span inherit>
      {words.asOf} <Ago at={asOf} />.
    </Text>
  );
}

/** A warning above figures that nobody counts any more. */
export function StaleFigures({ asOf }: { asOf: string | null | undefined }) {
  const words = useWords(texts);
  if (!asOf || !isStale(asOf)) return null;
  return (
    <Alert color="yellow" icon={<IconClockExclamation size={20} />} role="status">
      <FiguresAge asOf={asOf} /> {words.stale}
    </Alert>
  );
}
