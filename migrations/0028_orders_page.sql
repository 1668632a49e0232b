CREATE INDEX `checkouts_shown_by_user` ON `checkouts` (`user_id`,`created_at`,`id`) WHERE ("checkouts"."closed_why" is null or "checkouts"."closed_why" = 'refunded');
