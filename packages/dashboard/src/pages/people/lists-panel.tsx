import { Blockquote, Stack, Text } from "@mantine/core";
import { DataTable } from "../../components/data-table.tsx";
import { Panel } from "../../components/page.tsx";
import { useFormats } from "../../words/formats.ts";
import { useTopicName } from "../../words/topics.ts";
import { useWords } from "../../words/words.ts";
import { type Person, titleOf } from "./person.ts";
import { texts } from "./texts.ts";

export function ListsPanel({ lists }: { lists: Person["lists"] }) {
  const words = useWords(texts);
  const formats = useFormats();
  const types: Readonly<Record<string, string>> = words.listTypes;
  return (
    <Panel title={words.lists} flush={lists.length > 0}>
      {lists.length === 0 ? (
        <Text c="dimmed">{words.noLists}</Text>
      ) : (
        <DataTable
          label={words.lists}
          rows={lists}
          rowKey={({ lid }) => lid}
          columns={[
            {
              name: words.list,
              minWidth: "10rem",
              maxWidth: "20rem",
              show: ({ lname, lty }) => (
                <>
                  {lname}
                  <Text size="xs" c="dimmed">
                    {Object.hasOwn(types, lty) ? types[lty] : lty}
                  </Text>
                </>
              ),
            },
            { name: words.items, align: "right", show: ({ cnt }) => formats.number(cnt) },
            { name: words.changed, show: ({ updated }) => formats.day(updated) },
          ]}
        />
      )}
    </Panel>
  );
}

/** The words to which the person agreed, as evidence. */
export function ConsentsPanel({ person: { consents, unconfirmed } }: { person: Person }) {
  const words = useWords(texts);
  const formats = useFormats();
  const topicName = useTopicName();
  const sources: Readonly<Record<string, string>> = words.sources;
  const all = [
    ...unconfirmed.map(({ since, consent, ...rest }) => ({ ...rest, at: since, text: consent })),
    ...consents,
  ].filter(({ text }) => text);
  return (
    <Panel title={words.consents} lead={all.length > 0 ? words.consentsLead : undefined}>
      {all.length === 0 && <Text c="dimmed">{words.noConsents}</Text>}
      <Stack gap="md">
        {all.map((one, index) => (
          <div key={`${one.at} ${index}`}>
            <Blockquote p="sm" radius="sm" color="gray" fz="sm">
              {one.text}
            </Blockquote>
            <Text size="xs" c="dimmed" mt={4}>
              {[
                formats.time(one.at),
                Object.hasOwn(sources, one.source) ? sources[one.source] : one.source,
                titleOf(one),
                topicName(one.topic ?? ""),
              ]
                .filter(Boolean)
                .join(" · ")}
            </Text>
          </div>
        ))}
      </Stack>
    </Panel>
  );
}
