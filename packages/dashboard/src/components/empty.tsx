import { Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** A place where nothing is yet: what will be here, and the next step. */
export function Empty({ title, text, action }: { title: string; text: ReactNode; action?: ReactNode }) {
  return (
    <Stack align="center" gap={6} py="xl" px="lg" ta="center">
      <Text fw={600}>{title}</Text>
      <Text c="dimmed" size="sm" maw="52ch">
        {text}
      </Text>
      {action && <Group mt="sm">{action}</Group>}
    </Stack>
  );
}
