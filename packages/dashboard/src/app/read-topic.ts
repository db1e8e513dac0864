const LENGTH_MAX = 64;

/** The topic of a URL. One of the shop's own may be a number, which the router reads as one. */
export function readTopic(topic: unknown): { topic?: string } {
  if (typeof topic !== "string" && typeof topic !== "number") return {};
  const text = String(topic);
  return text !== "" && text.length <= LENGTH_MAX ? { topic: text } : {};
}
