ALTER TABLE `checkouts` ADD `processing_at` integer;
