import { SegmentedControl, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { Panel } from "../../components/page.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { useWords } from "../../words/words.ts";
import { textOn } from "./contrast.ts";
import { isColour, LANGUAGES } from "./draft.ts";
import { presets, snippetOf, WORDS } from "./element-words.ts";
import { texts } from "./texts.ts";

/** Words and colour for the elements in the shop's pages, to copy: the service does not store them. */
export function ElementsPanel({ color }: { color: string }) {
  const words = useWords(texts);
  const [language, setLanguage] = useState<(typeof LANGUAGES)[number]>("en");
  const [typed, setTyped] = useState(presets.en);
  return (
    <Panel title={words.elements} lead={words.elementsLead}>
      <Stack gap="md">
        <SegmentedControl
          aria-label={words.elementLanguage}
          value={language}
          data={LANGUAGES.map((value) => ({ value, label: words.languages[value] }))}
          onChange={(value) => {
            const chosen = LANGUAGES.find((one) => one === value) ?? "en";
            setLanguage(chosen);
            setTyped(presets[chosen]);
          }}
          maw="22rem"
        />
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
          {WORDS.map((name) => (
            <TextInput
              key={name}
              label={words.word[name]}
              value={typed[name]}
              maxLength={200}
              onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
            />
          ))}
        </SimpleGrid>
        <Snippet
          text={snippetOf(typed, isColour(color) ? { button: color, text: textOn(color) } : undefined)}
          label={words.copySnippet}
        />
      </Stack>
    </Panel>
  );
}
