CREATE TABLE `shipments` ( `id` text PRIMARY KEY NOT NULL, `checkout_id` text NOT NULL, `carrier` text NOT NULL, `tracking_number` text NOT NULL, `created_at` integer NOT NULL );
ALTER TABLE `orders` ADD `shipment_id` text;
CREATE INDEX `orders_by_shipment` ON `orders` (`shipment_id`) WHERE "orders"."shipment_id" is not null;
