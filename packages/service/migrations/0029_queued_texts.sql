-- The queue also holds text messages, with the phone number in to_email and neither subject nor HTML.
alter table mails add medium text not null default 'email' check (medium in ('email', 'sms'));
