const DECIMALS = 4;
const SCALE = 10n ** BigInt(DECIMALS);
const DECIMAL = /^(-?)(\d{1,24})(?:\.(\d{1,4})0*)?$/;

/** A decimal number with up to four decimals, as whole ten-thousandths, so that sums are exact. Undefined for anything else. */
export function parseDecimal(text: string): bigint | undefined {
  const [, sign, whole, fraction = ""] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const value = BigInt(whole) * SCALE + BigInt(fraction.padEnd(DECIMALS, "0"));
  return sign ? -value : value;
}

/** Such as "19.99" for 199900n. */
export function formatDecimal(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(DECIMALS + 1, "0");
  const fraction = digits.slice(-DECIMALS).replace(/0{1,4}$/, "");
  return `${value < 0n ? "-" : ""}${digits.slice(0, -DECIMALS)}${fraction && `.${fraction}`}`;
}
