/** Imports of files, with what each line has changed, so that an import can be reverted. */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import {
	activeStates,
	type FileCategory,
	type FileHeader,
	importModes,
	importStates,
	type LineError,
	lineKinds,
	lineStates,
} from "../shop/imports/import-states.ts";
import { users } from "./auth-tables.ts";
import { isOneOf, timestampMs } from "./columns.ts";

export const imports = sqliteTable(
	"imports",
	{
		id: text("id").primaryKey(),
		/** The file's name on the administrator's computer. The file itself is in the bucket. */
		fileName: text("file_name").notNull(),
		createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
		/** Who has started or reverted it last, for the audit log. */
		actorId: text("actor_id").references(() => users.id, { onDelete: "set null" }),
		createdAt: timestampMs("created_at").notNull(),
		/** When the queue has last worked on it. */
		updatedAt: timestampMs("updated_at").notNull(),
		state: text("state", { enum: importStates }).notNull(),
		/** Whether somebody is asked what the columns are that the shop does not know. */
		asksColumns: integer("asks_columns", { mode: "boolean" }).notNull().default(false),
		/** The headings of its file with the first lines below them, where a column is not the shop's own. */
		header: text("header", { mode: "json" }).$type<FileHeader>(),
		/** What each column is, as somebody has chosen, and the supplier that it was chosen for. */
		columns: text("columns", { mode: "json" }).$type<string[]>(),
		supplier: text("supplier"),
		/** The categories that its file names and the shop does not have. */
		newCategories: text("new_categories", { mode: "json" })
			.$type<FileCategory[]>()
			.notNull()
			.default([]),
		/** Null until it is started, but for a change of many tools. */
		mode: text("mode", { enum: importModes }),
		/** Why it has failed or was reverted by itself, or which columns were not read; otherwise empty. */
		problem: text("problem").notNull().default(""),
		/** Lines read so far, and how many of them are of each kind. */
		lineCount: integer("line_count").notNull().default(0),
		newCount: integer("new_count").notNull().default(0),
		changedCount: integer("changed_count").notNull().default(0),
		unchangedCount: integer("unchanged_count").notNull().default(0),
		wrongCount: integer("wrong_count").notNull().default(0),
		/** How many lines came to each of these states. */
		savedCount: integer("saved_count").notNull().default(0),
		rejectedCount: integer("rejected_count").notNull().default(0),
		revertedCount: integer("reverted_count").notNull().default(0),
		keptCount: integer("kept_count").notNull().default(0),
	},
	(table) => [
		check("imports_state", isOneOf(table.state, importStates)),
		check("imports_mode", sql`${table.mode} is null or ${isOneOf(table.mode, importModes)}`),
		index("imports_newest").on(table.createdAt, table.id),
		// For the job that continues those that have stopped.
		index("imports_active").on(table.updatedAt).where(isOneOf(table.state, activeStates)),
		// For the end of an account.
		index("imports_by_creator").on(table.createdBy),
		index("imports_by_actor").on(table.actorId),
	],
);

/** What the columns of each supplier's files are: chosen once, for all files with these headings. */
export const importMappings = sqliteTable(
	"import_mappings",
	{
		supplier: text("supplier").primaryKey(),
		/** The headings, as `headerKey` writes them. */
		headings: text("headings").notNull(),
		columns: text("columns", { mode: "json" }).$type<string[]>().notNull(),
		updatedAt: timestampMs("updated_at").notNull(),
	},
	(table) => [index("import_mappings_by_headings").on(table.headings, table.updatedAt)],
);

export const importLines = sqliteTable(
	"import_lines",
	{
		importId: text("import_id")
			.notNull()
			.references(() => imports.id, { onDelete: "cascade" }),
		/** The line of the file in which the record starts, from 1. */
		line: integer("line").notNull(),
		kind: text("kind", { enum: lineKinds }).notNull(),
		state: text("state", { enum: lineStates }).notNull(),
		/** The tool that it changes or adds; null for a wrong line. */
		toolId: text("tool_id"),
		name: text("name").notNull(),
		/** The new values of the fields that it changes, and what they were. The server's code knows their types. */
		fields: text("fields", { mode: "json" }).notNull().default({}),
		was: text("was", { mode: "json" }).notNull().default({}),
		errors: text("errors", { mode: "json" }).$type<LineError[]>().notNull().default([]),
		/** The batch that has saved or rejected it. */
		batch: text("batch"),
	},
	(table) => [
		primaryKey({ columns: [table.importId, table.line] }),
		check("import_lines_kind", isOneOf(table.kind, lineKinds)),
		check("import_lines_state", isOneOf(table.state, lineStates)),
		// The next lines to save or to revert, and the lists of lines by state.
		index("import_lines_by_state").on(table.importId, table.state, table.line),
	],
);

/**
 * The images of an import: those it fetches, by their address, and those it has replaced, which stay in the
 * bucket while it can be reverted.
 */
export const importImages = sqliteTable(
	"import_images",
	{
		importId: text("import_id")
			.notNull()
			.references(() => imports.id, { onDelete: "cascade" }),
		address: text("address").notNull(),
		/** Whether it is fetched from its address: a zip can have a picture of that name. */
		isFetched: integer("is_fetched", { mode: "boolean" }).notNull().default(false),
		/** The path of the image once it is fetched. */
		image: text("image"),
		/** Why it can't be fetched; otherwise empty. */
		problem: text("problem").notNull().default(""),
	},
	(table) => [
		primaryKey({ columns: [table.importId, table.address] }),
		index("import_images_by_image").on(table.image),
		index("import_images_to_fetch")
			.on(table.importId)
			.where(sql`${table.image} is null and ${table.problem} = ''`),
	],
);
