import type { StoreTx } from "../../../platform/db/db.ts";

export type Template = {
  readonly topic: string;
  readonly subject: string;
  readonly source: string;
  /** Compiled from the source; its Liquid is left as it is. */
  readonly html: string;
  readonly updatedAt: Date;
  /** Counts the saves of the topic. */
  readonly version: number;
};

export async function findTemplate(tx: StoreTx, topic: string): Promise<Template | undefined> {
  const [template] = await tx<Template>`
    select topic, subject, source, html, updated_at as "updatedAt", version from templates
    where store_id = ${tx.storeId} and topic = ${topic}`;
  return template;
}

type NewTemplate = Omit<Template, "updatedAt" | "version"> & { readonly savedBy: string };

/** Saves a template as the next version of its topic. Deletes the versions that are too old. */
export async function saveVersion(tx: StoreTx, { topic, subject, source, html, savedBy }: NewTemplate, kept: number) {
  const [row] = await tx<{ version: number }>`
    with next as (
      select coalesce(greatest(
        (select max(version) from template_versions where store_id = ${tx.storeId} and topic = ${topic}),
        (select version from templates where store_id = ${tx.storeId} and topic = ${topic})), 0) + 1 as version
    ), added as (
      insert into template_versions (store_id, topic, version, subject, source, saved_by)
      select ${tx.storeId}, ${topic}, version, ${subject}, ${source}, ${savedBy} from next
    ), trimmed as (
      delete from template_versions v using next
      where v.store_id = ${tx.storeId} and v.topic = ${topic} and v.version <= next.version - ${kept}
    )
    insert into templates (store_id, topic, subject, source, html, version)
    select ${tx.storeId}, ${topic}, ${subject}, ${source}, ${html}, version from next
    on conflict (store_id, topic) do update
      set subject = excluded.subject, source = excluded.source, html = excluded.html, updated_at = now(),
        version = excluded.version
    returning version`;
  return row?.version as number;
}

/** Saves of one topic wait for each other, also the first. */
export const lockTemplate = (tx: StoreTx, topic: string) => tx`
  select pg_advisory_xact_lock(hashtextextended('template:' || ${topic}::text, ${tx.storeId}))`;

export type TemplateVersion = {
  readonly version: number;
  readonly subject: string;
  readonly source: string;
  readonly savedAt: Date;
  readonly savedBy: string;
};

/** The newest first. */
export const selectVersions = (tx: StoreTx, topic: string) => tx<TemplateVersion>`
  select version, subject, source, saved_at as "savedAt", saved_by as "savedBy" from template_versions
  where store_id = ${tx.storeId} and topic = ${topic} order by version desc limit 100`;

export async function findVersion(tx: StoreTx, topic: string, version: number): Promise<TemplateVersion | undefined> {
  const [found] = await tx<TemplateVersion>`
    select version, subject, source, saved_at as "savedAt", saved_by as "savedBy" from template_versions
    where store_id = ${tx.storeId} and topic = ${topic} and version = ${version}`;
  return found;
}

export const selectTemplates = (tx: StoreTx) => tx<Pick<Template, "topic" | "version" | "updatedAt">>`
  select topic, version, updated_at as "updatedAt" from templates where store_id = ${tx.storeId} order by topic limit 500`;

export async function deleteTemplate(tx: StoreTx, topic: string): Promise<boolean> {
  const deleted = await tx`delete from templates where store_id = ${tx.storeId} and topic = ${topic} returning topic`;
  return deleted.length === 1;
}
