/** Returns the values of settings that only work together. Throws when one of them is missing. */
export function requireTogether<const Names extends readonly string[]>(
  env: { readonly [Name in Names[number]]?: string },
  names: Names,
): { [Index in keyof Names]: string } {
  const missing = names.filter((name: Names[number]) => env[name] === undefined);
  if (missing.length > 0) throw new Error(`${names.join(", ")} must be set together. Not set: ${missing.join(", ")}.`);
  return names.map((name: Names[number]) => String(env[name])) as { [Index in keyof Names]: string };
}
