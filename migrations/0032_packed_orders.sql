ALTER TABLE `orders` ADD `packed_at` integer;
