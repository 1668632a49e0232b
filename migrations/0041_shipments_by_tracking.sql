CREATE INDEX `shipments_by_tracking` ON `shipments` (lower("tracking_number"));
