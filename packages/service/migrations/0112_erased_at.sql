-- When the person of the address was erased. Of an address that was suppressed before, the reason stays: complaints are counted
-- by it.
alter table suppressions add erased_at timestamptz;
