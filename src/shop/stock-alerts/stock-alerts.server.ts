/**
 * Who asked for an e-mail when a tool is back in stock. A trigger on `tools` adds `stock.back` to the outbox;
 * its consumer adds a row for each customer who asked, in pages, and deletes what they asked in the same
 * batch: so each gets one e-mail.
 */
import { and, asc, eq, gte, isNull, lt, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { users } from "../../db/auth-tables.ts";
import { stockAlerts, tools } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import * as messages from "../../messages/messages.ts";
import { publicPaths } from "../../paths/public.ts";
import { countUnprovedEmail } from "../../platform/auth/account-attempts.ts";
import { createAlertToken } from "../../platform/auth/alert-token.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { batch, database } from "../../platform/database/database.ts";
import { enqueueLinkMail } from "../../platform/services/mail.ts";
import type { Deleted, Modified } from "../../values/fields.ts";
import { addToOutbox, insertOutboxRows, sendRowsFromOutbox } from "../outbox/outbox.server.ts";
import { toolQuery, toTool } from "../tools/tools.server.ts";
import type { Tool } from "../tools/tools.ts";

const isListed = isNull(tools.archivedAt);
const isOrderable = gte(tools.quantity, tools.minOrderQuantity);

const isAlertOf = ({ id }: Pick<Caller, "id">, toolId: string) =>
	and(eq(stockAlerts.userId, id), eq(stockAlerts.toolId, toolId));

/** Who gets an alert: an account, or an e-mail whose owner has confirmed it. */
export type AlertRecipient = { userId: string } | { email: string };

/**
 * Asks for an e-mail when a tool can be ordered again. Returns a count of 0 if the caller has asked already
 * or the tool can be ordered now. Throws ShopError `not_found` or `not_verified`.
 */
export async function addStockAlert(caller: Caller, toolId: string): Promise<Modified> {
	if (!caller.verified)
		throw new ShopError("not_verified", { message: messages.stockAlertNotVerified });
	return storeAlert({ userId: caller.id }, toolId);
}

/**
 * Sends a link to the address that was typed: its owner confirms with it that they want an e-mail when a tool is back.
 * Stores nothing. Throws ShopError `not_found`, `too_many` or `unavailable`.
 */
export async function offerStockAlert(from: Request, toolId: string, email: string): Promise<void> {
	const [tool] = await toolQuery(toolId);
	if (!tool) throw new ShopError("not_found");
	const retryAfterS = await countUnprovedEmail(from, email);
	if (retryAfterS !== undefined)
		throw new ShopError("too_many", { message: messages.tooManyAlerts, retryAfterS });
	const path = publicPaths.confirmStockAlert(toolId, await createAlertToken(toolId, email));
	await enqueueLinkMail({ kind: "alert", to: email, path, about: tool.name });
}

/** Stores what the owner of an e-mail has confirmed. Returns and throws as `addStockAlert` does. */
export function confirmStockAlert(toolId: string, email: string): Promise<Modified> {
	return storeAlert({ email }, toolId);
}

async function storeAlert(recipient: AlertRecipient, toolId: string): Promise<Modified> {
	const isSoldOut = and(eq(tools.id, toolId), isListed, lt(tools.quantity, tools.minOrderQuantity));
	const stored = await commit({
		guard: [hasRow(tools, isSoldOut)],
		write: {
			added: database()
				.insert(stockAlerts)
				.values({ ...recipient, toolId, createdAt: new Date() })
				.onConflictDoNothing()
				.returning({ toolId: stockAlerts.toolId }),
		},
		refused: async () => {
			const [tool] = await toolQuery(toolId);
			if (!tool) throw new ShopError("not_found");
			return null;
		},
	});
	return { modifiedCount: stored?.added.length ?? 0 };
}

/** Withdraws the caller's request for an e-mail about a tool. */
export async function removeStockAlert(
	caller: Pick<Caller, "id">,
	toolId: string,
): Promise<Deleted> {
	const removed = await database()
		.delete(stockAlerts)
		.where(isAlertOf(caller, toolId))
		.returning({ toolId: stockAlerts.toolId });
	return { deletedCount: removed.length };
}

/** Withdraws all requests of a user or an e-mail. */
export async function removeAllStockAlerts(recipient: AlertRecipient): Promise<void> {
	const isTheirs =
		"email" in recipient
			? eq(stockAlerts.email, recipient.email)
			: eq(stockAlerts.userId, recipient.userId);
	await database().delete(stockAlerts).where(isTheirs);
}

/** A listed tool, and whether the caller, if there is one, has asked for an e-mail about it; undefined if there is no such tool. */
export async function readStockAlert(
	caller: Pick<Caller, "id"> | undefined,
	toolId: string,
): Promise<{ tool: Tool; isAsked: boolean } | undefined> {
	const {
		tool: [tool],
		asked,
	} = await batch({
		tool: toolQuery(toolId),
		asked: database()
			.select({ toolId: stockAlerts.toolId })
			.from(stockAlerts)
			.where(isAlertOf(caller ?? { id: "" }, toolId)),
	});
	return tool && { tool: toTool(tool), isAsked: asked.length > 0 };
}

/** Alerts that become rows of the outbox in one batch. */
const pageSize = 100;

/** Maximum number of pages in one delivery: two queries each, of Cloudflare's limit of 1,000. */
const maxPages = 400;

/**
 * Adds a row to the outbox for each customer who asked for a tool, oldest first, unless it is sold out
 * again. Safe to repeat: a customer's alert is deleted in the batch that adds their row.
 */
export async function addAlertsToOutbox(toolId: string): Promise<void> {
	const [tool] = await database()
		.select({ id: tools.id })
		.from(tools)
		.where(and(eq(tools.id, toolId), isListed, isOrderable));
	if (!tool) return;
	for (let page = 0; page < maxPages; page += 1) {
		const addedCount = await addPageToOutbox(toolId);
		if (addedCount < pageSize) return;
	}
	const others = hasRow(stockAlerts, eq(stockAlerts.toolId, toolId));
	await addToOutbox({ kind: "stock.back", subject: toolId }, others);
}

async function addPageToOutbox(toolId: string): Promise<number> {
	const db = database();
	const oldest = db
		.select({
			rowid: sql`rowid`.as("alert"),
			userId: stockAlerts.userId,
			email: stockAlerts.email,
		})
		.from(stockAlerts)
		.where(eq(stockAlerts.toolId, toolId))
		.orderBy(asc(stockAlerts.createdAt), sql`rowid`)
		.limit(pageSize);
	const payload = sql`iif(user_id is null, json_object('to', email), json_object('userId', user_id))`;
	const { added } = await batch({
		added: insertOutboxRows("stock.alert", toolId, payload, sql`from (${oldest})`),
		deleted: db.delete(stockAlerts).where(sql`rowid in (select alert from (${oldest}))`),
	});
	sendRowsFromOutbox(added);
	return added.length;
}

/**
 * The e-mail and the tool of an alert. Undefined if either is gone or an account's e-mail is no longer
 * verified. If the tool is sold out again, the alert is stored again.
 */
export async function findAlerted(
	recipient: AlertRecipient,
	toolId: string,
): Promise<{ email: string; tool: Tool } | undefined> {
	const db = database();
	const {
		user: [user],
		tool: [tool],
	} = await batch({
		user: db
			.select({ email: users.email })
			.from(users)
			.where(
				and(
					eq(users.id, "userId" in recipient ? recipient.userId : ""),
					eq(users.emailVerified, true),
				),
			),
		tool: toolQuery(toolId),
	});
	const email = "email" in recipient ? recipient.email : user?.email;
	if (email === undefined || !tool) return undefined;
	if (tool.quantity >= tool.minOrderQuantity) return { email, tool: toTool(tool) };
	await db
		.insert(stockAlerts)
		.values({ ...recipient, toolId, createdAt: new Date() })
		.onConflictDoNothing();
	return undefined;
}
