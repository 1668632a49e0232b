/**
 * better-auth's tables, with our own columns on users (phone, address, role).
 * Column names follow better-auth's core schema (better-auth docs: Database, Core Schema).
 */
import { relations, sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { roles } from "../access/roles.ts";
import type { Address } from "../shop/addresses/address-columns.ts";
import { isOneOf, timestampMs } from "./columns.ts";

export const users = sqliteTable(
	"users",
	{
		/** The row number, as in `tools`. */
		number: integer("number").primaryKey(),
		id: text("id").notNull().unique(),
		name: text("name").notNull(),
		email: text("email").notNull().unique(),
		emailVerified: integer("email_verified", { mode: "boolean" }).notNull().default(false),
		image: text("image"),
		phone: text("phone").notNull().default(""),
		address: text("address").notNull().default(""),
		/** `address` in its fields, if it was entered in fields: the specification's call knows one line. */
		addressParts: text("address_parts", { mode: "json" }).$type<Address>(),
		role: text("role", { enum: roles }).notNull().default("user"),
		createdAt: timestampMs("created_at").notNull(),
		updatedAt: timestampMs("updated_at").notNull(),
		/** Since when the account is blocked: nobody can sign in to it. */
		blockedAt: timestampMs("blocked_at"),
		/** Orders without deleted and expired ones. Kept by triggers, as the next two are (`sales-sums.ts`). */
		orderCount: integer("order_count").notNull().default(0),
		/** What is paid for orders with shipping and tax, without what was refunded. */
		spentCents: integer("spent_cents").notNull().default(0),
		/** When a session began or was renewed, which happens once a day. */
		lastSeenAt: timestampMs("last_seen_at"),
	},
	(table) => [
		check("users_role", isOneOf(table.role, roles)),
		// So that an administrator who counts can sign in.
		check("users_blocked", sql`${table.blockedAt} is null or ${table.role} <> 'admin'`),
		check("users_email_lowercase", sql`${table.email} = lower(${table.email})`),
		index("users_by_role").on(table.role),
		index("users_newest").on(table.createdAt, table.id),
		index("users_by_spent").on(table.spentCents, table.id),
	],
);

/** Administrators' notes to a customer. They are never changed. */
export const customerNotes = sqliteTable(
	"customer_notes",
	{
		id: text("id").primaryKey(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		authorId: text("author_id").references(() => users.id, { onDelete: "set null" }),
		text: text("text").notNull(),
		createdAt: timestampMs("created_at").notNull(),
	},
	(table) => [
		index("customer_notes_by_user").on(table.userId, table.createdAt),
		// For the end of an account.
		index("customer_notes_by_author").on(table.authorId),
	],
);

export const sessions = sqliteTable(
	"sessions",
	{
		id: text("id").primaryKey(),
		token: text("token").notNull().unique(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		expiresAt: timestampMs("expires_at").notNull(),
		ipAddress: text("ip_address"),
		userAgent: text("user_agent"),
		createdAt: timestampMs("created_at").notNull(),
		updatedAt: timestampMs("updated_at").notNull(),
	},
	(table) => [
		index("sessions_by_user").on(table.userId),
		// For the sweep of expired sessions.
		index("sessions_by_end").on(table.expiresAt),
	],
);

export const accounts = sqliteTable(
	"accounts",
	{
		id: text("id").primaryKey(),
		accountId: text("account_id").notNull(),
		providerId: text("provider_id").notNull(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		accessToken: text("access_token"),
		refreshToken: text("refresh_token"),
		idToken: text("id_token"),
		accessTokenExpiresAt: timestampMs("access_token_expires_at"),
		refreshTokenExpiresAt: timestampMs("refresh_token_expires_at"),
		scope: text("scope"),
		password: text("password"),
		createdAt: timestampMs("created_at").notNull(),
		updatedAt: timestampMs("updated_at").notNull(),
	},
	(table) => [
		index("accounts_by_user").on(table.userId),
		// For a sign-in by Google, which looks for the account of Google's user id.
		index("accounts_by_provider").on(table.providerId, table.accountId),
	],
);

export const verifications = sqliteTable(
	"verifications",
	{
		id: text("id").primaryKey(),
		identifier: text("identifier").notNull(),
		value: text("value").notNull(),
		expiresAt: timestampMs("expires_at").notNull(),
		createdAt: timestampMs("created_at").notNull(),
		updatedAt: timestampMs("updated_at").notNull(),
	},
	(table) => [
		index("verifications_by_identifier").on(table.identifier),
		// For the links to invalidate when a password changes.
		index("verifications_by_value").on(table.value),
		index("verifications_by_end").on(table.expiresAt),
	],
);

export const rateLimits = sqliteTable(
	"rate_limits",
	{
		id: text("id").primaryKey(),
		key: text("key").notNull().unique(),
		count: integer("count").notNull(),
		/** UTC milliseconds. */
		lastRequest: integer("last_request").notNull(),
	},
	(table) => [index("rate_limits_by_request").on(table.lastRequest)],
);

/** Counted attempts per account, from any IP address (platform/auth/account-attempts). */
export const accountAttempts = sqliteTable(
	"account_attempts",
	{
		/** SHA-256 in hex of the kind of attempt and the e-mail or id. The e-mail need not belong to a user. */
		account: text("account").primaryKey(),
		attempts: integer("attempts").notNull(),
		/** When the window ends and the count restarts. */
		endsAt: timestampMs("ends_at").notNull(),
	},
	(table) => [index("account_attempts_by_end").on(table.endsAt)],
);

/** Relations, so that better-auth reads a session and its user in one query. The names are better-auth's. */
export const userRelations = relations(users, ({ many }) => ({
	sessions: many(sessions),
	accounts: many(accounts),
}));

export const sessionRelations = relations(sessions, ({ one }) => ({
	user: one(users, { fields: [sessions.userId], references: [users.id] }),
}));

export const accountRelations = relations(accounts, ({ one }) => ({
	user: one(users, { fields: [accounts.userId], references: [users.id] }),
}));
