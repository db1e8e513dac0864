import { type Static, Type } from "typebox";
import { described, PlatformIdIn } from "../../../platform/http/wire.ts";
import { readPlatformId } from "../../../platform/text/platform-id.ts";
import { shopperCredentials } from "../../shoppers/wire.ts";
import { notWatchable } from "../errors.ts";
import { ANY_WATCHABLE_TOPIC, isWatchable } from "../topics.ts";
import { localeFields, readLocale, readTopics, TopicsIn } from "../wire.ts";
import type { Watch } from "./watch.ts";

export const WatchIn = Type.Object({
  ...shopperCredentials,
  lid: Type.String({ minLength: 1, maxLength: 100, description: "List id" }),
  epi: PlatformIdIn("Variant id of an item on that list"),
  topics: TopicsIn(`Each is ${ANY_WATCHABLE_TOPIC}. A JSON array, its text, a repeated field or one topic`),
  on: Type.Union([Type.Literal("1"), Type.Literal("0"), Type.Literal(1), Type.Literal(0)]),
  ...localeFields,
});

export function readWatch(body: Static<typeof WatchIn>): Omit<Watch, "ipHash"> {
  const topics = readTopics(body.topics);
  if (!topics.every(isWatchable)) throw notWatchable();
  return {
    listId: body.lid,
    platformId: readPlatformId("epi", body.epi).text,
    topics,
    isOn: Number(body.on) === 1,
    ...readLocale(body),
  };
}

export const WatchOut = described(
  Type.Object({ message: Type.String(), topics: Type.Array(Type.String()), on: Type.Boolean() }),
);

export const watchRecord = ({ isOn, topics }: Pick<Watch, "isOn" | "topics">): string =>
  JSON.stringify({ message: isOn ? "Watched" : "No longer watched", topics, on: isOn });
