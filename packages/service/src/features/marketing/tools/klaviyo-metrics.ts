import { CONSENT } from "../connection.ts";
import type { Content } from "../content.ts";

/** What Klaviyo calls the topics. Topics of the shop's own keep their names. */
const TOPICS: Readonly<Record<string, string>> = {
  backinstock: "Back in Stock",
  comingsoon: "Coming Soon",
  pricedrop: "Price Drop",
  lowstock: "Low Stock",
};
const TOPIC_MAX = 60;

const METRICS: Readonly<Record<Exclude<Content["subject"], typeof CONSENT>, (topic: string) => string>> = {
  "alert.subscribed": (topic) => `Subscribed to ${topic}`,
  "alert.unsubscribed": (topic) => `Unsubscribed from ${topic}`,
  "alert.offered": (topic) => `${topic} Offer Made`,
  "alert.sent": (topic) => `${topic} Alert Sent`,
  "alert.clicked": (topic) => `${topic} Alert Clicked`,
  "alert.bought": (topic) => `Bought after ${topic} Alert`,
  "item.added": () => "Added to Wishlist",
  "item.removed": () => "Removed from Wishlist",
  "list.shared": () => "Shared Wishlist",
};

/** The name of the event in Klaviyo, where it is called a metric. Flows are started by it, so it does not change. */
export function metricOf({ subject, topic }: Pick<Content, "subject" | "topic">): string {
  if (subject === CONSENT) throw new Error("Klaviyo gets the answer about the mailing list as a subscription");
  const name = topic === null ? "Back in Stock" : (TOPICS[topic] ?? topic.slice(0, TOPIC_MAX));
  return METRICS[subject](name);
}
