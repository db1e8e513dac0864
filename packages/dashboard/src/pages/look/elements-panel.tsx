import { Button, Group, SegmentedControl, SimpleGrid, Stack, Text, TextInput, Title } from "@mantine/core";
import { memo, useCallback, useId, useState } from "react";
import { Panel } from "../../components/page.tsx";
import { useMay } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import { LANGUAGES, type Language } from "./draft.ts";
import {
  builtIn,
  FIRST,
  findWrongValue,
  GROUPS,
  groupOf,
  isFirst,
  type OwnWords,
  TEXT_NAMES,
  type TextName,
  valuesIn,
  WORD_MAX,
} from "./element-words.ts";
import { texts } from "./texts.ts";
import { useNameOfWord } from "./use-name-of-word.ts";

const OTHERS = TEXT_NAMES.filter((name) => !isFirst(name));

type Props = {
  language: Language;
  onLanguage: (language: Language) => void;
  own: OwnWords;
  onEdit: (language: Language, name: TextName, text: string) => void;
};

/** The words of the elements in one language: the most visible first, the others behind a button. */
export function ElementsPanel({ language, onLanguage, own, onEdit }: Props) {
  const words = useWords(texts);
  const [isOpen, setOpen] = useState(false);
  const all = useId();
  const edit = useCallback((name: TextName, text: string) => onEdit(language, name, text), [language, onEdit]);
  const fields = (names: readonly TextName[]) => <Fields names={names} language={language} own={own} onEdit={edit} />;
  return (
    <Panel title={words.elements} lead={words.elementsLead}>
      <Stack gap="md">
        <SegmentedControl
          aria-label={words.elementLanguage}
          value={language}
          data={LANGUAGES.map((value) => ({ value, label: words.languages[value] }))}
          onChange={(value) => onLanguage(LANGUAGES.find((one) => one === value) ?? "en")}
          maw="22rem"
        />
        {fields(FIRST)}
        <Group>
          <Button variant="default" aria-expanded={isOpen} aria-controls={all} onClick={() => setOpen(!isOpen)}>
            {isOpen ? words.fewerWords : words.allWords(OTHERS.length)}
          </Button>
        </Group>
        <Stack gap="lg" id={all} hidden={!isOpen}>
          {isOpen && <AllWords language={language} own={own} fields={fields} />}
        </Stack>
        <Text size="sm" c="dimmed" maw="70ch">
          {words.strictDesign}
        </Text>
      </Stack>
    </Panel>
  );
}

/** The other words, by where the elements show them, and a field to search them. */
function AllWords({
  language,
  own,
  fields,
}: Pick<Props, "language" | "own"> & { fields: (names: readonly TextName[]) => React.ReactNode }) {
  const words = useWords(texts);
  const nameOfWord = useNameOfWord();
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const found = OTHERS.filter((name) =>
    [nameOfWord(name), builtIn[language][name], own[name] ?? "", name].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  );
  return (
    <>
      <TextInput
        label={words.searchWords}
        value={search}
        maxLength={100}
        type="search"
        maw="22rem"
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {found.length === 0 && (
        <Text size="sm" role="status">
          {words.noWords}
        </Text>
      )}
      {GROUPS.map((group) => {
        const names = found.filter((name) => groupOf(name) === group);
        return (
          names.length > 0 && (
            <Stack gap="sm" key={group}>
              <Title order={3} size="h4">
                {words.groups[group]}
              </Title>
              {fields(names)}
            </Stack>
          )
        );
      })}
    </>
  );
}

function Fields({
  names,
  language,
  own,
  onEdit,
}: Pick<Props, "language" | "own"> & {
  names: readonly TextName[];
  onEdit: (name: TextName, text: string) => void;
}) {
  const nameOfWord = useNameOfWord();
  const disabled = !useMay("settings:write");
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" style={{ alignItems: "end" }}>
      {names.map((name) => (
        <WordField
          key={name}
          name={name}
          label={nameOfWord(name)}
          language={language}
          text={own[name] ?? ""}
          disabled={disabled}
          onEdit={onEdit}
        />
      ))}
    </SimpleGrid>
  );
}

/** Memoised, because a page may have a hundred of them. */
const WordField = memo(function WordField({
  name,
  label,
  language,
  text,
  disabled,
  onEdit,
}: {
  name: TextName;
  label: string;
  language: Language;
  text: string;
  disabled: boolean;
  onEdit: (name: TextName, text: string) => void;
}) {
  const words = useWords(texts);
  const values = valuesIn(builtIn[language][name]);
  const wrong = findWrongValue(name, text);
  return (
    <TextInput
      label={label}
      lang={language}
      placeholder={builtIn[language][name]}
      value={text}
      maxLength={WORD_MAX}
      disabled={disabled}
      autoComplete="off"
      {...(text !== "" && values.length > 0 ? { description: words.values(values.join(", ")) } : {})}
      error={wrong === undefined ? undefined : words.wrongValue(wrong)}
      onChange={(event) => onEdit(name, event.currentTarget.value)}
    />
  );
});
