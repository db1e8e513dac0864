import { Badge, Box, Group, Progress, Text } from "@mantine/core";
import { useFormats } from "../../words/formats.ts";
import { useTopicName } from "../../words/topics.ts";
import { useWords } from "../../words/words.ts";
import { type Plan, type PlanPhase, phaseOf, progressOf } from "./plan.ts";
import { texts } from "./texts.ts";
import type { LiveState } from "./use-live-plans.ts";

/** Small parts that the list and the page of a plan share. */

export function usePlanNames() {
  const words = useWords(texts);
  const formats = useFormats();
  const topic = useTopicName();
  return {
    topic,
    product: ({ dt, vi, epi }: Pick<Plan, "dt" | "vi" | "epi">) =>
      [dt, vi].filter(Boolean).join(", ") || words.variant(epi ?? "?"),
    event: (plan: Plan) =>
      plan.by === "merchant"
        ? `${topic(plan.topic)} · ${words.byMerchant(formats.number(plan.restock))}`
        : plan.topic === "backinstock"
          ? words.restock(formats.number(plan.restock))
          : topic(plan.topic),
  };
}

const COLORS: Readonly<Record<PlanPhase, string>> = {
  sending: "fir",
  waiting: "fir",
  held: "yellow",
  done: "gray",
  cancelled: "gray",
  superseded: "gray",
};

export function PhaseBadge({ plan }: { plan: Plan }) {
  const words = useWords(texts);
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

export function PlanProgress({ plan, size = "sm" }: { plan: Plan; size?: "sm" | "lg" }) {
  const words = useWords(texts);
  const formats = useFormats();
  const { told, total, isPart, percent } = progressOf(plan);
  const all = isPart ? words.moreThan(formats.number(total)) : formats.number(total);
  const label = words.of(formats.number(told), all);
  return (
    <Box miw={130}>
      <Text size={size} className="ks-number" {...(size === "lg" ? { fw: 650 } : {})}>
        {label}
      </Text>
      <Progress value={percent} size={size} mt={4} aria-label={`${words.told}: ${label}`} />
    </Box>
  );
}

export function LiveMark({ state }: { state: LiveState }) {
  const words = useWords(texts);
  return (
    <Group gap={6} wrap="nowrap" role="status">
      <Box w={8} h={8} bdrs="xl" bg={state === "live" ? "green" : "var(--ks-line)"} aria-hidden="true" />
      <Text size="sm" c="dimmed">
        {words[state]}
      </Text>
    </Group>
  );
}
