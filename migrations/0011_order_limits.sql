CREATE INDEX `orders_holding_by_user` ON `orders` (`user_id`,`quantity`) WHERE "orders"."transaction_id" is null and "orders"."closed_at" is null;
