import { Text } from "@mantine/core";
import type { Got } from "../../api/call.ts";
import { Before } from "../../components/before.tsx";
import { Tile, Tiles } from "../../components/tile.tsx";
import { common } from "../../words/common.ts";
import { useFormats } from "../../words/formats.ts";
import { useTopicName } from "../../words/topics.ts";
import { useWords } from "../../words/words.ts";
import { texts } from "./texts.ts";

type Summary = Got<"/storeadmin/v3/insights/summary">;

export function Figures({ summary: { waiting, range, before }, days }: { summary: Summary; days: number }) {
  const words = useWords(texts);
  const formats = useFormats();
  const people = waiting.reduce((sum, line) => sum + line.people, 0);
  const value = waiting.flatMap((line) => line.value);
  const topicName = useTopicName();
  const compare = (now: number, then: number) => (
    <Before now={now} then={then} shown={formats.number(then)} days={days} />
  );
  return (
    <Tiles cols={{ sm: 3, lg: 5 }}>
      <Tile
        name={words.waiting}
        value={formats.number(people)}
        note={
          <>
            {value.length > 0 && <Text inherit>{words.worth(formats.moneys(addUp(value)))}</Text>}
            {waiting.length > 1 &&
              waiting.map((line) => (
                <Text key={line.topic} inherit>
                  {words.waitingFor(formats.number(line.people), topicName(line.topic))}
                </Text>
              ))}
          </>
        }
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
        note={<RevenueBefore range={range.revenue} before={before.revenue} days={days} />}
      />
    </Tiles>
  );
}

/** Currencies are not added up, so only a single one has a change. */
function RevenueBefore({ range, before, days }: { range: readonly Amount[]; before: readonly Amount[]; days: number }) {
  const words = useWords(common);
  const formats = useFormats();
  const shown = before.length > 0 ? formats.moneys(before) : words.none;
  const [now, then] = [range[0], before[0]];
  const isOne = range.length === 1 && before.length === 1 && now?.currency === then?.currency;
  return (
    <Before now={isOne ? Number(now?.amount) : 0} then={isOne ? Number(then?.amount) : 0} shown={shown} days={days} />
  );
}

type Amount = Summary["waiting"][number]["value"][number];

/** Adds the topics up, each currency on its own. */
function addUp(amounts: readonly Amount[]): readonly Amount[] {
  const sums = new Map<string, number>();
  for (const { currency, amount } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + Number(amount));
  return [...sums].map(([currency, amount]) => ({ currency, amount: String(amount) }));
}
