import { createHmac, timingSafeEqual } from "node:crypto";

/** Whether Twilio signed this request: HMAC-SHA1 with the account's auth token, over the address that Twilio called and the
 *  parameters of the form, sorted by name. A parameter that occurs twice counts once with each value. */
export function isTwilioSignature(
  secret: string,
  { url, form, signature }: { url: string; form: Readonly<Record<string, string | string[]>>; signature: string },
): boolean {
  const text = Object.keys(form)
    .toSorted()
    .flatMap((name) => [...new Set([form[name] ?? ""].flat())].toSorted().map((value) => `${name}${value}`))
    .join("");
  const expected = createHmac("sha1", secret).update(`${url}${text}`).digest();
  const given = Buffer.from(signature, "base64");
  return given.length === expected.length && timingSafeEqual(expected, given);
}
