PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_audit` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`actor_id` text,
	`action` text NOT NULL,
	`subject_id` text NOT NULL,
	`detail` text NOT NULL,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "audit_action" CHECK("__new_audit"."action" in ('tool.added', 'tool.changed', 'tool.deleted', 'order.placed', 'order.paid', 'order.shipped', 'order.deleted', 'order.expired', 'order.refund_owed', 'order.refunded', 'order.ship_undone', 'order.disputed', 'order.dispute_closed', 'review.replaced', 'review.deleted', 'user.made_admin', 'user.removed_admin'))
);
--> statement-breakpoint
INSERT INTO `__new_audit`("id", "created_at", "actor_id", "action", "subject_id", "detail") SELECT "id", "created_at", "actor_id", "action", "subject_id", "detail" FROM `audit`;--> statement-breakpoint
DROP TABLE `audit`;--> statement-breakpoint
ALTER TABLE `__new_audit` RENAME TO `audit`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `audit_newest` ON `audit` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_by_subject` ON `audit` (`subject_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_of_tools` ON `audit` (`created_at`,`id`) WHERE "audit"."action" in ('tool.added', 'tool.changed', 'tool.deleted');--> statement-breakpoint
CREATE INDEX `audit_of_orders` ON `audit` (`created_at`,`id`) WHERE "audit"."action" in ('order.placed', 'order.paid', 'order.shipped', 'order.deleted', 'order.expired', 'order.refund_owed', 'order.refunded', 'order.ship_undone', 'order.disputed', 'order.dispute_closed');--> statement-breakpoint
CREATE INDEX `audit_of_reviews` ON `audit` (`created_at`,`id`) WHERE "audit"."action" in ('review.replaced', 'review.deleted');--> statement-breakpoint
CREATE INDEX `audit_of_users` ON `audit` (`created_at`,`id`) WHERE "audit"."action" in ('user.made_admin', 'user.removed_admin');--> statement-breakpoint
ALTER TABLE `orders` ADD `refunded_at` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `disputed_at` integer;