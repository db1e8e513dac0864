import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { toSubject } from "../../../platform/letter/letter.ts";
import { shortCache } from "../../../platform/short-cache.ts";
import { oneLine } from "../../../platform/text/one-line.ts";
import type { AlertFacts } from "./alert-facts.ts";
import type { Renderer } from "./renderer.ts";
import { findTemplate } from "./sql.ts";

/** The stores' own templates, cached for a few seconds. */
export type TemplateCache = {
  /** Renders the template of the topic in the first of these languages that has one. Returns undefined when none has. Throws
   *  when the template fails. */
  render(
    storeId: StoreId,
    message: { readonly topic: string; readonly languages: readonly string[] },
    facts: () => AlertFacts,
  ): Promise<{ subject: string; html: string } | undefined>;
};

const FRESH_MS = 5_000;
const TEMPLATES_MAX = 500;

export function createTemplateCache({
  db,
  renderer,
  clock,
}: {
  db: Pick<Db, "inStore">;
  renderer: Renderer;
  clock: Clock;
}): TemplateCache {
  const templates = shortCache(
    (key: string) => {
      const [storeId, topic, languages] = JSON.parse(key) as [StoreId, string, string[]];
      return db.inStore(storeId, (tx) => findTemplate(tx, topic, languages));
    },
    { ttlMs: FRESH_MS, max: TEMPLATES_MAX, clock },
  );
  return {
    async render(storeId, { topic, languages }, factsOf) {
      const template = await templates.get(JSON.stringify([storeId, topic, languages]));
      if (!template) return undefined;
      const facts = factsOf();
      const { subject, html } = await renderer.render(storeId, template, facts);
      return { subject: toSubject(subject) || oneLine(facts.shop.name), html };
    },
  };
}
