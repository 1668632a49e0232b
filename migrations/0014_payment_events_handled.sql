CREATE INDEX `payment_events_handled` ON `payment_events` (`created_at`) WHERE "payment_events"."retry_at" is null;
