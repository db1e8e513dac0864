import { Box, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Empty } from "../../components/empty.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Panel } from "../../components/page.tsx";
import { PageLink } from "../../components/page-link.tsx";
import { Sparkline } from "../../components/sparkline.tsx";
import { keyOf, searchOf } from "../../components/variant-ref.ts";
import { read } from "../../session/queries.ts";
import { useFormats } from "../../words/formats.ts";
import { useTopicName } from "../../words/topics.ts";
import { useWords } from "../../words/words.ts";
import { ProductLine } from "./product-line.tsx";
import { texts } from "./texts.ts";

export const TOP_DEMAND = "5";

/** The variants that most people wait for. */
export function TopDemand() {
  const words = useWords(texts);
  const formats = useFormats();
  const topicName = useTopicName();
  const demand = useQuery(read("/storeadmin/v3/demand", { limit: TOP_DEMAND }));
  return (
    <Panel
      title={words.demand}
      flush
      actions={
        <PageLink to="/demand" size="sm">
          {words.allDemand}
        </PageLink>
      }
    >
      <Box px="lg" pb="md">
        <Loaded query={demand}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title={words.noDemand} text={words.noDemandText} />
            ) : (
              <Box component="ul" className="ks-list">
                {items.map((row) => (
                  <Group
                    component="li"
                    key={`${keyOf(row)} ${row.topic}`}
                    py="sm"
                    justify="space-between"
                    wrap="nowrap"
                    gap="md"
                    align="flex-start"
                  >
                    <ProductLine
                      product={row}
                      link={{ to: "/demand/$variant", params: { variant: row.epi }, search: searchOf(row) }}
                      below={
                        row.topic === "backinstock"
                          ? row.stock !== null &&
                            (row.stock > 0 ? words.stock(formats.number(row.stock)) : words.soldOut)
                          : topicName(row.topic)
                      }
                    />
                    <Box visibleFrom="xs" pt={2}>
                      <Sparkline values={row.trend} width={72} />
                    </Box>
                    <Box ta="right" className="ks-number">
                      <Text size="sm" fw={600}>
                        {words.people(row.people, formats.number(row.people))}
                      </Text>
                      {row.value !== null && row.currency !== null && (
                        <Text size="sm" c="dimmed">
                          {formats.moneys([{ currency: row.currency, amount: row.value }])}
                        </Text>
                      )}
                    </Box>
                  </Group>
                ))}
              </Box>
            )
          }
        </Loaded>
      </Box>
    </Panel>
  );
}
