CREATE TABLE `failed_mails` ( `id` text PRIMARY KEY NOT NULL, `kind` text NOT NULL, `recipient` text NOT NULL, `reason` text NOT NULL, `failed_at` integer NOT NULL );
CREATE INDEX `failed_mails_newest` ON `failed_mails` (`failed_at`);
