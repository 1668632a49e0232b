CREATE TABLE `digest_stops` ( `recipient` text PRIMARY KEY NOT NULL, `created_at` integer NOT NULL );
