import type { StoreTx } from "../../../platform/db/db.ts";

export type Template = {
  readonly topic: string;
  readonly subject: string;
  readonly source: string;
  /** Compiled from the source; its Liquid is left as it is. */
  readonly html: string;
  readonly updatedAt: Date;
};

export async function findTemplate(tx: StoreTx, topic: string): Promise<Template | undefined> {
  const [template] = await tx<Template>`
    select topic, subject, source, html, updated_at as "updatedAt" from templates
    where store_id = ${tx.storeId} and topic = ${topic}`;
  return template;
}

export const upsertTemplate = (tx: StoreTx, { topic, subject, source, html }: Omit<Template, "updatedAt">) => tx`
  insert into templates (store_id, topic, subject, source, html)
  values (${tx.storeId}, ${topic}, ${subject}, ${source}, ${html})
  on conflict (store_id, topic) do update
    set subject = excluded.subject, source = excluded.source, html = excluded.html, updated_at = now()`;

export async function deleteTemplate(tx: StoreTx, topic: string): Promise<boolean> {
  const deleted = await tx`delete from templates where store_id = ${tx.storeId} and topic = ${topic} returning topic`;
  return deleted.length === 1;
}
