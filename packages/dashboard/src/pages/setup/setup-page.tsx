import { Grid } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { Empty } from "../../components/empty.tsx";
import { Failure } from "../../components/failure.tsx";
import { Lines } from "../../components/loaded.tsx";
import { LookAround } from "../../components/look-around.tsx";
import { Page, Panel } from "../../components/page.tsx";
import { useMay, useSession } from "../../session/session.ts";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import { LookStep } from "./look-step.tsx";
import { RehearsalStep } from "./rehearsal-step.tsx";
import type { Step } from "./routes.ts";
import { ScriptStep } from "./script-step.tsx";
import { SenderStep } from "./sender-step.tsx";
import { rememberSetupOpened } from "./setup-opened.ts";
import { nextStepOf, useSetupProgress } from "./setup-progress.ts";
import { StepList } from "./step-list.tsx";
import { StockStep } from "./stock-step.tsx";
import { texts } from "./texts.ts";
import { useLeaveStep } from "./use-leave-step.ts";

const STEP_PAGES: Record<Step, typeof LookStep> = {
  look: LookStep,
  script: ScriptStep,
  stock: StockStep,
  sender: SenderStep,
  rehearsal: RehearsalStep,
};
/** In these steps the shop shows by itself that it is connected. */
const WATCHED: readonly Step[] = ["script", "stock"];

/** Leads a new store from its name to the rehearsal of a first restock. */
export function SetupPage() {
  const words = { ...useWords(common), ...useWords(texts) };
  const { store } = useSession();
  const may = useMay("settings:write");
  const { step: chosen } = useSearch({ from: "/shell/setup" });
  const {
    data: progress,
    error,
    refetch,
  } = useSetupProgress({
    isWatched: chosen !== undefined && WATCHED.includes(chosen),
  });
  const pid = store?.pid ?? "";
  useEffect(() => rememberSetupOpened(pid), [pid]);
  const step = chosen ?? (progress && nextStepOf(progress)) ?? "look";
  const leave = useLeaveStep(step, progress);
  if (!progress)
    return (
      <Page title={words.title}>
        {error ? <Failure error={error} onRetry={() => void refetch()} /> : <Lines rows={6} />}
      </Page>
    );
  const StepPage = STEP_PAGES[step];
  return (
    <Page title={words.title} lead={words.lead}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 4 }}>
          <StepList states={progress.states} current={may ? step : undefined} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8 }}>
          {may ? (
            <StepPage key={step} state={progress.states[step]} leave={leave} />
          ) : (
            <Panel>
              <Empty title={words.othersTitle} text={words.readOnly} />
            </Panel>
          )}
        </Grid.Col>
      </Grid>
      <LookAround />
    </Page>
  );
}
