import type { Subject } from "../../platform/outbox/events.ts";

type Topic = {
  /** The event that starts alerts for this topic; null when only the merchant starts them. */
  readonly startedBy: Extract<Subject, "stock.restocked" | "stock.ran-low" | "price.dropped"> | null;
  /** Whether the alerts share out new units: stock is counted before each wave, and offers can reserve units. */
  readonly sharesUnits: boolean;
  /** Whether a shopper can switch it on for a saved item. */
  readonly isWatchable: boolean;
};

/** The built-in topics. To add one, add an entry here and its texts in preferences/copy.ts and alerts/messages/copy.ts,
 *  and run `npm run openapi`.
 *  Any other name is valid too: its subscriptions wait until the merchant sends the alert. */
export const TOPICS = {
  backinstock: { startedBy: "stock.restocked", sharesUnits: true, isWatchable: false },
  comingsoon: { startedBy: null, sharesUnits: false, isWatchable: false },
  pricedrop: { startedBy: "price.dropped", sharesUnits: false, isWatchable: true },
  lowstock: { startedBy: "stock.ran-low", sharesUnits: false, isWatchable: true },
} as const satisfies Record<string, Topic>;

export type TopicName = keyof typeof TOPICS;

const findTopic = (name: string): Topic | undefined =>
  Object.hasOwn(TOPICS, name) ? TOPICS[name as TopicName] : undefined;

export const sharesUnits = (name: string) => findTopic(name)?.sharesUnits ?? false;
export const isWatchable = (name: string) => findTopic(name)?.isWatchable ?? false;

const NAMES = Object.keys(TOPICS) as TopicName[];

export const topicsStartedBy = (subject: Subject) => NAMES.filter((name) => TOPICS[name].startedBy === subject);

/** The built-in topics, and the shop's own. */
export const listTopics = (own: readonly string[]) =>
  [...new Set([...NAMES, ...own])].map((name) => ({
    name,
    builtIn: findTopic(name) !== undefined,
    startedBy: findTopic(name)?.startedBy ?? null,
    sharesUnits: sharesUnits(name),
  }));

// For errors and descriptions, such as "pricedrop or lowstock".
const anyOf = new Intl.ListFormat("en", { type: "disjunction" });
export const ANY_TOPIC = anyOf.format([...NAMES, "a topic of the shop's own"]);
export const ANY_WATCHABLE_TOPIC = anyOf.format(NAMES.filter(isWatchable));
