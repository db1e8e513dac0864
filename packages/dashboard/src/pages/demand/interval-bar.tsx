/** How many of the wanted units will be bought: the range as a band, the advice as a line in it. */
export function IntervalBar({
  low,
  high,
  units,
  wanted,
  label,
}: {
  low: number;
  high: number;
  units: number;
  wanted: number;
  label: string;
}) {
  const most = Math.max(wanted, high, 1);
  const at = (value: number) => `${(value / most) * 100}%`;
  return (
    <svg width="100%" height="28" role="img" aria-label={label}>
      <rect x="0" y="10" width="100%" height="8" rx="4" fill="var(--ks-line)" />
      <rect
        x={at(low)}
        y="10"
        width={at(Math.max(high - low, most / 100))}
        height="8"
        rx="4"
        fill="var(--mantine-color-fir-4)"
      />
      <circle cx={at(Math.min(units, most))} cy="14" r="8" fill="var(--mantine-primary-color-filled)" />
    </svg>
  );
}
