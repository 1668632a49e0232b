/** Images in R2, and who uploaded them. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./auth-tables.ts";
import { timestampMs } from "./columns.ts";

/** Images in R2. The key is half of the SHA-256 of the stored bytes: `imageKey`. */
export const images = sqliteTable(
	"images",
	{
		key: text("key").primaryKey(),
		type: text("type").notNull(),
		bytes: integer("bytes").notNull(),
		width: integer("width").notNull(),
		height: integer("height").notNull(),
		createdAt: timestampMs("created_at").notNull(),
		/** When the sweep last checked it and found it in use; null before the first check. */
		checkedAt: timestampMs("checked_at"),
		/** When the sweep started to delete it. From then on it can't be used. */
		deletingAt: timestampMs("deleting_at"),
	},
	(table) => [index("images_to_check").on(table.checkedAt, table.createdAt)],
);

/** The uploaders of each image. Two users who upload the same bytes share one image. */
export const imageUploaders = sqliteTable(
	"image_uploaders",
	{
		key: text("key")
			.notNull()
			.references(() => images.key, { onDelete: "cascade" }),
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
	},
	(table) => [
		primaryKey({ columns: [table.key, table.userId] }),
		index("image_uploaders_by_user").on(table.userId),
	],
);
