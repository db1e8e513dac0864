-- When a store changes its sender, its queued messages are tried again at once.
grant update (due_at) on mails to keepsake_store;
