-- Search of one and two letters, for which a trigram is too long: beside the trigrams of the words, those
-- of their letters set apart by a character that nobody types (31). "a" stands between two of them, and
-- "ab" is a, that character, b: three characters, and so found as any three are. Another (30) parts the
-- columns. The views spread the words, sixteen letters a step; triggers keep the tables. Of an order it is
-- the names and the e-mail: two letters of an id are in every second one.
CREATE VIRTUAL TABLE `tools_letters` USING fts5(`letters`, content='', contentless_delete=1, detail='none', tokenize='trigram');--> statement-breakpoint
CREATE VIRTUAL TABLE `orders_letters` USING fts5(`letters`, content='', contentless_delete=1, detail='none', tokenize='trigram');--> statement-breakpoint
CREATE VIRTUAL TABLE `users_letters` USING fts5(`letters`, content='', contentless_delete=1, detail='none', tokenize='trigram');--> statement-breakpoint
CREATE VIEW `tools_spread` AS SELECT `place`, char(31) || (
	WITH RECURSIVE `part`(`i`) AS (SELECT 1 UNION ALL SELECT `i` + 16 FROM `part` WHERE `i` + 16 <= length(`words`))
	SELECT group_concat(concat_ws(char(31), substr(`words`, `i`, 1), substr(`words`, `i` + 1, 1), substr(`words`, `i` + 2, 1), substr(`words`, `i` + 3, 1), substr(`words`, `i` + 4, 1), substr(`words`, `i` + 5, 1), substr(`words`, `i` + 6, 1), substr(`words`, `i` + 7, 1), substr(`words`, `i` + 8, 1), substr(`words`, `i` + 9, 1), substr(`words`, `i` + 10, 1), substr(`words`, `i` + 11, 1), substr(`words`, `i` + 12, 1), substr(`words`, `i` + 13, 1), substr(`words`, `i` + 14, 1), substr(`words`, `i` + 15, 1)), char(31)) FROM `part`
) || char(31) AS `letters`
FROM (SELECT rowid AS `place`, `name` || char(30) || `description` AS `words` FROM `tools` WHERE `archived_at` IS NULL);--> statement-breakpoint
CREATE VIEW `orders_spread` AS SELECT `place`, char(31) || (
	WITH RECURSIVE `part`(`i`) AS (SELECT 1 UNION ALL SELECT `i` + 16 FROM `part` WHERE `i` + 16 <= length(`words`))
	SELECT group_concat(concat_ws(char(31), substr(`words`, `i`, 1), substr(`words`, `i` + 1, 1), substr(`words`, `i` + 2, 1), substr(`words`, `i` + 3, 1), substr(`words`, `i` + 4, 1), substr(`words`, `i` + 5, 1), substr(`words`, `i` + 6, 1), substr(`words`, `i` + 7, 1), substr(`words`, `i` + 8, 1), substr(`words`, `i` + 9, 1), substr(`words`, `i` + 10, 1), substr(`words`, `i` + 11, 1), substr(`words`, `i` + 12, 1), substr(`words`, `i` + 13, 1), substr(`words`, `i` + 14, 1), substr(`words`, `i` + 15, 1)), char(31)) FROM `part`
) || char(31) AS `letters`
FROM (SELECT rowid AS `place`, `user_name` || char(30) || `email` || char(30) || `tool_name` AS `words` FROM `orders` WHERE (`closed_why` IS NULL OR `closed_why` = 'refunded'));--> statement-breakpoint
CREATE VIEW `users_spread` AS SELECT `place`, char(31) || (
	WITH RECURSIVE `part`(`i`) AS (SELECT 1 UNION ALL SELECT `i` + 16 FROM `part` WHERE `i` + 16 <= length(`words`))
	SELECT group_concat(concat_ws(char(31), substr(`words`, `i`, 1), substr(`words`, `i` + 1, 1), substr(`words`, `i` + 2, 1), substr(`words`, `i` + 3, 1), substr(`words`, `i` + 4, 1), substr(`words`, `i` + 5, 1), substr(`words`, `i` + 6, 1), substr(`words`, `i` + 7, 1), substr(`words`, `i` + 8, 1), substr(`words`, `i` + 9, 1), substr(`words`, `i` + 10, 1), substr(`words`, `i` + 11, 1), substr(`words`, `i` + 12, 1), substr(`words`, `i` + 13, 1), substr(`words`, `i` + 14, 1), substr(`words`, `i` + 15, 1)), char(31)) FROM `part`
) || char(31) AS `letters`
FROM (SELECT rowid AS `place`, `name` || char(30) || `email` AS `words` FROM `users`);--> statement-breakpoint
INSERT INTO `tools_letters` (rowid, `letters`) SELECT `place`, `letters` FROM `tools_spread`;--> statement-breakpoint
INSERT INTO `orders_letters` (rowid, `letters`) SELECT `place`, `letters` FROM `orders_spread`;--> statement-breakpoint
INSERT INTO `users_letters` (rowid, `letters`) SELECT `place`, `letters` FROM `users_spread`;--> statement-breakpoint
CREATE TRIGGER `tools_letters_added` AFTER INSERT ON `tools` WHEN new.`archived_at` IS NULL
BEGIN
	INSERT INTO `tools_letters` (rowid, `letters`) SELECT `place`, `letters` FROM `tools_spread` WHERE `place` = new.rowid;
