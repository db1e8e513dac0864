import { createHash, createHmac } from "node:crypto";

/** An access key of Amazon, or of a service that checks signatures as Amazon does. */
export type AwsKey = { readonly region: string; readonly accessKey: string; readonly secretKey: string };

type Signed = {
  readonly service: "ses" | "s3";
  readonly method: "GET" | "POST" | "PUT";
  /** Its path must be encoded with `encodeAws` already. */
  readonly url: URL;
  /** With lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly now: number;
};

/** Returns the headers of a request with its AWS Signature Version 4. Every header is signed. */
export function signAws(
  { region, accessKey, secretKey }: AwsKey,
  { service, method, url, headers, body, now }: Signed,
): Record<string, string> {
  const at = new Date(now).toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
  const day = at.slice(0, 8);
  const scope = `${day}/${region}/${service}/aws4_request`;
  const sent = { ...headers, "x-amz-date": at };
  const lines = Object.entries({ ...sent, host: url.host }).toSorted(byName);
  const names = lines.map(([name]) => name).join(";");
  const query = [...url.searchParams].map(([name, value]) => `${encodeAws(name)}=${encodeAws(value)}`);
  const canonical = [
    method,
    url.pathname,
    query.toSorted().join("&"),
    ...lines.map(([name, value]) => `${name}:${value.trim()}`),
    "",
    names,
    sha256(body),
  ].join("\n");
  const key = hmac(hmac(hmac(hmac(`AWS4${secretKey}`, day), region), service), "aws4_request");
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${at}\n${scope}\n${sha256(canonical)}`).toString("hex");
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

/** Percent-encodes a part of a path or query as the signature wants it, which is stricter than `encodeURIComponent`. */
export const encodeAws = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]) => (a < b ? -1 : 1);
