-- Whether the consent covers the mailing list: what its sign-up said about it. Null when it said nothing, and for consents
-- from before this column.
alter table consents add on_mailing_list boolean;

-- A repeated sign-up stores a consent only when its text is new for the subscription.
create policy folded_reads on consents for select to keepsake_hot using (true);
grant select (store_id, subscription_id, text_version) on consents to keepsake_hot;

-- With the last store of an organisation, the organisation goes, and its staff who work nowhere else.
grant delete on organisations to keepsake_operator;
grant usage on schema dashboard to keepsake_operator;
grant select (id, email), delete on dashboard."user" to keepsake_operator;
