import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { BackLink } from "../../components/back-link.tsx";
import { Empty } from "../../components/empty.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Ago } from "../../components/moment.tsx";
import { Page, Panel } from "../../components/page.tsx";
import { PageLink } from "../../components/page-link.tsx";
import { isOver, PLANS, type Plan } from "../../components/plan.ts";
import { PhaseBadge } from "../../components/plan-state.tsx";
import { searchOf } from "../../components/variant-ref.ts";
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
import { type LiveState, useLivePlans } from "./use-live-plans.ts";

export function PlanPage() {
  const words = { ...useWords(restockTexts), ...useWords(texts) };
  const { plan: id } = useParams({ from: "/shell/restocks/$plan" });
  const plans = useQuery(read(PLANS, { plan: id }));
  const live = useLivePlans();
  const names = usePlanNames();
  const [plan] = plans.data?.items ?? [];
  return (
    <Page
      back={<BackLink to="/restocks">{words.back}</BackLink>}
      title={plan ? names.product(plan) : words.title}
      {...(plan ? { lead: <Lead plan={plan} live={live} />, actions: <PlanControls plan={plan} /> } : {})}
    >
      <Loaded query={plans} rows={6}>
        {() => (plan ? <About plan={plan} /> : <NoSuchPlan />)}
      </Loaded>
    </Page>
  );
}

function Lead({ plan, live }: { plan: Plan; live: LiveState }) {
  const words = useWords(texts);
  const names = usePlanNames();
  return (
    <Group component="span" gap="sm" display="inline-flex">
      <PhaseBadge plan={plan} />
      {!isOver(plan) && <LiveMark state={live} />}
      <span>{names.event(plan)}</span>
      <Ago at={plan.created} />
      {plan.epi !== null && (
        <PageLink to="/demand/$variant" params={{ variant: plan.epi }} search={searchOf(plan, plan.topic)}>
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
