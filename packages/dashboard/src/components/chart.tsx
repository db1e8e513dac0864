import { Box, ScrollArea, SegmentedControl, Skeleton, Table } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useFormats } from "../words/formats.ts";
import { defineWords, useWords } from "../words/words.ts";
import { CHART_HEIGHT, type ChartProps } from "./chart-props.ts";
import { Panel } from "./page.tsx";

const DrawnChart = lazy(() => import("./drawn-chart.tsx").then((loaded) => ({ default: loaded.DrawnChart })));

const texts = defineWords({
  en: { chart: "Chart", table: "Table", shownAs: (title: string) => `Show “${title}” as` },
  de: { chart: "Diagramm", table: "Tabelle", shownAs: (title: string) => `„${title}“ anzeigen als` },
});

/** A panel with a chart, or with the same figures as a table. */
export function Chart({
  title,
  lead,
  at,
  actions,
  ...chart
}: ChartProps & {
  readonly title: string;
  readonly lead?: ReactNode;
  /** The name of what runs along the bottom. */
  readonly at: string;
  readonly actions?: ReactNode;
}) {
  const words = useWords(texts);
  const [shownAs, setShownAs] = useState("chart");
  return (
    <Panel
      title={title}
      lead={lead}
      flush={shownAs === "table"}
      actions={
        <>
          {actions}
          <SegmentedControl
            size="xs"
            aria-label={words.shownAs(title)}
            value={shownAs}
            onChange={setShownAs}
            data={[
              { value: "chart", label: words.chart },
              { value: "table", label: words.table },
            ]}
          />
        </>
      }
    >
      {shownAs === "table" ? (
        <TableTwin {...chart} at={at} label={title} />
      ) : (
        <Box aria-hidden="true" mih={CHART_HEIGHT}>
          <Suspense fallback={<Skeleton h={CHART_HEIGHT} />}>
            <DrawnChart {...chart} />
          </Suspense>
        </Box>
      )}
    </Panel>
  );
}

function TableTwin({
  rows,
  series,
  showAt,
  showValue,
  at,
  label,
}: ChartProps & { readonly at: string; readonly label: string }) {
  const formats = useFormats();
  return (
    <ScrollArea.Autosize mah={420} type="auto" viewportProps={{ tabIndex: 0, role: "group", "aria-label": label }}>
      <Table aria-label={label} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{at}</Table.Th>
            {series.map((one) => (
              <Table.Th key={one.name} ta="right">
                {one.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.at}>
              <Table.Td>{showAt(row.at)}</Table.Td>
              {series.map(({ name }) => (
                <Table.Td key={name} ta="right" className="ks-number">
                  {(showValue ?? formats.number)(Number(row[name] ?? 0))}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
