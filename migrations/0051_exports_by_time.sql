CREATE INDEX `checkouts_paid_by_time` ON `checkouts` (`paid_at`,`id`) WHERE ("checkouts"."transaction_id" is not null and "checkouts"."closed_at" is null);
CREATE INDEX `order_refunds_done_by_time` ON `order_refunds` (`done_at`,`id`) WHERE "order_refunds"."status" = 'done';
