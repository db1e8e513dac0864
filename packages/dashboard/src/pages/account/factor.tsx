import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** One way to sign in: what it is, whether it is there, and what can be done. */
export function Factor({
  title,
  text,
  state,
  children,
}: {
  title: string;
  text: string;
  state?: string;
  children: ReactNode;
}) {
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Text size="sm" fw={600}>
          {title}
          {state && (
            <Text span c="dimmed" fw={400}>
              {" "}
              · {state}
            </Text>
          )}
        </Text>
        <Text size="sm" c="dimmed" maw="60ch">
          {text}
        </Text>
      </div>
      <Group gap="xs">{children}</Group>
    </Group>
  );
}
