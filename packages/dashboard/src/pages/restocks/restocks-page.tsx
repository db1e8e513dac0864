import { Box, Button, Group, Text } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { Column } from "../../components/data-table.tsx";
import { Empty } from "../../components/empty.tsx";
import { Ago } from "../../components/moment.tsx";
import { Page, Panel } from "../../components/page.tsx";
import { PageLink } from "../../components/page-link.tsx";
import { PLANS, type Plan, unitsOf } from "../../components/plan.ts";
import { PhaseBadge, PlanProgress } from "../../components/plan-state.tsx";
import { DownloadCsv, Rows } from "../../components/rows.tsx";
import { useMay } from "../../session/session.ts";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { Choice } from "./choice.tsx";
import { LiveMark, usePlanNames } from "./plan-parts.tsx";
import { STATES } from "./routes.ts";
import { SendAlert } from "./send-alert.tsx";
import { texts } from "./texts.ts";
import { useLivePlans } from "./use-live-plans.ts";

const ALL = "all" as const;

export function RestocksPage() {
  const words = useWords(texts);
  const { state } = useSearch({ from: "/shell/restocks" });
  const navigate = useNavigate();
  const live = useLivePlans();
  const columns = useColumns();
  const mayAlert = useMay("alerts");
  const query = state ? { state } : {};
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          {mayAlert && <SendAlert />}
          <Button component={Link} to="/restocks/policy" variant="default">
            {words.policy}
          </Button>
        </>
      }
    >
      <Panel flush>
        <Group justify="space-between" p="md" gap="sm">
          <Choice
            label={words.filter}
            value={state ?? ALL}
            data={[{ value: ALL, label: words.all }, ...STATES.map((value) => ({ value, label: words.states[value] }))]}
            onChange={(chosen) => void navigate({ to: "/restocks", search: chosen === ALL ? {} : { state: chosen } })}
          />
          <Group gap="md">
            <LiveMark state={live} />
            <DownloadCsv path={PLANS} query={query} name="restocks" />
          </Group>
        </Group>
        <Rows
          path={PLANS}
          query={query}
          columns={columns}
          rowKey={({ plan }) => plan}
          label={words.title}
          empty={state ? <NothingInState /> : <NoRestocks />}
        />
      </Panel>
    </Page>
  );
}

function useColumns(): Column<Plan>[] {
  const words = useWords(texts);
  const formats = useFormats();
  const names = usePlanNames();
  return [
    {
      name: words.product,
      show: (plan) => (
        <Box miw={150} maw={340}>
          <PageLink to="/restocks/$plan" params={{ plan: plan.plan }} inherit fw={600} lineClamp={2}>
            {names.product(plan)}
          </PageLink>
          <Text size="sm" c="dimmed" lineClamp={1}>
            {names.event(plan)}
          </Text>
        </Box>
      ),
    },
    { name: words.state, show: (plan) => <PhaseBadge plan={plan} /> },
    { name: words.told, show: (plan) => <PlanProgress plan={plan} /> },
    {
      name: words.units,
      align: "right",
      show: (plan) => {
        const units = unitsOf(plan);
        return units === null ? "–" : formats.number(units);
      },
    },
    { name: words.waves, align: "right", wide: true, show: ({ waves }) => formats.number(waves) },
    { name: words.started, show: ({ created }) => <Ago at={created} c="dimmed" /> },
  ];
}

function NoRestocks() {
  const words = useWords(texts);
  const mayRehearse = useMay("alerts");
  return (
    <Empty
      title={words.empty}
      text={words.emptyText}
      action={
        mayRehearse && (
          <Button component={Link} to="/restocks/policy">
            {words.rehearse}
          </Button>
        )
      }
    />
  );
}

function NothingInState() {
  const words = useWords(texts);
  return (
    <Empty
      title={words.emptyFiltered}
      text={words.emptyFilteredText}
      action={
        <Button component={Link} to="/restocks" variant="default">
          {words.showAll}
        </Button>
      }
    />
  );
}
