-- Runs outside a transaction, because it commits after each page.
call carry_over_alerts();
