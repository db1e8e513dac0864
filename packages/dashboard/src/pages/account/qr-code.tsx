import encodeQr from "qr";

/** The white margin without which some cameras find nothing. */
const MARGIN_MODULES = 4;
const MODULE_PX = 4;

/** A QR code. It stays black on white in dark mode, because many cameras read nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQr(text, "raw", { border: MARGIN_MODULES });
  const size = rows.length;
  const dark = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={size * MODULE_PX}
      height={size * MODULE_PX}
      className="ks-qr"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}
