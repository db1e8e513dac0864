import { Anchor, Box, Group, Text, VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Failure } from "../../components/failure.tsx";
import { Ago } from "../../components/moment.tsx";
import { Panel } from "../../components/page.tsx";
import { read } from "../../session/queries.ts";
import { useSession } from "../../session/session.ts";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { type Problem, problemTexts } from "./problem-texts.ts";
import { texts } from "./texts.ts";
import { whereToFix } from "./where-to-fix.ts";

/** What needs attention, in words, each with what to do and where. */
export function Problems() {
  const words = useWords(texts);
  const problems = useQuery({ ...read("/storeadmin/v3/problems"), refetchInterval: 60_000 });
  if (problems.isError && !problems.data)
    return <Failure error={problems.error} onRetry={() => void problems.refetch()} />;
  if (!problems.data) return null;
  const { items } = problems.data;
  if (items.length === 0)
    return (
      <Group gap={8} wrap="nowrap">
        <IconCircleCheck size={18} color="var(--mantine-primary-color-filled)" aria-hidden="true" />
        <Text size="sm">{words.noProblems}</Text>
      </Group>
    );
  return (
    <Panel title={words.problems} flush>
      <Box component="ul" className="ks-list" px="lg" pb="sm">
        {items.map((problem, index) => (
          // Several problems can be of one type, and have no id.
          <ProblemLine key={`${problem.type} ${index}`} problem={problem} />
        ))}
      </Box>
    </Panel>
  );
}

function ProblemLine({ problem }: { problem: Problem }) {
  const words = useWords(texts);
  const describe = useWords(problemTexts);
  const formats = useFormats();
  const { scopes } = useSession();
  const { title, text, link: linkText } = describe(problem, formats);
  const { scope, link } = whereToFix(problem);
  const isError = problem.severity === "error";
  const Icon = isError ? IconExclamationCircle : IconAlertTriangle;
  return (
    <Group component="li" py="sm" gap="sm" wrap="nowrap" align="flex-start">
      <Box c={isError ? "red.7" : "yellow.7"} pt={1} lh={0}>
        <Icon size={20} aria-hidden="true" />
      </Box>
      <Box flex="1 1 0" miw={0}>
        <VisuallyHidden>{isError ? words.error : words.warning}</VisuallyHidden>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
        <Group gap="md" mt={2}>
          {scopes.includes(scope) && (
            <Anchor component={Link} {...link} size="sm">
              {linkText}
            </Anchor>
          )}
          {problem.since && !("hours" in problem) && (
            <Text size="sm" c="dimmed" component="span">
              {words.began} <Ago at={problem.since} />
            </Text>
          )}
        </Group>
      </Box>
    </Group>
  );
}
