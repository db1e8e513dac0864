export type ChartRow = { readonly at: string | number; readonly [series: string]: string | number };
export type ChartSeries = { readonly name: string; readonly label: string; readonly color: string };
export type ChartProps = {
  /** Bars stand for days, on top of each other or side by side; steps for a demand that changes at certain prices. */
  readonly kind: "stacked" | "grouped" | "steps";
  readonly rows: readonly ChartRow[];
  readonly series: readonly ChartSeries[];
  readonly showAt: (at: string | number) => string;
  readonly showValue?: ((value: number) => string) | undefined;
};

export const CHART_HEIGHT = 260;
