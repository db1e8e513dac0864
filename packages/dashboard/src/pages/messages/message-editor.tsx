import { Badge, Box, Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { BackLink } from "../../components/back-link.tsx";
import { CopyCurl } from "../../components/copy.tsx";
import { Failure } from "../../components/failure.tsx";
import { Page, Panel } from "../../components/page.tsx";
import { TypedConfirm } from "../../components/typed-confirm.tsx";
import { read } from "../../session/queries.ts";
import { useTopicName } from "../../words/topics.ts";
import { useWords } from "../../words/words.ts";
import { useCheckedMessage } from "./checked-message.ts";
import { CodeField, type CodeHandle } from "./code-field.tsx";
import { completionsOf } from "./completions.ts";
import { toDiagnostics } from "./diagnostics.ts";
import { useDraft } from "./draft.ts";
import { editorTexts } from "./editor-texts.ts";
import { languageName, type Message } from "./languages.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import { useMistakeText } from "./mistake-texts.ts";
import { Preview } from "./preview.tsx";
import { ProblemList } from "./problem-list.tsx";
import { corrected, type Problem, rangeOf } from "./problems.ts";
import { SaveTrouble } from "./save-trouble.tsx";
import { SendTest } from "./send-test.tsx";
import { VariableList } from "./variable-list.tsx";
import { inWords, variableTexts } from "./variable-texts.ts";
import { Versions } from "./versions.tsx";

export function MessageEditor({ loaded, chooser }: { loaded: Message; chooser: ReactNode }) {
  const words = useWords(editorTexts);
  const topicName = useTopicName();
  const hint = useId();
  const subject = useRef<CodeHandle>(null);
  const body = useRef<CodeHandle>(null);
  const last = useRef<CodeHandle>(null);
  const [dialog, setDialog] = useState<"test" | "reset">();
  const { draft, saved, isDirty, change, save, restore, reset, reload } = useDraft(loaded, (text) => {
    subject.current?.replaceAll(text.subject);
    body.current?.replaceAll(text.source);
  });
  const mistake = useMistakeText();
  const { checked, isChecking, problems, failure, again, shown } = useCheckedMessage(draft);
  const listed = useQuery(
    read("/storeadmin/v3/alerts/template/variables", { topic: draft.topic, locale: draft.locale }),
  ).data;
  const descriptions = useWords(variableTexts);
  const known = useMemo(() => listed && inWords(listed, descriptions), [listed, descriptions]);
  const complete = useMemo(() => known && completionsOf(known), [known]);

  // Mistakes belong to the text that was checked; in a newer one they would stand in the wrong place.
  const isCurrent = checked.subject === draft.subject && checked.source === draft.source;
  const shownProblems = isCurrent ? problems : [];
  const diagnostics = useMemo(
    () => (isCurrent && !isChecking ? toDiagnostics(checked, problems, { use: words.use, mistake }) : undefined),
    [isCurrent, isChecking, checked.subject, checked.source, problems, words, mistake],
  );
  useSaveKey(() => isDirty && save.mutate());

  const fieldOf = ({ field }: Problem) => (field === "subject" ? subject : body).current;
  const textOf = ({ field }: Problem) => (field === "subject" ? draft.subject : draft.source);
  return (
    <Page
      back={<BackLink to="/messages">{words.back}</BackLink>}
      title={topicName(draft.topic)}
      lead={
        <Group gap="sm" component="span">
          {saved.own ? words.own(saved.version) : words.ours}
          {isDirty && (
            <Badge variant="default" tt="none" fw={500}>
              {words.unsaved}
            </Badge>
          )}
        </Group>
      }
      actions={
        <>
          {chooser}
          <Button variant="default" leftSection={<IconSend size={16} />} onClick={() => setDialog("test")}>
            {words.test}
          </Button>
          <Button loading={save.isPending} disabled={!isDirty} onClick={() => save.mutate()}>
            {words.save}
          </Button>
        </>
      }
    >
      <SaveTrouble
        error={save.error}
        onLoadTheirs={() => void reload()}
        onSaveOver={() => save.mutate({ over: true })}
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Panel title={words.writing}>
          <Stack gap="sm">
            <Text size="sm" fw={500} aria-hidden="true">
              {words.subject}
            </Text>
            <CodeField
              ref={subject}
              label={words.subject}
              initial={draft.subject}
              isOneLine
              onChange={(text) => change({ subject: text })}
              onFocus={() => (last.current = subject.current)}
              diagnostics={diagnostics?.subject}
              complete={complete}
            />
            <Text size="sm" fw={500} aria-hidden="true">
              {words.body}
            </Text>
            <Box className="ks-code-body">
              <CodeField
                ref={body}
                label={words.body}
                initial={draft.source}
                describedBy={hint}
                onChange={(text) => change({ source: text })}
                onFocus={() => (last.current = body.current)}
                diagnostics={diagnostics?.source}
                complete={complete}
              />
            </Box>
            <Group justify="space-between" align="flex-start">
              <Text size="xs" c="dimmed" id={hint} flex="1 1 16rem">
                {words.keys}
              </Text>
              <CopyCurl path="/storeadmin/v3/alerts/template" body={draft} />
            </Group>
            {failure !== undefined && <Failure error={failure} onRetry={again} />}
            <ProblemList
              draft={draft}
              problems={shownProblems}
              isChecking={isChecking}
              onGo={(problem) => {
                const range = rangeOf(textOf(problem), problem);
                if (range) fieldOf(problem)?.goTo(range);
              }}
              onFix={(problem) => fieldOf(problem)?.replaceAll(corrected(textOf(problem), problem))}
            />
          </Stack>
        </Panel>
        <Preview shown={shown} hasMistakes={problems.length > 0} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        {known && <VariableList known={known} onInsert={(text) => (last.current ?? body.current)?.insert(text)} />}
        <Versions
          place={{ topic: draft.topic, locale: draft.locale }}
          inUse={saved.own ? saved.version : 0}
          discards={isDirty}
          onRestore={restore}
        />
      </SimpleGrid>
      {saved.own && (
        <Group>
          <Button variant="subtle" color="red" onClick={() => setDialog("reset")}>
            {words.reset}
          </Button>
          <CopyCurl path="/storeadmin/v3/alerts/template/reset" body={{ topic: draft.topic, locale: draft.locale }} />
        </Group>
      )}
      <TypedConfirm
        opened={dialog === "reset"}
        onClose={() => setDialog(undefined)}
        title={words.resetTitle}
        word={draft.topic}
        button={words.reset}
        onConfirm={reset}
      >
        {words.resetText(topicName(draft.topic), languageName(draft.locale))}
      </TypedConfirm>
      {dialog === "test" && <SendTest draft={draft} onClose={() => setDialog(undefined)} />}
      <LeaveGuard isDirty={isDirty} />
    </Page>
  );
}

/** Ctrl+S and ⌘+S save, wherever the focus is. */
function useSaveKey(save: () => unknown) {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
