import { Badge, Box, ScrollArea, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Posted } from "../../api/call.ts";
import { PageLink } from "../../components/page-link.tsx";
import { PLANS } from "../../components/plan.ts";
import { read } from "../../session/queries.ts";
import { useFormats } from "../../words/formats.ts";
import { useSayWhy } from "../../words/why.ts";
import { useWords } from "../../words/words.ts";
import { usePlanNames } from "./plan-parts.tsx";
import { texts } from "./policy-texts.ts";
import { replayNotes } from "./replay-notes.ts";

type Restock = Posted<"/storeadmin/v3/alerts/replay">["restocks"][number];

/** Each restock as it was, and as it would have been. */
export function ReplayTable({ restocks }: { restocks: readonly Restock[] }) {
  const words = useWords(texts);
  const names = usePlanNames();
  const plans = useQuery(read(PLANS, { topic: "backinstock", limit: 100 })); // a replay does not name the products
  const headings = [words.really, words.withThis, words.onlyThis, words.wavesOf, words.buyers];
  return (
    <ScrollArea type="auto">
      <Table aria-label={words.replay}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.restock}</Table.Th>
            {headings.map((heading) => (
              <Table.Th key={heading} ta="right">
                {heading}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {restocks.map((restock) => (
            <Row
              key={restock.plan}
              restock={restock}
              product={names.product(
                plans.data?.items.find(({ plan }) => plan === restock.plan) ?? {
                  ...restock,
                  dt: null,
                  vi: null,
                },
              )}
            />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

function Row({
  restock: { plan, restock, cts, exact, note: written, whys, people, waves, buyers },
  product,
}: {
  restock: Restock;
  product: string;
}) {
  const words = useWords(texts);
  const formats = useFormats();
  const say = useSayWhy(replayNotes);
  const notes = whys.map(say);
  const note = notes.includes(undefined) ? written : notes.join(" ");
  const figures = [
    people && formats.number(people.really),
    people && formats.number(people.replayed),
    people && formats.number(people.onlyReplayed),
    waves && words.change(formats.number(waves.really), formats.number(waves.replayed)),
    buyers && buyers.really > 0 && words.ofBuyers(formats.number(buyers.replayed), formats.number(buyers.really)),
  ];
  return (
    <Table.Tr>
      <Table.Td>
        <Box miw={190} maw={420}>
          <PageLink to="/restocks/$plan" params={{ plan }} inherit fw={600}>
            {words.ofVariant(formats.number(restock), product)}
          </PageLink>{" "}
          {exact !== true && (
            <Badge variant="default" tt="none">
              {exact === null ? words.notReplayed : words.estimate}
            </Badge>
          )}
          <Text size="sm" c="dimmed">
            {formats.time(cts)}
          </Text>
          {note && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </Box>
      </Table.Td>
      {figures.map((figure, index) => (
        <Table.Td key={index} ta="right" className="ks-number">
          {figure || "–"}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
