import { Button, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Failure } from "../../components/failure.tsx";
import { Panel } from "../../components/page.tsx";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import type { Step } from "./routes.ts";
import type { SetupProgress } from "./setup-progress.ts";
import { texts } from "./texts.ts";
import type { LeaveStep } from "./use-leave-step.ts";

export type StepProps = { readonly state: SetupProgress["states"][Step]; readonly leave: LeaveStep };

/** A step: what it is for, what to do, and the way on. `button` takes the place of the usual way on. */
export function StepPanel({
  title,
  lead,
  isDone,
  leave,
  isLast = false,
  button,
  children,
}: {
  title: string;
  lead: string;
  isDone: boolean;
  leave: LeaveStep;
  isLast?: boolean;
  button?: ReactNode;
  children: ReactNode;
}) {
  const words = { ...useWords(common), ...useWords(texts) };
  return (
    <Panel title={title} lead={lead}>
      <Stack gap="lg">
        {children}
        {leave.error !== undefined && <Failure error={leave.error} />}
        <Group justify="space-between" gap="sm" className="ks-step-ways">
          {isDone ? (
            <span />
          ) : (
            <Button variant="subtle" color="gray" c="inherit" onClick={leave.skip} disabled={leave.busy}>
              {words.skipStep}
            </Button>
          )}
          {button ?? (
            <Button onClick={() => leave.goOn()} disabled={!isDone} loading={leave.busy}>
              {isLast ? words.finish : words.goOn}
            </Button>
          )}
        </Group>
        {!isDone && !button && (
          <Text size="sm" c="dimmed">
            {words.whyWait}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}
