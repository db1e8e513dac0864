-- When the person whose regid this row remembers was erased. It stays when they come back: what is older must not be imported again.
-- Erasures from before this column are known for accounts, whose addresses are suppressed with the time.
alter table shoppers add erased_at timestamptz;
