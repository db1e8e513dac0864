import { Box, Group, Text } from "@mantine/core";
import type { Plan } from "../../components/plan.ts";
import { marketName } from "../../components/variant-ref.ts";
import { useFormats } from "../../words/formats.ts";
import { useTopicName } from "../../words/topics.ts";
import { useWords } from "../../words/words.ts";
import { texts } from "./texts.ts";
import type { LiveState } from "./use-live-plans.ts";

/** Small parts that the list and the page of a plan share. */

export function usePlanNames() {
  const words = useWords(texts);
  const formats = useFormats();
  const topic = useTopicName();
  return {
    topic,
    product: ({ dt, vi, epi, ...variant }: Pick<Plan, "dt" | "vi" | "epi" | "market">) =>
      [...(dt || vi ? [dt, vi] : [words.variant(epi ?? "?")]), marketName(variant)].filter(Boolean).join(", "),
    event: (plan: Plan) =>
      plan.by === "merchant"
        ? `${topic(plan.topic)} · ${words.byMerchant(formats.number(plan.restock))}`
        : plan.topic === "backinstock"
          ? words.restock(formats.number(plan.restock))
          : topic(plan.topic),
  };
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