END;--> statement-breakpoint
CREATE TRIGGER `tools_letters_changed` AFTER UPDATE OF `name`, `description`, `archived_at` ON `tools`
WHEN (new.`archived_at` IS NULL) <> (old.`archived_at` IS NULL) OR new.`name` <> old.`name` OR new.`description` <> old.`description`
BEGIN
	DELETE FROM `tools_letters` WHERE rowid = old.rowid;
	INSERT INTO `tools_letters` (rowid, `letters`) SELECT `place`, `letters` FROM `tools_spread` WHERE `place` = new.rowid;
END;--> statement-breakpoint
CREATE TRIGGER `tools_letters_removed` AFTER DELETE ON `tools` WHEN old.`archived_at` IS NULL
BEGIN
	DELETE FROM `tools_letters` WHERE rowid = old.rowid;
END;--> statement-breakpoint
CREATE TRIGGER `orders_letters_added` AFTER INSERT ON `orders` WHEN (new.`closed_why` IS NULL OR new.`closed_why` = 'refunded')
BEGIN
	INSERT INTO `orders_letters` (rowid, `letters`) SELECT `place`, `letters` FROM `orders_spread` WHERE `place` = new.rowid;
END;--> statement-breakpoint
CREATE TRIGGER `orders_letters_changed` AFTER UPDATE OF `user_name`, `email`, `tool_name`, `closed_why` ON `orders`
WHEN (new.`closed_why` IS NULL OR new.`closed_why` = 'refunded') <> (old.`closed_why` IS NULL OR old.`closed_why` = 'refunded') OR new.`user_name` <> old.`user_name` OR new.`email` <> old.`email` OR new.`tool_name` <> old.`tool_name`
BEGIN
	DELETE FROM `orders_letters` WHERE rowid = old.rowid;
	INSERT INTO `orders_letters` (rowid, `letters`) SELECT `place`, `letters` FROM `orders_spread` WHERE `place` = new.rowid;
END;--> statement-breakpoint
CREATE TRIGGER `orders_letters_removed` AFTER DELETE ON `orders` WHEN (old.`closed_why` IS NULL OR old.`closed_why` = 'refunded')
BEGIN
	DELETE FROM `orders_letters` WHERE rowid = old.rowid;
END;--> statement-breakpoint
CREATE TRIGGER `users_letters_added` AFTER INSERT ON `users`
BEGIN
	INSERT INTO `users_letters` (rowid, `letters`) SELECT `place`, `letters` FROM `users_spread` WHERE `place` = new.rowid;
END;--> statement-breakpoint
CREATE TRIGGER `users_letters_changed` AFTER UPDATE OF `name`, `email` ON `users`
WHEN new.`name` <> old.`name` OR new.`email` <> old.`email`
BEGIN
	DELETE FROM `users_letters` WHERE rowid = old.rowid;
	INSERT INTO `users_letters` (rowid, `letters`) SELECT `place`, `letters` FROM `users_spread` WHERE `place` = new.rowid;
END;--> statement-breakpoint
CREATE TRIGGER `users_letters_removed` AFTER DELETE ON `users`
BEGIN
	DELETE FROM `users_letters` WHERE rowid = old.rowid;
END;
