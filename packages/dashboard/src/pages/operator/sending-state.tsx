import { Badge, Stack, Text } from "@mantine/core";
import type { Got } from "../../api/call.ts";
import { useFormats } from "../../words/formats.ts";
import { useTrouble } from "../../words/trouble-texts.ts";
import { useWords } from "../../words/words.ts";
import { texts } from "./texts.ts";

export type StoreState = Got<"/storeadmin/v3/operator/store">;

/** What is wrong with a store's sending, in a cell of a table. */
export function SendingState({ pause, sending }: Pick<StoreState, "pause" | "sending">) {
  const words = useWords(texts);
  const trouble = useTrouble();
  const formats = useFormats();
  const failing = sending.filter(({ problem }) => problem !== null);
  const limited = sending.filter(({ limitReached }) => limitReached);
  if (!pause && failing.length === 0 && limited.length === 0)
    return (
      <Text inherit c="dimmed">
        {words.ok}
      </Text>
    );
  return (
    <Stack gap={4} align="flex-start">
      {pause && (
        <Badge color="orange" variant="light" tt="none">
          {words.pausedUntil(formats.time(pause.until))}
        </Badge>
      )}
      {failing.map(({ medium, ...one }) => (
        <Text key={medium} inherit lineClamp={2} maw="24rem">
          {words.media[medium]}: {trouble(one).problem}
        </Text>
      ))}
      {limited.map(({ medium }) => (
        <Text key={medium} inherit>
          {words.media[medium]}: {words.limitReached}
        </Text>
      ))}
    </Stack>
  );
}
