import { SimpleGrid } from "@mantine/core";
import type { Got } from "../../api/call.ts";
import { Tile } from "../../components/tile.tsx";
import { common } from "../../words/common.ts";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { texts } from "./texts.ts";

type Summary = Got<"/storeadmin/v3/insights/summary">;

export function Figures({ summary: { waiting, range, before }, days }: { summary: Summary; days: number }) {
  const words = { ...useWords(common), ...useWords(texts) };
  const formats = useFormats();
  const people = waiting.reduce((sum, line) => sum + line.people, 0);
  const value = waiting.flatMap((line) => line.value);
  const compare = (now: number, then: number) => words.before(formats.number(then), days, now - then);
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="md">
      <Tile
        name={words.waiting}
        value={formats.number(people)}
        note={value.length > 0 && words.worth(formats.moneys(addUp(value)))}
      />
      <Tile
        name={words.notified}
        value={formats.number(range.notified)}
        note={compare(range.notified, before.notified)}
      />
      <Tile name={words.clicked} value={formats.number(range.clicked)} note={compare(range.clicked, before.clicked)} />
      <Tile name={words.bought} value={formats.number(range.bought)} note={compare(range.bought, before.bought)} />
      <Tile
        name={words.revenue}
        value={range.revenue.length > 0 ? formats.moneys(range.revenue) : "–"}
        note={
          before.revenue.length > 0
            ? words.moneyBefore(formats.moneys(before.revenue), days)
            : words.moneyBefore(words.none, days)
        }
      />
    </SimpleGrid>
  );
}

type Amount = Summary["waiting"][number]["value"][number];

/** Adds the topics up, each currency on its own. */
function addUp(amounts: readonly Amount[]): readonly Amount[] {
  const sums = new Map<string, number>();
  for (const { currency, amount } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + Number(amount));
  return [...sums].map(([currency, amount]) => ({ currency, amount: String(amount) }));
}
