import { Box, Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDownload } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { fetchApi, type GetPath, type Got, get, type Query, withQuery } from "../api/call.ts";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import { type Column, DataTable } from "./data-table.tsx";
import { Failure, FailureText } from "./failure.tsx";
import { Lines } from "./loaded.tsx";

/** The reads that answer pages of rows, as JSON or CSV. */
export type RowsPath = {
  [Path in GetPath]: Got<Path> extends { items: unknown[]; next: string | null } ? Path : never;
}[GetPath];
type RowOf<Path extends RowsPath> = Got<Path> extends { items: (infer Row)[] } ? Row : never;

const toPage = <Path extends RowsPath>(page: Got<Path>) =>
  page as unknown as { readonly items: readonly RowOf<Path>[]; readonly next: string | null };

/** A table that grows by a page at a time. */
export function Rows<Path extends RowsPath>({
  path,
  query,
  columns,
  rowKey,
  label,
  empty,
}: {
  path: Path;
  query?: Query<Path>;
  columns: readonly Column<RowOf<Path>>[];
  rowKey: (row: RowOf<Path>) => string;
  /** What the table shows, for those who hear it. */
  label: string;
  empty: ReactNode;
}) {
  const words = useWords(common);
  const rows = useInfiniteQuery({
    queryKey: [path, query ?? {}, "pages"],
    queryFn: ({ signal, pageParam }) =>
      get(path, { ...query, ...(pageParam ? { cursor: pageParam } : {}) } as Query<Path>, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Got<Path>) => toPage(page).next,
  });
  const items = (rows.data?.pages ?? []).flatMap((page) => toPage(page).items);
  // A filter may leave nothing of a page although there are more pages.
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = rows;
  const looksFurther = items.length === 0 && hasNextPage && !isError;
  useEffect(() => {
    if (looksFurther && !isFetchingNextPage) void fetchNextPage();
  }, [looksFurther, isFetchingNextPage, fetchNextPage]);
  if (rows.isPending || looksFurther)
    return (
      <Box p="lg">
        <Lines rows={6} />
      </Box>
    );
  if (rows.isError && items.length === 0)
    return (
      <Box p="lg">
        <Failure error={rows.error} onRetry={() => void rows.refetch()} />
      </Box>
    );
  if (items.length === 0) return empty;
  return (
    <>
      <DataTable columns={columns} rows={items} rowKey={rowKey} label={label} />
      {rows.isError && (
        <Box p="lg">
          <Failure error={rows.error} />
        </Box>
      )}
      {rows.hasNextPage && (
        <Group justify="center" p="md">
          <Button variant="default" loading={rows.isFetchingNextPage} onClick={() => void rows.fetchNextPage()}>
            {words.more}
          </Button>
        </Group>
      )}
    </>
  );
}

/** Downloads all rows of a read. Whether a fresh proof is needed, the call says. */
export function DownloadCsv<Path extends RowsPath>({
  path,
  query,
  name,
}: {
  path: Path;
  query?: Query<Path>;
  name: string;
}) {
  const words = useWords(common);
  const [busy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    try {
      const answer = await fetchApi(withQuery(path, query), { headers: { accept: "text/csv" } });
      const url = URL.createObjectURL(await answer.blob());
      const link = Object.assign(document.createElement("a"), { href: url, download: `${name}.csv` });
      link.click();
      URL.revokeObjectURL(url);
    } catch (problem) {
      notifications.show({ message: <FailureText error={problem} />, color: "red", withCloseButton: false });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={busy}
      onClick={() => void download()}
      leftSection={<IconDownload size={16} />}
    >
      {words.csv}
    </Button>
  );
}
