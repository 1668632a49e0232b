ALTER TABLE `orders` ADD `partner` text;--> statement-breakpoint
CREATE INDEX `orders_by_partner` ON `orders` (`partner`) WHERE "orders"."partner" is not null;