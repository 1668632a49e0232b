CREATE TABLE `partner_sales` (
	`partner` text PRIMARY KEY NOT NULL,
	`orders` integer NOT NULL,
	`paid_orders` integer NOT NULL,
	`revenue_cents` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `partner_sales_best` ON `partner_sales` ((-"revenue_cents"),`partner`) WHERE "partner_sales"."orders" > 0;--> statement-breakpoint
DROP INDEX `orders_by_partner`;--> statement-breakpoint
-- What partners have brought, a row a partner. An order counts while it is shown, its money while it is
-- paid and open; triggers add what is new and take away what no longer is. A row, once there, stays:
-- an order that ran out may yet be paid back and so be shown again.
INSERT INTO `partner_sales` (`partner`, `orders`, `paid_orders`, `revenue_cents`)
SELECT `partner`,
	sum(`closed_why` IS NULL OR `closed_why` = 'refunded'),
	sum(`transaction_id` IS NOT NULL AND `closed_at` IS NULL),
	sum(`total_cents` * (`transaction_id` IS NOT NULL AND `closed_at` IS NULL))
FROM `orders` WHERE `partner` IS NOT NULL GROUP BY `partner`;--> statement-breakpoint
CREATE TRIGGER `partner_sales_added` AFTER INSERT ON `orders` WHEN new.`partner` IS NOT NULL
BEGIN
	INSERT INTO `partner_sales` (`partner`, `orders`, `paid_orders`, `revenue_cents`) VALUES (
		new.`partner`,
		new.`closed_why` IS NULL OR new.`closed_why` = 'refunded',
		new.`transaction_id` IS NOT NULL AND new.`closed_at` IS NULL,
		new.`total_cents` * (new.`transaction_id` IS NOT NULL AND new.`closed_at` IS NULL)
	) ON CONFLICT (`partner`) DO UPDATE SET
		`orders` = `orders` + excluded.`orders`,
		`paid_orders` = `paid_orders` + excluded.`paid_orders`,
		`revenue_cents` = `revenue_cents` + excluded.`revenue_cents`;
END;--> statement-breakpoint
CREATE TRIGGER `partner_sales_changed` AFTER UPDATE OF `total_cents`, `transaction_id`, `closed_at`, `closed_why` ON `orders`
WHEN old.`partner` IS NOT NULL AND new.`partner` = old.`partner`
BEGIN
	UPDATE `partner_sales` SET
		`orders` = `orders`
			- (old.`closed_why` IS NULL OR old.`closed_why` = 'refunded')
			+ (new.`closed_why` IS NULL OR new.`closed_why` = 'refunded'),
		`paid_orders` = `paid_orders`
			- (old.`transaction_id` IS NOT NULL AND old.`closed_at` IS NULL)
			+ (new.`transaction_id` IS NOT NULL AND new.`closed_at` IS NULL),
		`revenue_cents` = `revenue_cents`
			- old.`total_cents` * (old.`transaction_id` IS NOT NULL AND old.`closed_at` IS NULL)
			+ new.`total_cents` * (new.`transaction_id` IS NOT NULL AND new.`closed_at` IS NULL)
	WHERE `partner` = new.`partner`;
END;--> statement-breakpoint
CREATE TRIGGER `partner_sales_moved` AFTER UPDATE OF `partner` ON `orders` WHEN new.`partner` IS NOT old.`partner`
BEGIN
	UPDATE `partner_sales` SET
		`orders` = `orders` - (old.`closed_why` IS NULL OR old.`closed_why` = 'refunded'),
		`paid_orders` = `paid_orders` - (old.`transaction_id` IS NOT NULL AND old.`closed_at` IS NULL),
		`revenue_cents` = `revenue_cents` - old.`total_cents` * (old.`transaction_id` IS NOT NULL AND old.`closed_at` IS NULL)
	WHERE `partner` = old.`partner`;
	INSERT INTO `partner_sales` (`partner`, `orders`, `paid_orders`, `revenue_cents`)
	SELECT
		new.`partner`,
		new.`closed_why` IS NULL OR new.`closed_why` = 'refunded',
		new.`transaction_id` IS NOT NULL AND new.`closed_at` IS NULL,
		new.`total_cents` * (new.`transaction_id` IS NOT NULL AND new.`closed_at` IS NULL)
	WHERE new.`partner` IS NOT NULL
	ON CONFLICT (`partner`) DO UPDATE SET
		`orders` = `orders` + excluded.`orders`,
		`paid_orders` = `paid_orders` + excluded.`paid_orders`,
		`revenue_cents` = `revenue_cents` + excluded.`revenue_cents`;
END;--> statement-breakpoint
CREATE TRIGGER `partner_sales_removed` AFTER DELETE ON `orders` WHEN old.`partner` IS NOT NULL
BEGIN
	UPDATE `partner_sales` SET
		`orders` = `orders` - (old.`closed_why` IS NULL OR old.`closed_why` = 'refunded'),
		`paid_orders` = `paid_orders` - (old.`transaction_id` IS NOT NULL AND old.`closed_at` IS NULL),
		`revenue_cents` = `revenue_cents` - old.`total_cents` * (old.`transaction_id` IS NOT NULL AND old.`closed_at` IS NULL)
	WHERE `partner` = old.`partner`;
END;
