CREATE TABLE `audit` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`actor_id` text,
	`action` text NOT NULL,
	`subject_id` text NOT NULL,
	`detail` text NOT NULL,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "audit_action" CHECK("audit"."action" in ('tool.added', 'tool.changed', 'tool.deleted', 'order.placed', 'order.paid', 'order.shipped', 'order.deleted', 'order.expired', 'order.refund_owed', 'order.refunded', 'user.made_admin', 'user.removed_admin'))
);
--> statement-breakpoint
CREATE INDEX `audit_newest` ON `audit` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_by_subject` ON `audit` (`subject_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `images` (
	`key` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`bytes` integer NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`owner_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `images_by_owner` ON `images` (`owner_id`) WHERE "images"."owner_id" is not null;--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`user_name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`address` text NOT NULL,
	`tool_id` text NOT NULL,
	`tool_name` text NOT NULL,
	`image` text NOT NULL,
	`unit_price_cents` integer NOT NULL,
	`quantity` integer NOT NULL,
	`total_cents` integer NOT NULL,
	`status` text NOT NULL,
	`payment_attempt` integer DEFAULT 1 NOT NULL,
	`payment_intent_id` text,
	`transaction_id` text,
	`request_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`paid_at` integer,
	`shipped_at` integer,
	`closed_at` integer,
	`closed_why` text,
	`partner` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tool_id`) REFERENCES `tools`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_quantity" CHECK("orders"."quantity" >= 1),
	CONSTRAINT "orders_total" CHECK("orders"."total_cents" = "orders"."unit_price_cents" * "orders"."quantity"),
	CONSTRAINT "orders_status" CHECK("orders"."status" in ('Pending', 'Shipped')),
	CONSTRAINT "orders_closing" CHECK("orders"."closed_why" in ('deleted', 'expired', 'refunded')),
	CONSTRAINT "orders_paid" CHECK(("orders"."transaction_id" is null) = ("orders"."paid_at" is null)),
	CONSTRAINT "orders_closed" CHECK(("orders"."closed_at" is null) = ("orders"."closed_why" is null)),
	CONSTRAINT "orders_shipped_is_paid" CHECK("orders"."status" <> 'Shipped' or "orders"."paid_at" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_payment_intent_id_unique` ON `orders` (`payment_intent_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_transaction_id_unique` ON `orders` (`transaction_id`);--> statement-breakpoint
CREATE INDEX `orders_by_user` ON `orders` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_newest` ON `orders` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_by_total` ON `orders` (`total_cents`,`id`);--> statement-breakpoint
CREATE INDEX `orders_by_email` ON `orders` (`email`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_by_tool` ON `orders` (`tool_id`);--> statement-breakpoint
CREATE INDEX `orders_by_partner` ON `orders` (`partner`) WHERE "orders"."partner" is not null;--> statement-breakpoint
CREATE INDEX `orders_holding` ON `orders` (`expires_at`) WHERE "orders"."transaction_id" is null and "orders"."closed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_request` ON `orders` (`user_id`,`request_key`);--> statement-breakpoint
CREATE TABLE `payment_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`intent_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `refunds` (
	`intent_id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`refund_id` text,
	`created_at` integer NOT NULL,
	`done_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_amount" CHECK("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_refund_id_unique` ON `refunds` (`refund_id`);--> statement-breakpoint
CREATE INDEX `refunds_by_order` ON `refunds` (`order_id`);--> statement-breakpoint
CREATE INDEX `refunds_open` ON `refunds` (`created_at`) WHERE "refunds"."done_at" is null;--> statement-breakpoint
CREATE TABLE `reviews` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`author` text NOT NULL,
	`rating` integer NOT NULL,
	`image` text NOT NULL,
	`description` text NOT NULL,
	`tool_id` text,
	`order_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`tool_id`) REFERENCES `tools`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reviews_rating" CHECK("reviews"."rating" between 1 and 5 and typeof("reviews"."rating") = 'integer')
);
--> statement-breakpoint
CREATE INDEX `reviews_newest` ON `reviews` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reviews_by_tool` ON `reviews` (`tool_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reviews_by_user` ON `reviews` (`user_id`);--> statement-breakpoint
CREATE TABLE `tools` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`image` text NOT NULL,
	`min_order_quantity` integer NOT NULL,
	`quantity` integer NOT NULL,
	`stocked` integer NOT NULL,
	`price_cents` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`archived_at` integer,
	CONSTRAINT "tools_min_order_quantity" CHECK("tools"."min_order_quantity" >= 1),
	CONSTRAINT "tools_quantity" CHECK("tools"."quantity" >= 0),
	CONSTRAINT "tools_stocked" CHECK("tools"."stocked" >= "tools"."quantity"),
	CONSTRAINT "tools_price" CHECK("tools"."price_cents" > 0),
	CONSTRAINT "tools_integers" CHECK(typeof("tools"."quantity") = 'integer' and typeof("tools"."min_order_quantity") = 'integer' and typeof("tools"."price_cents") = 'integer')
);
--> statement-breakpoint
CREATE INDEX `tools_catalogue` ON `tools` (`created_at`,`id`) WHERE "tools"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `tools_by_name` ON `tools` (`name`,`id`) WHERE "tools"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `tools_by_price` ON `tools` (`price_cents`,`id`) WHERE "tools"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `tools_by_quantity` ON `tools` (`quantity`,`id`) WHERE "tools"."archived_at" is null;--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`user_id` text NOT NULL,
	`access_token` text,
	`refresh_token` text,
	`id_token` text,
	`access_token_expires_at` integer,
	`refresh_token_expires_at` integer,
	`scope` text,
	`password` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `accounts_by_user` ON `accounts` (`user_id`);--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`count` integer NOT NULL,
	`last_request` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rate_limits_key_unique` ON `rate_limits` (`key`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`ip_address` text,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_unique` ON `sessions` (`token`);--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `sign_in_failures` (
	`account` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_verified` integer DEFAULT false NOT NULL,
	`image` text,
	`phone` text DEFAULT '' NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`role` text DEFAULT 'user' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "users_role" CHECK("users"."role" in ('user', 'admin')),
	CONSTRAINT "users_email_lowercase" CHECK("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_by_role` ON `users` (`role`);--> statement-breakpoint
CREATE TABLE `verifications` (
	`id` text PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`value` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `verifications_by_identifier` ON `verifications` (`identifier`);
