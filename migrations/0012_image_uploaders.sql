CREATE TABLE `image_uploaders` ( `key` text NOT NULL, `user_id` text NOT NULL, PRIMARY KEY(`key`, `user_id`), FOREIGN KEY (`key`) REFERENCES `images`(`key`) ON UPDATE no action ON DELETE cascade, FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade );
CREATE INDEX `image_uploaders_by_user` ON `image_uploaders` (`user_id`);
ALTER TABLE `images` ADD `checked_at` integer;
ALTER TABLE `images` ADD `deleting_at` integer;
CREATE INDEX `images_to_check` ON `images` (`checked_at`,`created_at`);
CREATE INDEX `reviews_of_user` ON `reviews` (`user_id`,`created_at`,`id`);
CREATE INDEX `reviews_of_user_and_tool` ON `reviews` (`user_id`,`tool_id`);
