ALTER TABLE `orders` ADD `refund_failed_cents` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE `orders` SET `refund_failed_cents` = coalesce((SELECT `amount_cents` * (`status` = 'failed') FROM `order_refunds` WHERE `order_id` = `orders`.`id` ORDER BY `created_at` DESC, `order_refunds`.`rowid` DESC LIMIT 1), 0) WHERE `id` IN (SELECT `order_id` FROM `order_refunds` WHERE `status` = 'failed');
