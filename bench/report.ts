/** One printed result. `ok` compares it with `bar`; a line without `bar` only informs. */
export type Line = { readonly path: string; readonly ok?: boolean } & Readonly<
  Record<string, string | number | boolean>
>;

export function printLine(line: Line, asJson: boolean) {
  const rounded = Object.entries(line).map(([name, value]) => [name, typeof value === "number" ? round(value) : value]);
  if (asJson) console.log(JSON.stringify(Object.fromEntries(rounded)));
  else console.log(rounded.map(([name, value]) => column(String(name), String(value))).join("  "));
}

const column = (name: string, value: string) =>
  name === "path"
    ? value.padEnd(16)
    : name === "ok"
      ? value === "true"
        ? "ok"
        : "MISSED"
      : `${name} ${value.padStart(6)}`;

const round = (value: number) => (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
