import { Box, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Empty } from "../../components/empty.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Ago } from "../../components/moment.tsx";
import { Panel } from "../../components/page.tsx";
import { PageLink } from "../../components/page-link.tsx";
import { isOver, type Plan } from "../../components/plan.ts";
import { PhaseBadge, PlanBar, PlanCount, planTexts } from "../../components/plan-state.tsx";
import { read } from "../../session/queries.ts";
import { useTopicName } from "../../words/topics.ts";
import { useWords } from "../../words/words.ts";
import { ProductLine } from "./product-line.tsx";
import { texts } from "./texts.ts";

const SHOWN = "5";
const POLL_MS = 5_000;

/** The latest restocks and other events that people were told of. Those under way are counted again every few seconds. */
export function LatestPlans() {
  const words = useWords(texts);
  const plans = useQuery({
    ...read("/storeadmin/v3/plans", { limit: SHOWN }),
    refetchInterval: ({ state }) => (state.data?.items.some((plan) => plan.state === "open") ? POLL_MS : false),
  });
  return (
    <Panel
      title={words.plans}
      flush
      actions={
        <PageLink to="/restocks" size="sm">
          {words.allPlans}
        </PageLink>
      }
    >
      <Box px="lg" pb="md">
        <Loaded query={plans}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title={words.noPlans} text={words.noPlansText} />
            ) : (
              <Box component="ul" className="ks-list">
                {items.map((plan) => (
                  <PlanLine key={plan.plan} plan={plan} />
                ))}
              </Box>
            )
          }
        </Loaded>
      </Box>
    </Panel>
  );
}

function PlanLine({ plan }: { plan: Plan }) {
  const words = useWords(planTexts);
  const topicName = useTopicName();
  return (
    <Box component="li" py="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="md">
        <ProductLine
          product={plan}
          link={{ to: "/restocks/$plan", params: { plan: plan.plan } }}
          below={
            <>
              {topicName(plan.topic)} · <Ago at={plan.created} />
            </>
          }
        />
        <Stack gap={4} align="flex-end" flex="none">
          <PhaseBadge plan={plan} />
          <Text size="sm" c="dimmed">
            {words.notified} <PlanCount plan={plan} />
          </Text>
        </Stack>
      </Group>
      {!isOver(plan) && <PlanBar plan={plan} />}
    </Box>
  );
}
