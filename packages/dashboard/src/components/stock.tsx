import { Badge } from "@mantine/core";
import { useFormats } from "../words/formats.ts";
import { defineWords, useWords } from "../words/words.ts";

const texts = defineWords({
  en: {
    inStock: "In stock",
    units: (units: string) => `${units} in stock`,
    soldOut: "Sold out",
    notReported: "Stock not reported",
  },
  de: {
    inStock: "Auf Lager",
    units: (units: string) => `${units} auf Lager`,
    soldOut: "Ausverkauft",
    notReported: "Bestand nicht gemeldet",
  },
});

/** Whether a variant is in stock, and how many units as last reported. */
export function Stock({ stock, inStock }: { stock: number | null; inStock: boolean }) {
  const words = useWords(texts);
  const formats = useFormats();
  const text = inStock
    ? stock === null
      ? words.inStock
      : words.units(formats.number(stock))
    : stock === null
      ? words.notReported
      : words.soldOut;
  return (
    <Badge variant="light" color={inStock ? "fir" : "gray"} tt="none" fw={550} miw="max-content">
      {text}
    </Badge>
  );
}
