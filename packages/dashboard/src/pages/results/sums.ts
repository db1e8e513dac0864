import type { Got } from "../../api/call.ts";

export type DayResult = Got<"/storeadmin/v3/results">["items"][number];
export type Money = DayResult["revenue"][number];
export type Sums = Pick<DayResult, "notified" | "clicked" | "bought" | "units"> & {
  readonly revenue: readonly Money[];
};

/** Adds up the results of days. Money is added by currency, and exactly. */
export function sumOf(results: readonly DayResult[]): Sums {
  const sum = (name: "notified" | "clicked" | "bought" | "units") =>
    results.reduce((total, one) => total + one[name], 0);
  const amounts = Map.groupBy(
    results.flatMap(({ revenue }) => revenue),
    ({ currency }) => currency,
  );
  return {
    notified: sum("notified"),
    clicked: sum("clicked"),
    bought: sum("bought"),
    units: sum("units"),
    revenue: [...amounts]
      .map(([currency, ofCurrency]) => ({ currency, amount: addAmounts(ofCurrency.map(({ amount }) => amount)) }))
      .toSorted((one, other) => one.currency.localeCompare(other.currency)),
  };
}

const decimalsOf = (amount: string) => amount.split(".")[1]?.length ?? 0;

/** Amounts have decimals that floating-point numbers lack, so they are added as whole numbers of the smallest decimal. */
export function addAmounts(amounts: readonly string[]): string {
  const decimals = Math.max(0, ...amounts.map(decimalsOf));
  const total = amounts.reduce(
    (sum, amount) => sum + BigInt(amount.replace(".", "") + "0".repeat(decimals - decimalsOf(amount))),
    0n,
  );
  const digits = String(total < 0n ? -total : total).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  return `${total < 0n ? "-" : ""}${whole}${decimals > 0 ? `.${digits.slice(-decimals)}` : ""}`;
}
