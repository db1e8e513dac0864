import { Progress, Stack, Text } from "@mantine/core";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { adviceTexts } from "./advice-texts.ts";
import { type Advice, allRestocks, lastingRestocks, RESTOCKS_NEEDED, whyNoAdvice } from "./sureness.ts";

const DAY_SECONDS = 86_400;

/** Says what is missing for advice, instead of guessing. */
export function NoAdvice({ advice }: { advice: Advice }) {
  const words = useWords(adviceTexts);
  const { number, duration } = useFormats();
  const { basedOn, waiting } = advice;
  const lasted = lastingRestocks(basedOn);
  const all = allRestocks(basedOn);
  const why = whyNoAdvice(advice);
  const needed = words.needed(number(RESTOCKS_NEEDED), duration(basedOn.windowDays * DAY_SECONDS));
  const sentences = {
    few: [needed, words.found(lasted, number(lasted))],
    "sold-out": [needed, words.mostSoldOut(number(basedOn.soldOut), number(all))],
    "no-purchases": [words.noPurchases(all, number(all))],
  }[why];
  const isOrdersMissing = why === "few" && basedOn.purchases === "stock";
  return (
    <Stack gap="sm" maw="62ch">
      <Text fz={{ base: "1.375rem", sm: "1.75rem" }} fw={650} lh={1.25}>
        {words.notEnough}
      </Text>
      {why === "few" && (
        <Progress
          value={(lasted / RESTOCKS_NEEDED) * 100}
          aria-label={words.progress(number(lasted), number(RESTOCKS_NEEDED))}
          maw={320}
        />
      )}
      <Text>{[...sentences, ...(isOrdersMissing ? [words.reportOrders] : [])].join(" ")}</Text>
      <Text c="dimmed" size="sm">
        {waiting.people === 0
          ? words.nobodyNow
          : words.expectation(
              number(waiting.people),
              words.unitsOf(waiting.units, number(waiting.units)),
              waiting.people === 1,
            )}
      </Text>
    </Stack>
  );
}
