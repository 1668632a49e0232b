/** What the page of health reads: what the scheduled job finds, messages that were not consumed, and backups. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { jobNames, limitedServices } from "../values/jobs.ts";
import { timestampMs } from "./columns.ts";

/** How far the job is with a check: of rows by their rules, or of the shop against another service. See shop/health/findings.server.ts. */
export const healthChecks = sqliteTable("health_checks", {
	name: text("name", { enum: ["rows", "payments", "images"] }).primaryKey(),
	/** Where the next slice begins; null at the start. */
	position: text("position"),
	/** What was checked since `started_at`. */
	checked: integer("checked").notNull().default(0),
	/** Null between the end of one round and the start of the next. */
	startedAt: timestampMs("started_at"),
	/** When it was last complete, and how many it had checked. */
	finishedAt: timestampMs("finished_at"),
	finishedCount: integer("finished_count").notNull().default(0),
});

/** How each scheduled job ended last. See shop/health/job-runs.server.ts. */
export const jobRuns = sqliteTable("job_runs", {
	/** Without a CHECK, so that a new job needs no new table. */
	name: text("name", { enum: jobNames }).primaryKey(),
	/** Until then no other run starts; null if none runs. */
	leasedUntil: timestampMs("leased_until"),
	succeededAt: timestampMs("succeeded_at"),
	failedAt: timestampMs("failed_at"),
	/** Why it failed last. */
	failure: text("failure"),
});

/** Quotas of the account at Cloudflare that were used up. See platform/services/service-limits.ts. */
export const serviceLimits = sqliteTable("service_limits", {
	name: text("name", { enum: limitedServices }).primaryKey(),
	reachedAt: timestampMs("reached_at").notNull(),
	/** When the shop tries again. */
	until: timestampMs("until").notNull(),
	/** What waits for that. */
	waiting: integer("waiting").notNull().default(0),
});

/** Rows that break a rule of row-rules.ts, and what the checks of `health_checks` find. */
export const brokenRows = sqliteTable(
	"broken_rows",
	{
		/** The table, or the name of the check. */
		tableName: text("table_name").notNull(),
		/** The rule, by what it says. */
		message: text("message").notNull(),
		/** The id of the row. */
		subject: text("subject").notNull(),
		foundAt: timestampMs("found_at").notNull(),
		/** When it last broke the rule. */
		seenAt: timestampMs("seen_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.tableName, table.message, table.subject] }),
		index("broken_rows_newest").on(table.foundAt),
		index("broken_rows_by_seen_at").on(table.seenAt),
	],
);

/** Messages whose retries are used up, from the dead letter queue. See shop/health/dead-letters.server.ts. */
export const deadLetters = sqliteTable(
	"dead_letters",
	{
		/** The id of the message: one that is delivered twice is stored once. */
		id: text("id").primaryKey(),
		/** The queue that it was sent to. */
		queue: text("queue").notNull(),
		body: text("body", { mode: "json" }).$type<unknown>().notNull(),
		failedAt: timestampMs("failed_at").notNull(),
	},
	(table) => [index("dead_letters_newest").on(table.failedAt)],
);

/** Backups that `npm run backup` has made and checked. */
export const backups = sqliteTable("backups", {
	createdAt: timestampMs("created_at").primaryKey(),
	/** The size of the database's part, in bytes, its tables and their rows. */
	bytes: integer("bytes").notNull(),
	tables: integer("tables").notNull(),
	rows: integer("rows").notNull(),
	/** All images in the backup, and those that it has copied. */
	images: integer("images").notNull(),
	imagesCopied: integer("images_copied").notNull(),
});
