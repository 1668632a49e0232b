CREATE TABLE `owed_purges` (
	`tag` text PRIMARY KEY NOT NULL,
	`owed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `owed_purges_oldest` ON `owed_purges` (`owed_at`);
