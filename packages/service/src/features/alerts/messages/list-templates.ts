import type { StoreTx } from "../../../platform/db/db.ts";
import { TOPICS } from "../../subscriptions/topics.ts";
import { selectTemplates } from "./sql.ts";

/** The topics that have a message: the built-in ones, and those that the store has written one for. */
export async function listTemplates(tx: StoreTx) {
  const own = new Map((await selectTemplates(tx)).map((template) => [template.topic, template]));
  return [...new Set([...Object.keys(TOPICS), ...own.keys()])].map((topic) => ({
    topic,
    version: own.get(topic)?.version ?? 0,
    updatedAt: own.get(topic)?.updatedAt ?? null,
  }));
}
