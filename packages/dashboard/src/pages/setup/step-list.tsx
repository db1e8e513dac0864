import { Box, Group, Text, VisuallyHidden } from "@mantine/core";
import { IconCheck, IconMinus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useWords } from "../../words/words.ts";
import { STEPS, type Step } from "./routes.ts";
import type { SetupProgress } from "./setup-progress.ts";
import { texts } from "./texts.ts";

/** The steps with what is done. On a phone only their marks are seen, in one row. */
export function StepList({ states, current }: { states: SetupProgress["states"]; current: Step | undefined }) {
  const words = useWords(texts);
  return (
    <Box component="nav" aria-label={words.title}>
      <Box component="ol" className="ks-steps">
        {STEPS.map((step, index) => {
          const state = states[step];
          return (
            <li key={step}>
              <Link
                to="/setup"
                search={{ step }}
                className="ks-step"
                {...(step === current ? { "aria-current": "step" as const } : {})}
              >
                <Group gap="sm" wrap="nowrap">
                  <span className="ks-step-mark" data-state={state} aria-hidden="true">
                    {state === "done" ? (
                      <IconCheck size={16} />
                    ) : state === "skipped" ? (
                      <IconMinus size={16} />
                    ) : (
                      index + 1
                    )}
                  </span>
                  <span className="ks-step-text">
                    <VisuallyHidden>{words.step(index + 1)}</VisuallyHidden>{" "}
                    <Text size="sm" fw={step === current ? 650 : 450} component="span" display="block">
                      {words.steps[step]}
                    </Text>
                    {state === "open" ? (
                      <VisuallyHidden>{words.states.open}</VisuallyHidden>
                    ) : (
                      <Text size="xs" c="dimmed" component="span" display="block">
                        {words.states[state]}
                      </Text>
                    )}
                  </span>
                </Group>
              </Link>
            </li>
          );
        })}
      </Box>
    </Box>
  );
}
