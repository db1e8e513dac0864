import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { shortCache } from "../../../platform/short-cache.ts";
import { oneLine } from "../../../platform/text/html.ts";
import type { Facts } from "./alert-mail.ts";
import type { Renderer } from "./renderer.ts";
import { findTemplate } from "./sql.ts";

/** Messages in a store's own words. */
export type TemplateCache = {
  /** Nothing where the store has no template for the topic: then the default is sent. Throws where the template fails. */
  write(storeId: StoreId, topic: string, facts: Facts): Promise<{ subject: string; html: string } | undefined>;
};

const REMEMBERED_MS = 5_000;
const REMEMBERED_MAX = 500;
const SUBJECT_MAX = 200;

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
    { ttlMs: REMEMBERED_MS, max: REMEMBERED_MAX, clock },
  );
  return {
    async write(storeId, topic, facts) {
      const template = await templates.get(`${storeId}:${topic}`);
      if (!template) return undefined;
      const { subject, html } = await renderer.render(template, facts);
      return { subject: oneLine(subject).slice(0, SUBJECT_MAX) || oneLine(facts.shop.name), html };
    },
  };
}
