import { Group, SegmentedControl, Select, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { Panel } from "../../components/page.tsx";
import { PreviewFrame } from "../../components/preview-frame.tsx";
import { useMay } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import { type Draft, isRight } from "./draft.ts";
import { texts } from "./texts.ts";

const TOPICS = ["backinstock", "pricedrop", "lowstock", "comingsoon"] as const;
const WAIT_MS = 400;

/** A mail as it would look with what is typed. What is not right yet is shown as it is saved. */
export function MailPanel({ draft }: { draft: Draft }) {
  const words = useWords(texts);
  const maySee = useMay("alerts");
  const [topic, setTopic] = useState<(typeof TOPICS)[number]>("backinstock");
  const [scheme, setScheme] = useState<"light" | "dark">("light");
  const fields: Record<string, string> = {
    topic,
    locale: draft.language,
    dark: scheme === "dark" ? "1" : "0",
    ...(isRight("name", draft) ? { name: draft.name } : {}),
    ...(isRight("color", draft) ? { color: draft.color } : {}),
    ...(isRight("logo", draft) ? { logo: draft.logo } : {}),
  };
  const [shown] = useDebouncedValue(JSON.stringify(fields), WAIT_MS);
  return (
    <Panel title={words.mail} lead={words.mailLead}>
      {maySee ? (
        <Stack gap="md">
          <Group gap="sm" align="flex-end">
            <Select
              label={words.topic}
              data={TOPICS.map((value) => ({ value, label: words.topics[value] }))}
              value={topic}
              allowDeselect={false}
              onChange={(value) => setTopic(TOPICS.find((one) => one === value) ?? "backinstock")}
            />
            <SegmentedControl
              aria-label={words.scheme}
              value={scheme}
              data={[
                { value: "light", label: words.light },
                { value: "dark", label: words.dark },
              ]}
              onChange={(value) => setScheme(value === "dark" ? "dark" : "light")}
            />
          </Group>
          <PreviewFrame fields={JSON.parse(shown) as Record<string, string>} title={words.mailTitle} />
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          {words.noPreview}
        </Text>
      )}
    </Panel>
  );
}
