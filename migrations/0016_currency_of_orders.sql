ALTER TABLE `orders` ADD `currency` text DEFAULT 'USD' NOT NULL;
