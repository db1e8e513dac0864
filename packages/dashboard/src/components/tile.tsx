import { Box, Paper, SimpleGrid, type SimpleGridProps, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** Figures side by side. On a phone there are two in a row, and an odd one fills its own. */
export function Tiles({ cols, children }: { cols: Exclude<SimpleGridProps["cols"], number>; children: ReactNode }) {
  return (
    <SimpleGrid cols={{ base: 2, ...cols }} spacing="md" className="ks-tiles">
      {children}
    </SimpleGrid>
  );
}

/** One figure with its name and what it is compared with. */
export function Tile({ name, value, note }: { name: string; value: ReactNode; note?: ReactNode }) {
  return (
    <Paper p="md" bg="var(--ks-paper)" component="div">
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text fz={{ base: "1.375rem", sm: "1.75rem" }} fw={650} lh={1.25} className="ks-number">
        {value}
      </Text>
      {note && (
        <Box fz="sm" c="dimmed">
          {note}
        </Box>
      )}
    </Paper>
  );
}
