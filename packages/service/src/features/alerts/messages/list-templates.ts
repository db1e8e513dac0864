import type { StoreTx } from "../../../platform/db/db.ts";
import { TOPICS } from "../../subscriptions/topics.ts";
import { NO_LANGUAGE } from "./message-place.ts";
import { type SavedTemplate, selectTemplates } from "./sql.ts";

type Listed = Omit<SavedTemplate, "updatedAt"> & { readonly updatedAt: Date | null };

/** The topics that have a message, built-in ones and those that the store has written one for: each in the language of the
 *  store, and in those that the store has written it in. */
export async function listTemplates(tx: StoreTx, storeLanguage: string): Promise<Listed[]> {
  const saved = await selectTemplates(tx);
  const byTopic = Map.groupBy(saved, ({ topic }) => topic);
  return [...new Set([...Object.keys(TOPICS), ...byTopic.keys()])].flatMap((topic) => {
    const own = byTopic.get(topic) ?? [];
    const first = own.find(({ language }) => language === storeLanguage) ??
      own.find(({ language }) => language === NO_LANGUAGE) ?? { topic, version: 0, updatedAt: null, savedBy: null };
    const others = own.filter(({ language }) => language !== storeLanguage && language !== NO_LANGUAGE);
    return [{ ...first, language: storeLanguage }, ...others];
  });
}
