import { Text, Timeline } from "@mantine/core";
import { Empty } from "../../components/empty.tsx";
import { Ago } from "../../components/moment.tsx";
import { Panel } from "../../components/page.tsx";
import type { Plan } from "../../components/plan.ts";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { texts } from "./plan-texts.ts";

/** The waves on a time line, the newest first. */
export function PlanWaves({ plan: { lastWaves, waves } }: { plan: Plan }) {
  const words = useWords(texts);
  const formats = useFormats();
  const lead =
    waves > lastWaves.length
      ? `${words.wavesLead} ${words.lastWaves(formats.number(lastWaves.length))}`
      : words.wavesLead;
  return (
    <Panel title={words.waves} lead={lead}>
      {lastWaves.length === 0 ? (
        <Empty title={words.noWaves} text={words.noWavesText} />
      ) : (
        <Timeline bulletSize={14} lineWidth={2} active={lastWaves.length}>
          {lastWaves.toReversed().map(({ wave, at, units, people, reason, why }) => (
            <Timeline.Item
              key={wave}
              title={`${words.wave(formats.number(wave))}: ${words.people(people, formats.number(people))}`}
            >
              <Text size="sm" c="dimmed">
                {[
                  ...(units === null ? [] : [words.inStock(units, formats.number(units))]),
                  why ? words.reasons[why.code] : reason,
                ].join(" · ")}
                {" · "}
                <Ago at={at} />
              </Text>
            </Timeline.Item>
          ))}
        </Timeline>
      )}
    </Panel>
  );
}
