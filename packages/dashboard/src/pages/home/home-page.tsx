import { SegmentedControl, SimpleGrid, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Got } from "../../api/call.ts";
import { Loaded } from "../../components/loaded.tsx";
import { Page } from "../../components/page.tsx";
import { Tile } from "../../components/tile.tsx";
import { read } from "../../session/queries.ts";
import { useSession } from "../../session/session.ts";
import { common } from "../../words/common.ts";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { RANGES } from "./routes.ts";
import { texts } from "./texts.ts";

const DAY_MS = 86_400_000;

const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

type Summary = Got<"/storeadmin/v3/insights/summary">;

export function HomePage() {
  const words = useWords(texts);
  const formats = useFormats();
  const session = useSession();
  const navigate = useNavigate();
  const { days = 30 } = useSearch({ from: "/shell/" });
  const summary = useQuery({
    ...read("/storeadmin/v3/insights/summary", { from: dayBefore(days - 1), to: dayBefore(0) }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title={session.store?.name ?? ""}
      lead={summary.data?.asOf ? words.asOf(formats.ago(summary.data.asOf)) : undefined}
      actions={
        <SegmentedControl
          aria-label={words.range}
          value={String(days)}
          onChange={(chosen) => void navigate({ to: "/", search: { days: Number(chosen) } })}
          data={RANGES.map((range) => ({ value: String(range), label: words.days(range) }))}
        />
      }
    >
      <Loaded query={summary}>{(data) => <Figures summary={data} days={days} />}</Loaded>
    </Page>
  );
}

function Figures({ summary: { waiting, range, before }, days }: { summary: Summary; days: number }) {
  const words = { ...useWords(common), ...useWords(texts) };
  const formats = useFormats();
  const people = waiting.reduce((sum, line) => sum + line.people, 0);
  const value = waiting.flatMap((line) => line.value);
  const compare = (now: number, then: number) => words.before(formats.number(then), days, now - then);
  return (
    <SimpleGrid cols={{ base: 2, md: 3, xl: 5 }} spacing="md">
      <Tile
        name={words.waiting}
        value={formats.number(people)}
        note={value.length > 0 && words.worth(formats.moneys(value))}
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
        note={<Text inherit>{before.revenue.length > 0 ? formats.moneys(before.revenue) : words.none}</Text>}
      />
    </SimpleGrid>
  );
}
