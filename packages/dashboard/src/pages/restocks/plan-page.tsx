import { Button, Group, Stack, Text } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Empty } from "../../components/empty.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Ago } from "../../components/moment.tsx";
import { Page, Panel } from "../../components/page.tsx";
import { PageLink } from "../../components/page-link.tsx";
import { PLANS, type Plan } from "../../components/plan.ts";
import { PhaseBadge } from "../../components/plan-state.tsx";
import { read } from "../../session/queries.ts";
import { useMay } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import { PlanControls } from "./plan-controls.tsx";
import { LiveMark, usePlanNames } from "./plan-parts.tsx";
import { PlanPeople } from "./plan-people.tsx";
import { PlanSummary } from "./plan-summary.tsx";
import { texts } from "./plan-texts.ts";
import { PlanWaves } from "./plan-waves.tsx";
import { usePolicySentence } from "./policy-sentence.ts";
import { texts as restockTexts } from "./texts.ts";
import { useLivePlans } from "./use-live-plans.ts";

export function PlanPage() {
  const words = { ...useWords(restockTexts), ...useWords(texts) };
  const { plan: id } = useParams({ from: "/shell/restocks/$plan" });
  const plans = useQuery(read(PLANS, { plan: id }));
  const live = useLivePlans();
  const names = usePlanNames();
  const [plan] = plans.data?.items ?? [];
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <PageLink to="/restocks" size="sm">
          <Group gap={4} component="span">
            <IconArrowLeft size={16} aria-hidden="true" />
            {words.back}
          </Group>
        </PageLink>
        <LiveMark state={live} />
      </Group>
      <Page
        title={plan ? names.product(plan) : words.title}
        {...(plan ? { lead: <Lead plan={plan} />, actions: <PlanControls plan={plan} /> } : {})}
      >
        <Loaded query={plans} rows={6}>
          {() => (plan ? <About plan={plan} /> : <NoSuchPlan />)}
        </Loaded>
      </Page>
    </Stack>
  );
}

function Lead({ plan }: { plan: Plan }) {
  const words = useWords(texts);
  const names = usePlanNames();
  return (
    <Group component="span" gap="sm" display="inline-flex">
      <PhaseBadge plan={plan} />
      <span>{names.event(plan)}</span>
      <Ago at={plan.created} />
      {plan.epi !== null && (
        <PageLink to="/demand/$variant" params={{ variant: plan.epi }} search={{ topic: plan.topic }}>
          {words.demand}
        </PageLink>
      )}
    </Group>
  );
}

function About({ plan }: { plan: Plan }) {
  const words = useWords(texts);
  const sentence = usePolicySentence();
  const maySeePeople = useMay("people:read");
  return (
    <Stack gap="lg">
      <PlanSummary plan={plan} />
      <Panel title={words.policy} lead={words.keepsPolicy}>
        <Text maw="70ch">{sentence(plan.policy)}</Text>
      </Panel>
      <PlanWaves plan={plan} />
      {maySeePeople ? <PlanPeople plan={plan} /> : <Text c="dimmed">{words.noPeople}</Text>}
    </Stack>
  );
}

function NoSuchPlan() {
  const words = useWords(texts);
  return (
    <Panel>
      <Empty
        title={words.missing}
        text={words.missingText}
        action={
          <Button component={Link} to="/restocks" variant="default">
            {words.back}
          </Button>
        }
      />
    </Panel>
  );
}
