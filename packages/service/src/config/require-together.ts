/** Returns the values of settings that only work together. Throws when one of them is missing. */
export function requireTogether<Name extends string, const Names extends readonly Name[]>(
  env: { readonly [Key in Name]?: string },
  names: Names,
): { [Index in keyof Names]: string } {
  const missing = names.filter((name) => env[name] === undefined);
  if (missing.length > 0) throw new Error(`${names.join(", ")} must be set together. Not set: ${missing.join(", ")}.`);
  return names.map((name) => String(env[name])) as { [Index in keyof Names]: string };
}
