import { Paper, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../../components/loaded.tsx";
import { read } from "../../session/queries.ts";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { texts } from "./texts.ts";

const WAITING = 1_000;
const UNITS = 80;

/** What the shop's policy would do in an example, while nobody waits. */
export function PolicyExample() {
  const words = useWords(texts);
  const formats = useFormats();
  const settings = useQuery(read("/storeadmin/v3/settings"));
  return (
    <Loaded query={settings}>
      {({ settings: { alerts } }) => {
        const { audience = "per-unit", perUnit = 1, waveSize = 100, waitSeconds = 900 } = alerts;
        const wanted = audience === "all" ? WAITING : audience === "waves" ? waveSize : UNITS * perUnit;
        const told = Math.min(WAITING, wanted);
        const wait = waitSeconds > 0 && told < WAITING ? formats.duration(waitSeconds) : undefined;
        return (
          <Stack gap="md">
            <Text size="sm">{words.nobodyWaits}</Text>
            <Paper p="md">
              <Stack gap={6}>
                <Text size="sm" fw={600}>
                  {words.exampleTitle}
                </Text>
                <Text size="sm">
                  {words.example(formats.number(UNITS), formats.number(told), formats.number(WAITING))}
                </Text>
                {told < WAITING && <Text size="sm">{wait ? words.exampleWait(wait) : words.exampleKeep}</Text>}
              </Stack>
            </Paper>
          </Stack>
        );
      }}
    </Loaded>
  );
}
