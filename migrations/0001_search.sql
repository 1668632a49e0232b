DROP INDEX `audit_by_subject`;--> statement-breakpoint
CREATE INDEX `audit_of_tools` ON `audit` (`created_at`,`id`) WHERE "audit"."action" in ('tool.added', 'tool.changed', 'tool.deleted');--> statement-breakpoint
CREATE INDEX `audit_of_orders` ON `audit` (`created_at`,`id`) WHERE "audit"."action" in ('order.placed', 'order.paid', 'order.shipped', 'order.deleted', 'order.expired', 'order.refund_owed', 'order.refunded');--> statement-breakpoint
CREATE INDEX `audit_of_users` ON `audit` (`created_at`,`id`) WHERE "audit"."action" in ('user.made_admin', 'user.removed_admin');--> statement-breakpoint
CREATE INDEX `audit_by_subject` ON `audit` (`subject_id`,`created_at`,`id`);--> statement-breakpoint
DROP INDEX `orders_by_user`;--> statement-breakpoint
DROP INDEX `orders_newest`;--> statement-breakpoint
DROP INDEX `orders_by_total`;--> statement-breakpoint
DROP INDEX `orders_by_email`;--> statement-breakpoint
CREATE INDEX `orders_paid_by` ON `orders` (`user_id`,`tool_id`) WHERE "orders"."transaction_id" is not null;--> statement-breakpoint
CREATE INDEX `orders_by_image` ON `orders` (`image`);--> statement-breakpoint
CREATE INDEX `orders_by_user` ON `orders` (`user_id`,`created_at`,`id`) WHERE ("orders"."closed_why" is null or "orders"."closed_why" = 'refunded');--> statement-breakpoint
CREATE INDEX `orders_newest` ON `orders` (`created_at`,`id`) WHERE ("orders"."closed_why" is null or "orders"."closed_why" = 'refunded');--> statement-breakpoint
CREATE INDEX `orders_by_total` ON `orders` (`total_cents`,`id`) WHERE ("orders"."closed_why" is null or "orders"."closed_why" = 'refunded');--> statement-breakpoint
CREATE INDEX `orders_by_email` ON `orders` (`email`,`created_at`,`id`) WHERE ("orders"."closed_why" is null or "orders"."closed_why" = 'refunded');--> statement-breakpoint
DROP INDEX `reviews_by_tool`;--> statement-breakpoint
CREATE INDEX `reviews_by_image` ON `reviews` (`image`);--> statement-breakpoint
CREATE INDEX `reviews_by_tool` ON `reviews` (`tool_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `tools_by_image` ON `tools` (`image`);--> statement-breakpoint
CREATE INDEX `sign_in_failures_by_end` ON `sign_in_failures` (`ends_at`);--> statement-breakpoint
CREATE INDEX `verifications_by_value` ON `verifications` (`value`);--> statement-breakpoint
-- Search. Each table of what can be searched holds the trigrams of the words of its rows, under their
-- rowids, so that any three letters in a row are found and the newest rows come first. It has no
-- content of its own. Triggers keep it: what no list shows is not in it.
CREATE VIRTUAL TABLE `tools_search` USING fts5(`name`, `description`, content='', contentless_delete=1, tokenize='trigram');--> statement-breakpoint
CREATE VIRTUAL TABLE `orders_search` USING fts5(`user_name`, `email`, `tool_name`, `id`, `transaction_id`, content='', contentless_delete=1, tokenize='trigram');--> statement-breakpoint
CREATE VIRTUAL TABLE `users_search` USING fts5(`name`, `email`, content='', contentless_delete=1, tokenize='trigram');--> statement-breakpoint
INSERT INTO `tools_search` (rowid, `name`, `description`) SELECT rowid, `name`, `description` FROM `tools` WHERE `archived_at` IS NULL;--> statement-breakpoint
INSERT INTO `orders_search` (rowid, `user_name`, `email`, `tool_name`, `id`, `transaction_id`) SELECT rowid, `user_name`, `email`, `tool_name`, `id`, `transaction_id` FROM `orders` WHERE `closed_why` IS NULL OR `closed_why` = 'refunded';--> statement-breakpoint
INSERT INTO `users_search` (rowid, `name`, `email`) SELECT rowid, `name`, `email` FROM `users`;--> statement-breakpoint
CREATE TRIGGER `tools_search_added` AFTER INSERT ON `tools` WHEN new.`archived_at` IS NULL BEGIN INSERT INTO `tools_search` (rowid, `name`, `description`) VALUES (new.rowid, new.`name`, new.`description`); END;--> statement-breakpoint
CREATE TRIGGER `tools_search_changed` AFTER UPDATE OF `name`, `description`, `archived_at` ON `tools` BEGIN DELETE FROM `tools_search` WHERE rowid = old.rowid; INSERT INTO `tools_search` (rowid, `name`, `description`) SELECT new.rowid, new.`name`, new.`description` WHERE new.`archived_at` IS NULL; END;--> statement-breakpoint
CREATE TRIGGER `tools_search_removed` AFTER DELETE ON `tools` WHEN old.`archived_at` IS NULL BEGIN DELETE FROM `tools_search` WHERE rowid = old.rowid; END;--> statement-breakpoint
CREATE TRIGGER `orders_search_added` AFTER INSERT ON `orders` WHEN new.`closed_why` IS NULL OR new.`closed_why` = 'refunded' BEGIN INSERT INTO `orders_search` (rowid, `user_name`, `email`, `tool_name`, `id`, `transaction_id`) VALUES (new.rowid, new.`user_name`, new.`email`, new.`tool_name`, new.`id`, new.`transaction_id`); END;--> statement-breakpoint
CREATE TRIGGER `orders_search_changed` AFTER UPDATE OF `user_name`, `email`, `tool_name`, `transaction_id`, `closed_why` ON `orders` BEGIN DELETE FROM `orders_search` WHERE rowid = old.rowid; INSERT INTO `orders_search` (rowid, `user_name`, `email`, `tool_name`, `id`, `transaction_id`) SELECT new.rowid, new.`user_name`, new.`email`, new.`tool_name`, new.`id`, new.`transaction_id` WHERE new.`closed_why` IS NULL OR new.`closed_why` = 'refunded'; END;--> statement-breakpoint
CREATE TRIGGER `orders_search_removed` AFTER DELETE ON `orders` BEGIN DELETE FROM `orders_search` WHERE rowid = old.rowid; END;--> statement-breakpoint
CREATE TRIGGER `users_search_added` AFTER INSERT ON `users` BEGIN INSERT INTO `users_search` (rowid, `name`, `email`) VALUES (new.rowid, new.`name`, new.`email`); END;--> statement-breakpoint
CREATE TRIGGER `users_search_changed` AFTER UPDATE OF `name`, `email` ON `users` WHEN new.`name` <> old.`name` OR new.`email` <> old.`email` BEGIN DELETE FROM `users_search` WHERE rowid = old.rowid; INSERT INTO `users_search` (rowid, `name`, `email`) VALUES (new.rowid, new.`name`, new.`email`); END;--> statement-breakpoint
CREATE TRIGGER `users_search_removed` AFTER DELETE ON `users` BEGIN DELETE FROM `users_search` WHERE rowid = old.rowid; END;
