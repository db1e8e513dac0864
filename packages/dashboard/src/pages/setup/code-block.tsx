import { Box, Code, Group, Text } from "@mantine/core";
import { Copy } from "../../components/copy.tsx";

/** Text to copy as it stands. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    <Box component="figure" m={0}>
      <Group component="figcaption" justify="space-between" mb={6} gap="xs">
        <Text size="sm" fw={550}>
          {label}
        </Text>
        <Copy text={code} />
      </Group>
      <Code block fz="xs" tabIndex={0} className="ks-code" aria-label={label} role="group">
        {code}
      </Code>
    </Box>
  );
}
