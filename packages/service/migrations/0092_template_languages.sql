-- A message may be written in each language. Empty: saved before there were languages; it counts as one in the language of
-- the store, until somebody saves that one.
alter table templates add language text not null default '' check (length(language) <= 8);
alter table templates drop constraint templates_pkey, add primary key (store_id, topic, language);
alter table template_versions add language text not null default '' check (length(language) <= 8);
alter table template_versions drop constraint template_versions_pkey, add primary key (store_id, topic, language, version);
grant update (language) on template_versions to keepsake_store;
