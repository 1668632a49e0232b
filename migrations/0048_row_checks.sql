DROP TRIGGER tools_low_added;
DROP TRIGGER tools_low_changed;
CREATE TABLE `broken_rows` ( `table_name` text NOT NULL, `message` text NOT NULL, `subject` text NOT NULL, `found_at` integer NOT NULL, `seen_at` integer NOT NULL, PRIMARY KEY(`table_name`, `message`, `subject`) );
CREATE INDEX `broken_rows_newest` ON `broken_rows` (`found_at`);
CREATE INDEX `broken_rows_by_seen_at` ON `broken_rows` (`seen_at`);
CREATE TABLE `row_checks` ( `id` integer PRIMARY KEY NOT NULL, `step` integer DEFAULT 0 NOT NULL, `position` integer DEFAULT 0 NOT NULL, `checked` integer DEFAULT 0 NOT NULL, `started_at` integer, `finished_at` integer, `finished_rows` integer DEFAULT 0 NOT NULL );
CREATE TRIGGER tools_low_added AFTER INSERT ON tools WHEN new.is_low <> (new.quantity <= coalesce(new.low_stock, (SELECT low_stock_mark FROM shop_counts WHERE id = 1))) BEGIN UPDATE tools SET is_low = (new.quantity <= coalesce(new.low_stock, (SELECT low_stock_mark FROM shop_counts WHERE id = 1))) WHERE number = new.number; END;
CREATE TRIGGER tools_low_changed AFTER UPDATE OF quantity, low_stock ON tools WHEN new.is_low <> (new.quantity <= coalesce(new.low_stock, (SELECT low_stock_mark FROM shop_counts WHERE id = 1))) BEGIN UPDATE tools SET is_low = (new.quantity <= coalesce(new.low_stock, (SELECT low_stock_mark FROM shop_counts WHERE id = 1))) WHERE number = new.number; END;
