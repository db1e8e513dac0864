import { Box, Button, Code, Stack, Table, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { Panel } from "../../components/page.tsx";
import { useWords } from "../../words/words.ts";
import type { Known } from "./completions.ts";
import { editorTexts } from "./editor-texts.ts";

/** What a message may use, to look up and to write at the cursor. */
export function VariableList({ known, onInsert }: { known: Known; onInsert: (text: string) => void }) {
  const words = useWords(editorTexts);
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const all = [
    ...known.variables.map((one) => ({ ...one, insert: `{{ ${one.name} }}` })),
    ...known.filters.map((one) => ({ ...one, insert: ` | ${one.name}` })),
  ];
  const found = all.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted));
  return (
    <Panel title={words.variables} lead={words.variablesLead}>
      <Stack gap="sm">
        <TextInput
          aria-label={words.search}
          placeholder={words.search}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          type="search"
        />
        {found.length === 0 && (
          <Text size="sm" c="dimmed">
            {words.nothingFound}
          </Text>
        )}
        <Box className="ks-variables">
          <Table aria-label={words.variables} verticalSpacing={6}>
            <Table.Tbody>
              {found.map(({ name, description, example, insert }) => (
                <Table.Tr key={insert}>
                  <Table.Td>
                    <Button
                      size="compact-xs"
                      variant="default"
                      ff="monospace"
                      aria-label={words.insert(name)}
                      onClick={() => onInsert(insert)}
                    >
                      {name}
                    </Button>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm">{description}</Text>
                    {example && (
                      <Box visibleFrom="sm">
                        <Code>{example}</Code>
                      </Box>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Box>
      </Stack>
    </Panel>
  );
}
