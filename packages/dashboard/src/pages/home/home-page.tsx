import { SegmentedControl, SimpleGrid } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useRouterState, useSearch } from "@tanstack/react-router";
import { Failure } from "../../components/failure.tsx";
import { FiguresAge, StaleFigures } from "../../components/figures-age.tsx";
import { Lines, Loaded } from "../../components/loaded.tsx";
import { Page } from "../../components/page.tsx";
import { read } from "../../session/queries.ts";
import { useMay, useSession } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import { wasSetupOpened } from "../setup/setup-opened.ts";
import { type SetupProgress, useSetupProgress } from "../setup/setup-progress.ts";
import { Figures } from "./figures.tsx";
import { LatestPlans } from "./latest-plans.tsx";
import { NewStore } from "./new-store.tsx";
import { Problems } from "./problems.tsx";
import { RANGES } from "./routes.ts";
import { SetupBanner } from "./setup-banner.tsx";
import { texts } from "./texts.ts";
import { TOP_DEMAND, TopDemand } from "./top-demand.tsx";

const DAY_MS = 86_400_000;

const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

export function HomePage() {
  const session = useSession();
  const maySetUp = useMay("settings:write");
  const { data: progress, error, refetch } = useSetupProgress();
  // A shop whose server signs people up is in use, although its pages were never seen.
  const demand = useQuery({
    ...read("/storeadmin/v3/demand", { limit: TOP_DEMAND }),
    enabled: progress?.isEmpty === true,
  });
  const isEmpty = progress?.isEmpty && demand.data?.items.length === 0;
  // Home stays until the page that the person has clicked is loaded.
  const isLeaving = useRouterState({ select: ({ location }) => location.pathname !== "/" });
  // The first sign-in to a store that nobody has touched opens the setup.
  if (progress?.isUntouched && isEmpty && maySetUp && !isLeaving && !wasSetupOpened(session.store?.pid ?? ""))
    return <Navigate to="/setup" replace />;
  if (isEmpty)
    return (
      <Page title={session.store?.name ?? ""}>
        <NewStore progress={progress} />
      </Page>
    );
  if (!progress || (progress.isEmpty && demand.isPending))
    return (
      <Page title={session.store?.name ?? ""}>
        {error ? <Failure error={error} onRetry={() => void refetch()} /> : <Lines rows={6} />}
      </Page>
    );
  return <Overview progress={progress} />;
}

function Overview({ progress }: { progress: SetupProgress }) {
  const words = useWords(texts);
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
      lead={summary.data && <FiguresAge asOf={summary.data.asOf} />}
      actions={
        <SegmentedControl
          aria-label={words.range}
          value={String(days)}
          onChange={(chosen) => void navigate({ to: "/", search: { days: Number(chosen) } })}
          data={RANGES.map((range) => ({ value: String(range), label: words.days(range) }))}
        />
      }
    >
      <StaleFigures asOf={summary.data?.asOf} />
      <SetupBanner progress={progress} />
      <Problems />
      <Loaded query={summary}>{(data) => <Figures summary={data} days={days} />}</Loaded>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <LatestPlans />
        <TopDemand />
      </SimpleGrid>
    </Page>
  );
}
