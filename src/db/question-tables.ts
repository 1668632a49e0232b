/** Customers' questions about tools, with the shop's answers. */
import { sql } from "drizzle-orm";
import { check, index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { questionStates } from "../shop/questions/question-states.ts";
import { users } from "./auth-tables.ts";
import { isOneOf, timestampMs } from "./columns.ts";
import { tools } from "./tool-tables.ts";

/** The condition that a question waits for an answer. */
export const isUnanswered = sql.raw(
	`"questions"."answer" is null and "questions"."state" <> 'hidden'`,
);

export const questions = sqliteTable(
	"questions",
	{
		id: text("id").primaryKey(),
		/** Null for the demo shop's questions, and once the account is deleted. */
		userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
		author: text("author").notNull(),
		/** A tool that nobody has ordered or reviewed is deleted with its questions. */
		toolId: text("tool_id")
			.notNull()
			.references(() => tools.id, { onDelete: "cascade" }),
		text: text("text").notNull(),
		createdAt: timestampMs("created_at").notNull(),
		state: text("state", { enum: questionStates }).notNull().default("waiting"),
		/** The shop's answer, shown below it. */
		answer: text("answer"),
		answeredAt: timestampMs("answered_at"),
	},
	(table) => [
		check("questions_state", isOneOf(table.state, questionStates)),
		check("questions_answer", sql`(${table.answer} is null) = (${table.answeredAt} is null)`),
		check("questions_waiting", sql`${table.state} <> 'waiting' or ${table.answer} is null`),
		// Nobody asks the same twice, also not twice in one moment.
		uniqueIndex("questions_once").on(table.userId, table.toolId, sql`lower(${table.text})`),
		index("questions_of_tool").on(table.toolId, table.state, table.createdAt, table.id),
		index("questions_of_user").on(table.userId, table.createdAt, table.id),
		// What administrators look at.
		index("questions_by_state").on(table.state, table.createdAt, table.id),
		index("questions_unanswered").on(table.createdAt, table.id).where(isUnanswered),
		// For the export.
		index("questions_newest").on(table.createdAt, table.id),
	],
);
