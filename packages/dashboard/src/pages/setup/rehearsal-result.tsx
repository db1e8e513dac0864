import { Paper, Stack, Text } from "@mantine/core";
import type { Posted } from "../../api/call.ts";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { texts } from "./texts.ts";

const SHOWN_MAX = 5;

/** What a rehearsal found: who is told at once, and what happens to the others. */
export function RehearsalResult({
  result: { told, waiting, people, left },
  units,
}: {
  result: Posted<"/storeadmin/v3/alerts/rehearse">;
  units: number;
}) {
  const words = useWords(texts);
  const formats = useFormats();
  const shown = people.slice(0, SHOWN_MAX);
  return (
    <Paper p="md" role="status" bg="var(--mantine-primary-color-light)">
      <Stack gap={6}>
        <Text size="sm" fw={600}>
          {words.result(units, formats.number(told), formats.number(waiting))}
        </Text>
        {shown.map(({ place, address, quantity }) => (
          <Text key={place} size="sm" className="ks-number">
            {words.person(place, address, quantity)}
          </Text>
        ))}
        {told > shown.length && shown.length > 0 && (
          <Text size="sm">{words.andMore(formats.number(told - shown.length))}</Text>
        )}
        {left > 0 && <Text size="sm">{words.left(left, formats.number(left))}</Text>}
      </Stack>
    </Paper>
  );
}
