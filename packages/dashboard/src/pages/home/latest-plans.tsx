import { Badge, Box, Group, Progress, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Got } from "../../api/call.ts";
import { Empty } from "../../components/empty.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Ago } from "../../components/moment.tsx";
import { Panel } from "../../components/page.tsx";
import { PageLink } from "../../components/page-link.tsx";
import { read } from "../../session/queries.ts";
import { useFormats } from "../../words/formats.ts";
import { useTopicName } from "../../words/topics.ts";
import { useWords } from "../../words/words.ts";
import { ProductLine } from "./product-line.tsx";
import { planStates, texts } from "./texts.ts";

type Plan = Got<"/storeadmin/v3/plans">["items"][number];

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
  const states = useWords(planStates);
  const words = useWords(texts);
  const formats = useFormats();
  const topicName = useTopicName();
  // Only the last waves are listed: of a plan with more, the people selected are not known here.
  const selected =
    plan.waves === plan.lastWaves.length ? plan.lastWaves.reduce((sum, { people }) => sum + people, 0) : undefined;
  const told = formats.number(plan.notified);
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
        <Badge variant="default" flex="none">
          {states[plan.state] ?? plan.state}
        </Badge>
      </Group>
      <Text size="sm" mt={4} className="ks-number">
        {selected === undefined ? words.toldSome(told) : words.toldOf(told, formats.number(selected))}
      </Text>
      {selected !== undefined && selected > 0 && plan.state === "open" && (
        <Progress value={(100 * plan.notified) / selected} size="sm" mt={4} aria-label={words.progress} />
      )}
    </Box>
  );
}
