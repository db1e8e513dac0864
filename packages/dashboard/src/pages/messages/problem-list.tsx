import { Box, Button, Group, List, Text, VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useWords } from "../../words/words.ts";
import type { Draft } from "./checked-message.ts";
import { editorTexts } from "./editor-texts.ts";
import { useMistakeText } from "./mistake-texts.ts";
import { fixOf, type Problem, rangeOf } from "./problems.ts";

const textOf = (draft: Draft, { field }: Problem) => (field === "subject" ? draft.subject : draft.source);

/** The mistakes of a message, each with the way to it and, if one is known, its correction. */
export function ProblemList({
  draft,
  problems,
  isChecking,
  onGo,
  onFix,
}: {
  draft: Draft;
  problems: readonly Problem[];
  isChecking: boolean;
  onGo: (problem: Problem) => void;
  onFix: (problem: Problem) => void;
}) {
  const words = useWords(editorTexts);
  const mistakeText = useMistakeText();
  const place = ({ field, line, column }: Problem) =>
    field === "subject" ? words.inSubject : line === null ? words.everywhere : words.line(line, column);
  return (
    <Box component="section" aria-label={words.mistakesTitle}>
      <VisuallyHidden role="status">{isChecking ? "" : words.mistakes(problems.length)}</VisuallyHidden>
      <Group gap={6} aria-hidden="true">
        {problems.length > 0 ? (
          <IconAlertTriangle size={16} color="var(--mantine-color-red-text)" />
        ) : (
          <IconCheck size={16} />
        )}
        <Text size="sm" c="dimmed">
          {isChecking ? words.checking : words.mistakes(problems.length)}
        </Text>
      </Group>
      <List listStyleType="none" mt="xs" spacing={8}>
        {problems.map((problem) => {
          const text = textOf(draft, problem);
          const fix = fixOf(text, problem);
          return (
            <List.Item key={`${problem.field} ${problem.line} ${problem.column} ${problem.text}`} styles={WIDE}>
              <Group gap="sm" align="baseline">
                {rangeOf(text, problem) ? (
                  <Button size="compact-xs" variant="default" onClick={() => onGo(problem)}>
                    {place(problem)}
                  </Button>
                ) : (
                  <Text size="xs" c="dimmed">
                    {place(problem)}
                  </Text>
                )}
                <Text size="sm" flex="1 1 14rem">
                  {mistakeText(problem)}
                </Text>
                {fix && (
                  <Button size="compact-xs" onClick={() => onFix(problem)}>
                    {words.use(fix.insert)}
                  </Button>
                )}
              </Group>
            </List.Item>
          );
        })}
      </List>
    </Box>
  );
}
const WIDE = { itemWrapper: { display: "block" }, itemLabel: { display: "block" } } as const;
