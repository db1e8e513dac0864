import { Badge, Box, Progress, Text } from "@mantine/core";
import { useFormats } from "../words/formats.ts";
import { defineWords, useWords } from "../words/words.ts";
import { type Plan, type PlanPhase, phaseOf, progressOf } from "./plan.ts";

/** What a plan is doing and how far it is, the same on every page. */
export const planTexts = defineWords({
  en: {
    phases: {
      sending: "Sending",
      waiting: "Between waves",
      held: "On hold",
      done: "Done",
      cancelled: "Cancelled",
      superseded: "Replaced by a newer one",
    },
    notified: "Notified",
    of: (told: string, total: string) => `${told} of ${total}`,
    moreThan: (total: string) => `more than ${total}`,
  },
  de: {
    phases: {
      sending: "Wird verschickt",
      waiting: "Zwischen zwei Wellen",
      held: "Angehalten",
      done: "Fertig",
      cancelled: "Abgebrochen",
      superseded: "Durch einen neueren ersetzt",
    },
    notified: "Benachrichtigt",
    of: (told: string, total: string) => `${told} von ${total}`,
    moreThan: (total: string) => `mehr als ${total}`,
  },
});

const COLORS: Readonly<Record<PlanPhase, string>> = {
  sending: "fir",
  waiting: "fir",
  held: "yellow",
  done: "gray",
  cancelled: "gray",
  superseded: "gray",
};

export function PhaseBadge({ plan }: { plan: Plan }) {
  const words = useWords(planTexts);
  const phase = phaseOf(plan);
  return (
    <Badge
      color={COLORS[phase]}
      variant={phase === "sending" ? "filled" : "default"}
      tt="none"
      fw={600}
      miw="max-content"
    >
      {words.phases[phase]}
    </Badge>
  );
}

/** How many of how many have been notified. */
export function PlanCount({ plan }: { plan: Plan }) {
  return <span className="ks-number">{usePlanCount(plan)}</span>;
}

function usePlanCount(plan: Plan): string {
  const words = useWords(planTexts);
  const formats = useFormats();
  const { told, total, isPart } = progressOf(plan);
  return words.of(formats.number(told), isPart ? words.moreThan(formats.number(total)) : formats.number(total));
}

/** How many the plan may still notify. */
export function useWaitingCount({ waiting, moreWaiting }: Plan): string {
  const words = useWords(planTexts);
  const formats = useFormats();
  const counted = formats.number(waiting ?? 0);
  return moreWaiting ? words.moreThan(counted) : counted;
}

export function PlanBar({ plan, size = "sm" }: { plan: Plan; size?: "sm" | "lg" }) {
  const words = useWords(planTexts);
  const label = `${words.notified}: ${usePlanCount(plan)}`;
  return <Progress value={progressOf(plan).percent} size={size} mt={4} aria-label={label} />;
}

export function PlanProgress({ plan, size = "sm" }: { plan: Plan; size?: "sm" | "lg" }) {
  return (
    <Box miw={130}>
      <Text size={size} {...(size === "lg" ? { fw: 650 } : {})}>
        <PlanCount plan={plan} />
      </Text>
      <PlanBar plan={plan} size={size} />
    </Box>
  );
}
