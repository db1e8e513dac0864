import { Code, Group, Stack } from "@mantine/core";
import { Copy } from "./copy.tsx";

/** Text to copy into a page, a terminal or another system. Long lines wrap. */
export function Snippet({ text, label }: { text: string; label?: string }) {
  return (
    <Stack gap={6}>
      <Code block className="ks-code">
        {text}
      </Code>
      <Group gap="xs">
        <Copy text={text} {...(label ? { label } : {})} />
      </Group>
    </Stack>
  );
}
