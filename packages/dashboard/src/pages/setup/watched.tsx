import { Box, Group, Loader, Paper, Text } from "@mantine/core";
import { IconCircleCheckFilled } from "@tabler/icons-react";

/** Something that is waited for. It turns green by itself, and those who hear the page are told. */
export function Watched({ isSeen, waiting, seen }: { isSeen: boolean; waiting: string; seen: string }) {
  return (
    <Paper p="md" role="status" bg={isSeen ? "var(--mantine-primary-color-light)" : "transparent"}>
      <Group gap="sm" wrap="nowrap">
        <Box w={24} lh={0} ta="center">
          {isSeen ? (
            <IconCircleCheckFilled size={24} color="var(--mantine-primary-color-filled)" aria-hidden="true" />
          ) : (
            <Loader size={18} aria-hidden="true" />
          )}
        </Box>
        <Text fw={isSeen ? 600 : 400} size="sm">
          {isSeen ? seen : waiting}
        </Text>
      </Group>
    </Paper>
  );
}
