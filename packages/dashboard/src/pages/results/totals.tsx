import { Text } from "@mantine/core";
import { Before } from "../../components/before.tsx";
import { Tile, Tiles } from "../../components/tile.tsx";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import type { Sums } from "./sums.ts";
import { texts } from "./texts.ts";

/** The sums of the range, each beside that of the range before. */
export function Totals({ sums, before, days }: { sums: Sums; before: Sums | undefined; days: number }) {
  const words = useWords(texts);
  const formats = useFormats();
  const shareOfNotified = (count: number) =>
    sums.notified > 0 ? words.share(formats.percent(count / sums.notified), words.ofNotified) : undefined;
  const currencies = [
    ...new Set([...sums.revenue, ...(before?.revenue ?? [])].map(({ currency }) => currency)),
  ].toSorted();
  const amountIn = (money: Sums["revenue"], currency: string) =>
    money.find((one) => one.currency === currency) ?? { currency, amount: "0" };
  return (
    <Tiles cols={{ md: 3, lg: Math.min(5, 3 + Math.max(1, currencies.length)) }}>
      {(["notified", "clicked", "bought"] as const).map((name) => (
        <Tile
          key={name}
          name={words.measures[name]}
          value={formats.number(sums[name])}
          note={
            <>
              {name !== "notified" && <Text inherit>{shareOfNotified(sums[name])}</Text>}
              {before && (
                <Before now={sums[name]} then={before[name]} shown={formats.number(before[name])} days={days} />
              )}
            </>
          }
        />
      ))}
      {currencies.length === 0 && <Tile name={words.measures.revenue} value="–" />}
      {currencies.map((currency) => {
        const [now, then] = [amountIn(sums.revenue, currency), before && amountIn(before.revenue, currency)];
        return (
          <Tile
            key={currency}
            name={words.revenueIn(currency)}
            value={formats.moneys([now])}
            note={
              then && (
                <Before
                  now={Number(now.amount)}
                  then={Number(then.amount)}
                  shown={formats.moneys([then])}
                  days={days}
                />
              )
            }
          />
        );
      })}
    </Tiles>
  );
}
