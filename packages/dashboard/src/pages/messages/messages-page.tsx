import {
  Anchor,
  Badge,
  Group,
  Menu,
  ScrollArea,
  Stack,
  Table,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from "@mantine/core";
import { IconLanguage } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Got } from "../../api/call.ts";
import { Loaded } from "../../components/loaded.tsx";
import { Ago } from "../../components/moment.tsx";
import { Page, Panel } from "../../components/page.tsx";
import { read } from "../../session/queries.ts";
import { useMay } from "../../session/session.ts";
import { useTopicName } from "../../words/topics.ts";
import { useWords } from "../../words/words.ts";
import { isMessageLanguage, languageName, MESSAGE_LANGUAGES } from "./languages.ts";
import { texts } from "./texts.ts";

type Listed = Got<"/storeadmin/v3/alerts/templates">["templates"][number];

export function MessagesPage() {
  const words = useWords(texts);
  const messages = useQuery(read("/storeadmin/v3/alerts/templates"));
  const topics = useQuery(read("/storeadmin/v3/topics"));
  return (
    <Page title={words.title} lead={words.lead}>
      <Panel flush>
        <Stack gap={0} pt="md">
          <Text c="dimmed" size="sm" px="lg" pb="sm" maw="80ch">
            {words.whoGetsWhich}
          </Text>
          <Loaded query={messages} rows={6}>
            {({ templates }) => (
              <MessageTable messages={withTopics(templates, topics.data?.topics.map(({ name }) => name) ?? [])} />
            )}
          </Loaded>
        </Stack>
      </Panel>
    </Page>
  );
}

/** Topics of the shop that have no message yet come last: they have our default one. */
function withTopics(messages: readonly Listed[], topics: readonly string[]): readonly Listed[] {
  const locale = messages[0]?.locale ?? "en"; // the first row is in the language of the store
  const missing = topics.filter((name) => messages.every(({ topic }) => topic !== name));
  return [...messages, ...missing.map((topic) => ({ topic, locale, version: 0, updatedAt: null, savedBy: null }))];
}

function MessageTable({ messages }: { messages: readonly Listed[] }) {
  const words = useWords(texts);
  const mayWrite = useMay("alerts");
  const byTopic = Map.groupBy(messages, ({ topic }) => topic);
  return (
    <ScrollArea type="auto">
      <Table aria-label={words.listLabel} verticalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.topic}</Table.Th>
            <Table.Th>{words.language}</Table.Th>
            <Table.Th>{words.state}</Table.Th>
            <Table.Th visibleFrom="sm">{words.changed}</Table.Th>
            {mayWrite && (
              <Table.Th>
                <VisuallyHidden>{words.writeIn}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...byTopic].flatMap(([topic, ofTopic]) =>
            ofTopic.map((message, nth) => (
              <Table.Tr key={`${topic} ${message.locale}`}>
                <MessageCells message={message} isFirst={nth === 0} />
                {mayWrite && (
                  <Table.Td ta="right">
                    {nth === 0 && <OtherLanguages topic={topic} taken={ofTopic.map(({ locale }) => locale)} />}
                  </Table.Td>
                )}
              </Table.Tr>
            )),
          )}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

function MessageCells({
  message: { topic, locale, version, updatedAt, savedBy },
  isFirst,
}: {
  message: Listed;
  isFirst: boolean;
}) {
  const words = useWords(texts);
  const topicName = useTopicName();
  const language = isMessageLanguage(locale) ? { language: locale } : {};
  return (
    <>
      <Table.Td maw={260}>
        <Text inherit lineClamp={2} {...(isFirst ? { fw: 600 } : { c: "dimmed" })}>
          {topicName(topic)}
        </Text>
      </Table.Td>
      <Table.Td>
        <Anchor
          inherit
          aria-label={`${languageName(locale)}: ${topicName(topic)}`}
          renderRoot={(props) => <Link to="/messages/$topic" params={{ topic }} search={language} {...props} />}
        >
          {languageName(locale)}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <Badge variant={version > 0 ? "light" : "default"} tt="none" fw={500}>
          {version > 0 ? words.own(version) : words.ours}
        </Badge>
      </Table.Td>
      <Table.Td visibleFrom="sm" maw={280}>
        {updatedAt === null ? (
          <Text inherit c="dimmed">
            {words.noChange}
          </Text>
        ) : (
          <Group gap={6}>
            <Ago at={updatedAt} />
            {savedBy !== null && (
              <Text inherit c="dimmed" truncate maw={200} title={savedBy}>
                {words.by(savedBy)}
              </Text>
            )}
          </Group>
        )}
      </Table.Td>
    </>
  );
}

function OtherLanguages({ topic, taken }: { topic: string; taken: readonly string[] }) {
  const words = useWords(texts);
  const topicName = useTopicName();
  const free = Object.keys(MESSAGE_LANGUAGES)
    .filter(isMessageLanguage)
    .filter((language) => !taken.includes(language));
  if (free.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton aria-label={words.writeInFor(topicName(topic))} title={words.writeIn} c="dimmed" p={6}>
          <IconLanguage size={18} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words.writeIn}</Menu.Label>
        {free.map((language) => (
          <Menu.Item
            key={language}
            renderRoot={(props) => <Link to="/messages/$topic" params={{ topic }} search={{ language }} {...props} />}
          >
            {MESSAGE_LANGUAGES[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
