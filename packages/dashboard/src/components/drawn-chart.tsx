import { AreaChart, BarChart } from "@mantine/charts";
import "@mantine/charts/styles.layer.css";
import { useFormats } from "../words/formats.ts";
import { CHART_HEIGHT, type ChartProps } from "./chart-props.ts";

/** The library for charts is large, so only `Chart` imports this, when a chart is shown. */
export function DrawnChart({ kind, rows, series, showAt, showValue }: ChartProps) {
  const formats = useFormats();
  const shared = {
    h: CHART_HEIGHT,
    data: rows.map((row) => ({ ...row })),
    dataKey: "at",
    series: [...series],
    withLegend: kind === "stacked" || series.length > 1,
    legendProps: { itemSorter: null }, // in the order of the series
    accessibilityLayer: false, // the table is what is read out
    valueFormatter: showValue ?? formats.number,
    yAxisProps: { width: 64, allowDecimals: false, tickFormatter: (value: number) => formats.shortNumber(value) },
    tooltipProps: {
      // Also called while nothing is pointed at.
      labelFormatter: (at: unknown) =>
        (typeof at === "string" || typeof at === "number") && at !== "" ? showAt(at) : "",
    },
  };
  if (kind !== "steps")
    return (
      <BarChart
        {...shared}
        type={kind === "stacked" ? "stacked" : "default"}
        maxBarWidth={28}
        barProps={{ isAnimationActive: false }}
        xAxisProps={{ tickFormatter: showAt, minTickGap: 24 }}
      />
    );
  return (
    <AreaChart
      {...shared}
      curveType="stepBefore"
      areaProps={{ isAnimationActive: false }}
      xAxisProps={{
        type: "number",
        domain: ["dataMin", "dataMax"],
        tickFormatter: showAt,
        minTickGap: 24,
        padding: { left: 24, right: 24 },
      }}
    />
  );
}
