import type { StoreTx } from "../../../platform/db/db.ts";
import type { MessagePlace } from "./message-place.ts";

export type Template = {
  readonly topic: string;
  readonly subject: string;
  readonly source: string;
  /** Compiled from the source; its Liquid is left as it is. */
  readonly html: string;
  readonly updatedAt: Date;
  /** Counts the saves of the topic in this language. */
  readonly version: number;
};

/** The template in the first of these languages that has one. */
export async function findTemplate(
  tx: StoreTx,
  topic: string,
  languages: readonly string[],
): Promise<Template | undefined> {
  const [template] = await tx<Template>`
    select topic, subject, source, html, updated_at as "updatedAt", version from templates
    where store_id = ${tx.storeId} and topic = ${topic} and language = any(${languages}::text[])
    order by array_position(${languages}::text[], language) limit 1`;
  return template;
}

type NewTemplate = Omit<Template, "updatedAt" | "version"> & { readonly language: string; readonly savedBy: string };

/** Saves a template as the next version of its topic in its language. Deletes the versions that are too old. */
export async function saveVersion(
  tx: StoreTx,
  { topic, language, subject, source, html, savedBy }: NewTemplate,
  kept: number,
) {
  const [row] = await tx<{ version: number }>`
    with next as (
      select coalesce(greatest(
        (select max(version) from template_versions
          where store_id = ${tx.storeId} and topic = ${topic} and language = ${language}),
        (select version from templates
          where store_id = ${tx.storeId} and topic = ${topic} and language = ${language})), 0) + 1 as version
    ), added as (
      insert into template_versions (store_id, topic, language, version, subject, source, saved_by)
      select ${tx.storeId}, ${topic}, ${language}, version, ${subject}, ${source}, ${savedBy} from next
    ), trimmed as (
      delete from template_versions v using next
      where v.store_id = ${tx.storeId} and v.topic = ${topic} and v.language = ${language}
        and v.version <= next.version - ${kept}
    )
    insert into templates (store_id, topic, language, subject, source, html, version)
    select ${tx.storeId}, ${topic}, ${language}, ${subject}, ${source}, ${html}, version from next
    on conflict (store_id, topic, language) do update
      set subject = excluded.subject, source = excluded.source, html = excluded.html, updated_at = now(),
        version = excluded.version
    returning version`;
  return row?.version as number;
}

/** Saves of one topic wait for each other, also the first. */
export const lockTemplate = (tx: StoreTx, topic: string) => tx`
  select pg_advisory_xact_lock(hashtextextended('template:' || ${topic}::text, ${tx.storeId}))`;

/** Gives a message without a language, and its versions, this one. Does nothing where the language has its own already. */
export async function adoptTemplate(tx: StoreTx, topic: string, language: string) {
  await tx`
    update template_versions v set language = ${language}
    where v.store_id = ${tx.storeId} and v.topic = ${topic} and v.language = '' and not exists (
      select from template_versions o where o.store_id = ${tx.storeId} and o.topic = ${topic} and o.language = ${language})`;
  await tx`
    update templates t set language = ${language}
    where t.store_id = ${tx.storeId} and t.topic = ${topic} and t.language = '' and not exists (
      select from templates o where o.store_id = ${tx.storeId} and o.topic = ${topic} and o.language = ${language})`;
}

export type TemplateVersion = {
  readonly version: number;
  readonly subject: string;
  readonly source: string;
  readonly savedAt: Date;
  readonly savedBy: string;
};

/** The newest first. */
export const selectVersions = (tx: StoreTx, { topic, kept }: MessagePlace) => tx<TemplateVersion>`
  select version, subject, source, saved_at as "savedAt", saved_by as "savedBy" from template_versions
  where store_id = ${tx.storeId} and topic = ${topic} and language = any(${kept}::text[])
  order by array_position(${kept}::text[], language), version desc limit 100`;

export async function findVersion(
  tx: StoreTx,
  { topic, kept }: MessagePlace,
  version: number,
): Promise<TemplateVersion | undefined> {
  const [found] = await tx<TemplateVersion>`
    select version, subject, source, saved_at as "savedAt", saved_by as "savedBy" from template_versions
    where store_id = ${tx.storeId} and topic = ${topic} and language = any(${kept}::text[]) and version = ${version}
    order by array_position(${kept}::text[], language) limit 1`;
  return found;
}

export type SavedTemplate = Pick<Template, "topic" | "version" | "updatedAt"> & {
  readonly language: string;
  /** Null when the version is not kept. */
  readonly savedBy: string | null;
};

export const selectTemplates = (tx: StoreTx) => tx<SavedTemplate>`
  select t.topic, t.language, t.version, t.updated_at as "updatedAt", v.saved_by as "savedBy"
  from templates t left join template_versions v using (store_id, topic, language, version)
  where t.store_id = ${tx.storeId}
  order by t.topic, t.language limit 2000`;

export async function deleteTemplate(tx: StoreTx, topic: string, language: string): Promise<boolean> {
  const deleted = await tx`
    delete from templates where store_id = ${tx.storeId} and topic = ${topic} and language = ${language} returning topic`;
  return deleted.length === 1;
}
