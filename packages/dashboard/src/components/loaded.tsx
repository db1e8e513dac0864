import { Box, Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import { Failure } from "./failure.tsx";

/** What a read answered, or its skeleton or failure. Data that is there stays visible when reading it again fails. */
export function Loaded<Data>({
  query,
  rows = 3,
  children,
}: {
  query: UseQueryResult<Data>;
  /** How many lines the skeleton has. */
  rows?: number;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined)
    return (
      <>
        {query.isError && (
          <Box mb="md">
            <Failure error={query.error} onRetry={() => void query.refetch()} />
          </Box>
        )}
        {children(query.data)}
      </>
    );
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  return <Lines rows={rows} />;
}

export function Lines({ rows }: { rows: number }) {
  const words = useWords(common);
  return (
    <Stack gap="sm" aria-busy="true">
      <VisuallyHidden role="status">{words.loading}</VisuallyHidden>
      {Array.from({ length: rows }, (_, line) => (
        <Skeleton key={line} h={18} w={line % 3 === 2 ? "60%" : "100%"} />
      ))}
    </Stack>
  );
}
