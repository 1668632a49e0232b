CREATE INDEX `balance_transactions_of_disputes` ON `balance_transactions` (`created_at`,`id`) WHERE "balance_transactions"."category" in ('dispute', 'dispute_reversal');
