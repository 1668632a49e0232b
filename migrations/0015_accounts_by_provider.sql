CREATE INDEX `accounts_by_provider` ON `accounts` (`provider_id`,`account_id`);
