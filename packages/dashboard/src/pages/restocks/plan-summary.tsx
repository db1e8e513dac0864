import { Alert, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Panel } from "../../components/page.tsx";
import { countBeingSent, type Plan, progressOf, unitsOf } from "../../components/plan.ts";
import { usePlanReason } from "../../components/plan-reasons.ts";
import { PlanProgress, useWaitingCount } from "../../components/plan-state.tsx";
import { Tile, Tiles } from "../../components/tile.tsx";
import { type Formats, useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { texts } from "./plan-texts.ts";

/** How far the plan is, in figures, and what happens next. */
export function PlanSummary({ plan }: { plan: Plan }) {
  const words = useWords(texts);
  const formats = useFormats();
  const reason = usePlanReason()(plan);
  const { told } = progressOf(plan);
  const waiting = useWaitingCount(plan);
  const units = unitsOf(plan);
  return (
    <Stack gap="md">
      <Panel title={words.progress}>
        <PlanProgress plan={plan} size="lg" />
        <Text mt="sm">{nextStep(plan, words, formats)}</Text>
        {reason !== null && (
          <Alert mt="sm" color="yellow" icon={<IconAlertTriangle size={20} />}>
            {words.reason(reason)}
          </Alert>
        )}
      </Panel>
      <Tiles cols={{ md: 4 }}>
        <Tile
          name={words.notified}
          value={formats.number(told)}
          note={plan.ambiguous > 0 && words.maybe(formats.number(plan.ambiguous))}
        />
        <Tile name={words.waiting} value={plan.waiting === null ? "–" : waiting} />
        <Tile
          name={words.failed}
          value={formats.number(plan.failed)}
          note={plan.skipped > 0 && words.skipped(formats.number(plan.skipped))}
        />
        <Tile name={words.units} value={units === null ? "–" : formats.number(units)} />
      </Tiles>
    </Stack>
  );
}

function nextStep(plan: Plan, words: (typeof texts)["en"], formats: Formats): string {
  const sending = countBeingSent(plan);
  if (plan.state === "held") return words.held;
  if (plan.state === "cancelled") return words.cancelled;
  if (plan.state === "superseded") return words.superseded;
  if (sending > 0) return words.sendingNow(formats.number(sending));
  if (plan.policy.offer && !plan.next) return words.nextOffer;
  if (plan.state === "done") return words.over;
  if (plan.waiting === 0) return words.allHeard;
  return plan.next && Date.parse(plan.next) > Date.now() ? words.next(formats.ago(plan.next)) : words.nextNow;
}
