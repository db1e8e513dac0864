import { Button, Group, Text, Timeline } from "@mantine/core";
import { useState } from "react";
import { Panel } from "../../components/page.tsx";
import { PageLink } from "../../components/page-link.tsx";
import { searchOf } from "../../components/variant-ref.ts";
import { common } from "../../words/common.ts";
import { useFormats } from "../../words/formats.ts";
import { useTopicName } from "../../words/topics.ts";
import { useWords } from "../../words/words.ts";
import { useEventText } from "./event-texts.ts";
import { type Person, titleOf } from "./person.ts";
import { texts } from "./texts.ts";

const AT_ONCE = 50;

const COLORS: Readonly<Record<string, string>> = {
  undeliverable: "red",
  bought: "fir",
  notified: "fir",
  offered: "fir",
};

/** Everything that happened to one person, the newest first. */
export function TimelinePanel({ events }: { events: Person["timeline"] }) {
  const words = { ...useWords(common), ...useWords(texts) };
  const formats = useFormats();
  const eventText = useEventText();
  const topicName = useTopicName();
  const [shown, setShown] = useState(AT_ONCE);
  return (
    <Panel title={words.timeline}>
      {events.length === 0 && <Text c="dimmed">{words.noTimeline}</Text>}
      <Timeline bulletSize={14} lineWidth={2} color="gray" role="list" aria-label={words.timeline}>
        {events.slice(0, shown).map((event, index) => (
          <Timeline.Item
            role="listitem"
            key={`${event.at} ${index}`}
            color={COLORS[event.state ?? ""] ?? "gray"}
            title={<Text size="sm">{eventText(event)}</Text>}
          >
            <Group gap={6} fz="sm" c="dimmed">
              <time dateTime={event.at}>{formats.time(event.at)}</time>
              {event.epi && (
                <PageLink to="/demand/$variant" params={{ variant: event.epi }} search={searchOf(event)} size="sm">
                  {titleOf(event)}
                </PageLink>
              )}
              {event.topic && <span>{topicName(event.topic)}</span>}
              {event.plan && (
                <PageLink to="/restocks/$plan" params={{ plan: event.plan }} size="sm">
                  {words.openPlan}
                </PageLink>
              )}
            </Group>
          </Timeline.Item>
        ))}
      </Timeline>
      {events.length > shown && (
        <Button variant="default" mt="md" onClick={() => setShown(shown + AT_ONCE)}>
          {words.more}
        </Button>
      )}
    </Panel>
  );
}
