/** Marks a setting whose value `keepsake config print` hides. */
export const SECRET = { writeOnly: true } as const;

export const isSecret = (schema: object) => "writeOnly" in schema;

/** Hides the password of a URL and the whole of any other secret. Of the URL of an HTTP provider only the server is shown:
 *  many of them have their secret in the path or in a parameter. */
export function redact(name: string, value: string) {
  if (!name.endsWith("_URL") || !URL.canParse(value)) return "[redacted]";
  const url = new URL(value);
  if (name.endsWith("_HTTP_URL")) return `${url.origin}/[redacted]`;
  if (url.password) url.password = "redacted";
  else if (name === "NATS_URL" && url.username) url.username = "redacted"; // without a password, it is a NATS token
  for (const key of new Set(url.searchParams.keys()))
    if (/pass|secret|token|key/i.test(key)) url.searchParams.set(key, "redacted");
  return url.toString();
}
