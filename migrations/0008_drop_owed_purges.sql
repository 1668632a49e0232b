DROP TABLE `owed_purges`;
