import { Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { BackLink } from "../../components/back-link.tsx";
import { Failure } from "../../components/failure.tsx";
import { Lines } from "../../components/loaded.tsx";
import { Page, Panel } from "../../components/page.tsx";
import { read } from "../../session/queries.ts";
import { useMay } from "../../session/session.ts";
import { common } from "../../words/common.ts";
import { useTopicName } from "../../words/topics.ts";
import { useWords } from "../../words/words.ts";
import { CodeField } from "./code-field.tsx";
import { editorTexts } from "./editor-texts.ts";
import { isMessageLanguage, MESSAGE_LANGUAGES, type Message } from "./languages.ts";
import { MessageEditor } from "./message-editor.tsx";
import "./messages.css";
import { Versions } from "./versions.tsx";

/** Read once for each visit: what somebody writes is not replaced by a later answer. */
const ONCE = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY };

export function MessagePage() {
  const words = useWords(editorTexts);
  const { topic } = useParams({ from: "/shell/messages/$topic" });
  const { language } = useSearch({ from: "/shell/messages/$topic" });
  const topicName = useTopicName();
  const mayWrite = useMay("alerts");
  const message = useQuery({
    ...read("/storeadmin/v3/alerts/template", { topic, ...(language ? { locale: language } : {}) }),
    ...ONCE,
  });
  if (message.data === undefined)
    return (
      <Page back={<BackLink to="/messages">{words.back}</BackLink>} title={topicName(topic)}>
        {message.isError ? (
          <Failure error={message.error} onRetry={() => void message.refetch()} />
        ) : (
          <Panel>
            <Lines rows={8} />
          </Panel>
        )}
      </Page>
    );
  const { data } = message;
  const chooser = <LanguageChooser topic={topic} chosen={data.locale} />;
  return mayWrite ? (
    <MessageEditor key={`${data.topic} ${data.locale}`} loaded={data} chooser={chooser} />
  ) : (
    <MessageReader key={`${data.topic} ${data.locale}`} message={data} chooser={chooser} />
  );
}

function LanguageChooser({ topic, chosen }: { topic: string; chosen: string }) {
  const words = useWords(editorTexts);
  const navigate = useNavigate();
  return (
    <Select
      aria-label={words.language}
      w={140}
      allowDeselect={false}
      value={chosen}
      onChange={(language) => {
        if (isMessageLanguage(language))
          void navigate({ to: "/messages/$topic", params: { topic }, search: { language } });
      }}
      data={Object.entries(MESSAGE_LANGUAGES).map(([value, label]) => ({ value, label }))}
    />
  );
}

/** For those who may look at messages and not change them. */
function MessageReader({ message, chooser }: { message: Message; chooser: React.ReactNode }) {
  const words = { ...useWords(common), ...useWords(editorTexts) };
  const topicName = useTopicName();
  const { topic, locale, own, version, subject, source } = message;
  return (
    <Page
      back={<BackLink to="/messages">{words.back}</BackLink>}
      title={topicName(topic)}
      lead={`${own ? words.own(version) : words.ours}. ${words.readOnly}`}
      actions={chooser}
    >
      <Panel title={words.reading}>
        <Stack gap="sm">
          <Text size="sm" fw={500} aria-hidden="true">
            {words.subject}
          </Text>
          <CodeField label={words.subject} initial={subject} isOneLine isReadOnly />
          <Text size="sm" fw={500} aria-hidden="true">
            {words.body}
          </Text>
          <div className="ks-code-body">
            <CodeField label={words.body} initial={source} isReadOnly />
          </div>
        </Stack>
      </Panel>
      {isMessageLanguage(locale) && <Versions place={{ topic, locale }} inUse={own ? version : 0} />}
    </Page>
  );
}
