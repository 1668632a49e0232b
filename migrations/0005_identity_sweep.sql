CREATE INDEX `rate_limits_by_request` ON `rate_limits` (`last_request`);--> statement-breakpoint
CREATE INDEX `sessions_by_end` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `verifications_by_end` ON `verifications` (`expires_at`);
