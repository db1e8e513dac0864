const NUMBER = /^\s*-?\d{1,20}(\.\d{1,20})?\s*$/;

/** The same object with numbers where these fields hold numbers as text, as forms and many platforms send them. */
export function withNumbers(value: unknown, fields: readonly string[]): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const found = Object.entries(value).filter(
    ([name, field]) => fields.includes(name) && typeof field === "string" && NUMBER.test(field),
  );
  if (found.length === 0) return value;
  return { ...value, ...Object.fromEntries(found.map(([name, field]) => [name, Number(field)])) };
}
