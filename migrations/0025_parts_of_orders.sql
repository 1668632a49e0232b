ALTER TABLE `orders` ADD `shipping_cents` integer DEFAULT 0 NOT NULL;
ALTER TABLE `orders` ADD `tax_cents` integer DEFAULT 0 NOT NULL;
ALTER TABLE `orders` ADD `included_tax_cents` integer DEFAULT 0 NOT NULL;
UPDATE `orders` SET (`shipping_cents`, `tax_cents`, `included_tax_cents`) = (SELECT `shipping_cents`, `tax_cents`, `included_tax_cents` FROM `checkouts` WHERE `checkouts`.`id` = `orders`.`id`) WHERE `id` IN (SELECT `id` FROM `checkouts` WHERE `shipping_cents` + `tax_cents` + `included_tax_cents` > 0);
