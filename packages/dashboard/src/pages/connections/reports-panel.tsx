import { Alert, Badge, Box, Code, Stack, Text } from "@mantine/core";
import type { Got } from "../../api/call.ts";
import { curlOf } from "../../components/copy.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { Ago } from "../../components/moment.tsx";
import { Panel } from "../../components/page.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { useSession } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import { texts } from "./texts.ts";

type Seen = Got<"/storeadmin/v3/connections">;

const HOUR_MS = 3_600_000;
/** As `GET /storeadmin/v3/problems` counts a stock feed as quiet. */
const LATE_HOURS = 24;

export function ReportsPanel({ seen }: { seen: Seen }) {
  const words = useWords(texts);
  const { store } = useSession();
  const example = curlOf({
    path: "/storeadmin/v3/inventory/set",
    body: { levels: [{ epi: "4411", quantity: 12, occurredAt: new Date().toISOString().slice(0, 19).concat("Z") }] },
  });
  const quietHours = seen.stock.lastReport
    ? Math.floor((Date.now() - new Date(seen.stock.lastReport).getTime()) / HOUR_MS)
    : 0;
  const rows = [
    { name: words.stock, at: seen.stock.lastReport, by: seen.stock.keyName },
    { name: words.catalogue, at: seen.catalogue.lastReport, by: seen.catalogue.keyName },
    { name: words.orders, at: seen.orders.lastReport, by: seen.orders.keyName },
    { name: words.saves, at: seen.lastSave, by: "" },
  ];
  return (
    <Panel title={words.reports} lead={words.reportsLead} flush>
      {quietHours >= LATE_HOURS && (
        <Alert mx="lg" mb="sm" color="orange">
          {words.late(quietHours)}
        </Alert>
      )}
      <DataTable
        label={words.reports}
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { name: words.report, show: ({ name }) => name },
          { name: words.lastReport, show: ({ at }) => <LastReport at={at} /> },
          { name: words.by, wide: true, show: ({ at, by }) => (at ? (by ?? words.member) : "") },
        ]}
      />
      <Box p="lg">
        <Stack gap={6}>
          <Text fw={600} size="sm">
            {words.stockExample}
          </Text>
          <Text size="sm" c="dimmed">
            {words.stockExampleText} <Code>{store?.pid}</Code>
          </Text>
          <Snippet text={example} />
        </Stack>
      </Box>
    </Panel>
  );
}

function LastReport({ at }: { at: string | null }) {
  const words = useWords(texts);
  return (
    <Badge variant="dot" color={at ? "green" : "gray"} tt="none" size="lg" fw={400}>
      {at ? <Ago at={at} /> : words.noReport}
    </Badge>
  );
}
