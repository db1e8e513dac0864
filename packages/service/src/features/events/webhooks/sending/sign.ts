import { Webhook } from "standardwebhooks";

/** The headers of Standard Webhooks. During a rotation there is one signature for each secret. */
export function signatureHeaders(
  secrets: readonly string[],
  { id, at, body }: { readonly id: string; readonly at: Date; readonly body: string },
): Record<string, string> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(" "),
  };
}

/** The id of a message: the same for each try and each replay of an event. Receivers handle an id once. It has the time of the
 *  event, because after a restore from a backup other events have the same numbers. */
export function messageId(
  pid: string,
  { number, id, body }: { readonly number: string; readonly id: string; readonly body: string },
) {
  const { timestamp } = JSON.parse(body) as { timestamp: string };
  const event = number === "0" ? `example_${id}` : `${number}_${Date.parse(timestamp)}`;
  return `msg_${pid.replaceAll(/[^\w-]/g, "_")}_${event}`;
}
