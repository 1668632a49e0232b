DROP INDEX `reviews_by_user`;
CREATE INDEX `reviews_by_user` ON `reviews` (`user_id`,`created_at`,`id`);
