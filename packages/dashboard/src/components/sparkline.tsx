/** A small line without axes. The table or text beside it has the figures. */
export function Sparkline({
  values,
  width = 96,
  height = 24,
}: {
  values: readonly number[];
  width?: number;
  height?: number;
}) {
  const most = Math.max(1, ...values);
  const step = width / Math.max(1, values.length - 1);
  const points = values
    .map((value, index) => `${index * step},${height - 2 - (value / most) * (height - 4)}`)
    .join(" ");
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <polyline points={points} fill="none" stroke="var(--mantine-primary-color-filled)" strokeWidth="1.5" />
    </svg>
  );
}
