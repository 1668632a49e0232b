/** Reviews, and visitors' reports of them. */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type CountsByReason, hiddenReasons } from "../shop/reviews/hidden-reasons.ts";
import { users } from "./auth-tables.ts";
import { isOneOf, now, timestampMs } from "./columns.ts";
import { orderLines } from "./order-tables.ts";
import { tools } from "./tool-tables.ts";

export const reviews = sqliteTable(
	"reviews",
	{
		id: text("id").primaryKey(),
		/** Null only for the demo shop's reviews. */
		userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
		author: text("author").notNull(),
		rating: integer("rating").notNull(),
		image: text("image").notNull(),
		description: text("description").notNull(),
		toolId: text("tool_id").references(() => tools.id),
		/** The page that shows it: of its tool's family, or of the tool. Triggers set it. */
		subject: text("subject"),
		/** The paid order of the tool, which makes the review verified. */
		lineId: text("line_id").references(() => orderLines.id),
		createdAt: timestampMs("created_at").notNull(),
		/** When an administrator hid it; its text stays. */
		hiddenAt: timestampMs("hidden_at"),
		hiddenReason: text("hidden_reason", { enum: hiddenReasons }),
		/** The shop's answer, shown below it. */
		answer: text("answer"),
		answeredAt: timestampMs("answered_at"),
		/** Since when an administrator should look at it: it is new or was reported. Null once somebody has. */
		queuedAt: timestampMs("queued_at"),
		/** The last report since an administrator looked at it, and how many there were by reason. */
		reportedAt: timestampMs("reported_at"),
		reports: text("reports", { mode: "json" }).$type<CountsByReason>().notNull().default({}),
		/** When it last changed in what its calls return, in UTC milliseconds of the database: a trigger keeps it. */
		changedAt: integer("changed_at").notNull().default(now),
	},
	(table) => [
		check(
			"reviews_rating",
			sql`${table.rating} between 1 and 5 and typeof(${table.rating}) = 'integer'`,
		),
		index("reviews_newest").on(table.createdAt, table.id),
		index("reviews_by_tool").on(table.toolId, table.createdAt, table.id),
		index("reviews_by_user").on(table.userId, table.createdAt, table.id),
		// A user's own reviews, newest first, and the review that a newer one replaces.
		index("reviews_of_user").on(table.userId, table.createdAt, table.id),
		index("reviews_of_user_and_tool").on(table.userId, table.toolId),
		index("reviews_by_image").on(table.image),
		check(
			"reviews_hidden_reason",
			sql`(${table.hiddenAt} is null) = (${table.hiddenReason} is null) and (${table.hiddenReason} is null or ${isOneOf(table.hiddenReason, hiddenReasons)})`,
		),
		check("reviews_answer", sql`(${table.answer} is null) = (${table.answeredAt} is null)`),
		check("reviews_reports", sql`json_valid(${table.reports})`),
		// What visitors see. The first two indexes above have hidden reviews too, for administrators.
		index("reviews_shown").on(table.createdAt, table.id).where(sql`${table.hiddenAt} is null`),
		index("reviews_changed").on(table.changedAt, table.id).where(sql`${table.hiddenAt} is null`),
		index("reviews_shown_of_subject")
			.on(table.subject, table.createdAt, table.id)
			.where(sql`${table.hiddenAt} is null`),
		// How many a page has to say are hidden.
		index("reviews_hidden_of_subject")
			.on(table.subject, table.hiddenReason)
			.where(sql`${table.hiddenAt} is not null`),
		// What administrators look at, of all tools and of one.
		...(["queuedAt", "reportedAt", "hiddenAt"] as const).flatMap((name) => {
			const column = table[name];
			return [
				index(`reviews_by_${column.name}`).on(column, table.id).where(sql`${column} is not null`),
				index(`reviews_of_tool_by_${column.name}`)
					.on(table.toolId, column, table.id)
					.where(sql`${column} is not null`),
			];
		}),
	],
);

/** Visitors' reports of reviews: one of each network and review. */
export const reviewReports = sqliteTable(
	"review_reports",
	{
		reviewId: text("review_id")
			.notNull()
			.references(() => reviews.id, { onDelete: "cascade" }),
		/** A keyed hash of the visitor's network. */
		network: text("network").notNull(),
		reason: text("reason", { enum: hiddenReasons }).notNull(),
		createdAt: timestampMs("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.reviewId, table.network] }),
		check("review_reports_reason", isOneOf(table.reason, hiddenReasons)),
		// For the sweep.
		index("review_reports_oldest").on(table.createdAt),
	],
);
