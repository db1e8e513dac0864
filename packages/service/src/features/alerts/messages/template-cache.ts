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
  /** Returns undefined when the store has no template for the topic. Throws when the template fails. */
  render(
    storeId: StoreId,
    topic: string,
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
      const at = key.indexOf(":");
      return db.inStore(Number(key.slice(0, at)) as StoreId, (tx) => findTemplate(tx, key.slice(at + 1)));
    },
    { ttlMs: FRESH_MS, max: TEMPLATES_MAX, clock },
  );
  return {
    async render(storeId, topic, factsOf) {
      const template = await templates.get(`${storeId}:${topic}`);
      if (!template) return undefined;
      const facts = factsOf();
      const { subject, html } = await renderer.render(storeId, template, facts);
      return { subject: toSubject(subject) || oneLine(facts.shop.name), html };
    },
  };
}
