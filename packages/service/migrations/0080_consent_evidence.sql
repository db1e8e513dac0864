-- What shows that a person agreed, beside the text and the time: the language of the text, its version (the first half of a
-- SHA-256 of language and text), and a keyed hash of the IP address. A request keeps the hash until it is confirmed.
alter table consents add language varchar(35), add text_version uuid, add ip_hash uuid;
alter table sign_up_requests add ip_hash uuid;
