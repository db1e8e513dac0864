import { Alert, Button, Group, List, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { CopyCurl } from "../../components/copy.tsx";
import { Failure } from "../../components/failure.tsx";
import { Panel } from "../../components/page.tsx";
import { useChange } from "../../session/queries.ts";
import { sessionQuery } from "../../session/session.ts";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import { changedFields, changedWords, type Draft, type FieldName, isRight, isRightWord, toBody } from "./draft.ts";
import { findOwn } from "./element-words.ts";
import { texts } from "./texts.ts";
import { useNameOfWord } from "./use-name-of-word.ts";

const PATH = "/storeadmin/v3/settings/update";
/** Words that are listed. */
const SHOWN_MAX = 5;

/** What differs from what is saved, and the button that saves it. */
export function ChangesPanel({
  version,
  saved,
  draft,
  onDone,
}: {
  version: string;
  saved: Draft;
  draft: Draft;
  onDone: () => void;
}) {
  const words = { ...useWords(common), ...useWords(texts) };
  const client = useQueryClient();
  const save = useChange(PATH, {
    changes: ["/storeadmin/v3/settings"],
    headers: () => ({ "if-match": `"${version}"` }),
  });
  const nameOfWord = useNameOfWord();
  const [changed, newWords] = [changedFields(saved, draft), changedWords(saved, draft)];
  const show = (field: FieldName, from: Draft) =>
    field === "language" ? words.languages[from.language] : from[field] || words.empty;
  if (changed.length + newWords.length === 0)
    return save.isSuccess ? (
      <Alert color="green" role="status">
        {words.saved}
      </Alert>
    ) : null;
  const body = toBody(saved, draft);
  return (
    <Panel title={words.changes}>
      <Stack gap="md">
        <List size="sm" spacing={4}>
          {changed.map((field) => (
            <List.Item key={field}>
              <Text span fw={600} size="sm">
                {words.fields[field]}:
              </Text>{" "}
              {words.from(show(field, saved), show(field, draft))}
            </List.Item>
          ))}
          {newWords.slice(0, SHOWN_MAX).map(({ language, name }) => (
            <List.Item key={`${language} ${name}`}>
              <Text span fw={600} size="sm">
                {words.fields.word(words.languages[language], nameOfWord(name))}:
              </Text>{" "}
              {words.from(
                findOwn(saved.words[language], name) || words.builtIn,
                findOwn(draft.words[language], name) || words.builtIn,
              )}
            </List.Item>
          ))}
          {newWords.length > SHOWN_MAX && <List.Item>{words.moreWords(newWords.length - SHOWN_MAX)}</List.Item>}
        </List>
        {save.error && <Failure error={save.error} />}
        <Group gap="sm">
          <Button
            loading={save.isPending}
            disabled={
              !changed.every((field) => isRight(field, draft)) || !newWords.every((word) => isRightWord(draft, word))
            }
            onClick={() =>
              save.mutate(body, {
                onSuccess: () => {
                  onDone();
                  void client.invalidateQueries({ queryKey: sessionQuery.queryKey }); // the menu shows the name
                },
              })
            }
          >
            {words.save}
          </Button>
          <Button variant="default" onClick={onDone}>
            {words.discard}
          </Button>
          <CopyCurl path={PATH} body={body} />
        </Group>
      </Stack>
    </Panel>
  );
}
