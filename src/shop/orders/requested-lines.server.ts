/** The lines of an order that is placed, against the stock: whether their tools can fulfil them, and why not. */
import { type SQL, sql } from "drizzle-orm";
import { tools } from "../../db/tool-tables.ts";
import { type ErrorCode, type FieldErrors, ShopError } from "../../errors.ts";
import * as cartMessages from "../../messages/cart-lines.ts";
import * as messages from "../../messages/messages.ts";
import { newIdOfRow } from "../../platform/database/database.ts";
import { formatCents, toCents } from "../../values/money.ts";
import type { KnownTools } from "../offers/bundle-lines.ts";
import { addToOutbox } from "../outbox/outbox.server.ts";
import { lowStockOfTool } from "../tools/low-stock.server.ts";
import type { RequestedLine } from "./orders.ts";

/** What was requested as rows of a statement: its price as the customer saw it, and a bundle's parts as they were read. */
export const rowsOfRequest = (
	requested: readonly RequestedLine[],
	{ bundles, giftCards }: KnownTools,
) =>
	rowsOfLines(
		requested.map(({ toolId, quantity, price }) => ({
			toolId,
			quantity,
			unitPriceCents: toCents(price),
			parts: bundles.get(toolId)?.partsText ?? null,
			isGiftCard: giftCards.has(toolId),
		})),
	);

/** Lines as the rows of a statement: a FROM clause whose `json_each.value` has the fields of a line. */
export const rowsOfLines = (lines: readonly { toolId: string; quantity: number }[]) =>
	sql`json_each(${JSON.stringify(lines)})`;

/** How many pieces the lines have together. */
export const pieces = (lines: readonly { quantity: number }[]) =>
	lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** The condition that a row of `rowsOfLines` is about this tool. */
export const isLineOf = (toolId: SQL | typeof tools.id) =>
	sql`json_each.value ->> 'toolId' = ${toolId}`;

/** The condition that the tool has enough stock for the line, at the price the customer saw, and is the bundle or the gift card that was read, or none. */
export function canFulfilLine(): SQL {
	const quantity = sql`json_each.value ->> 'quantity'`;
	return sql`
		${tools.archivedAt} is null
			and ${tools.minOrderQuantity} <= ${quantity}
			and ${tools.quantity} >= ${quantity}
			and ${tools.priceCents} = json_each.value ->> 'unitPriceCents'
			and ${tools.parts} is json_each.value ->> 'parts'
			and ${tools.isGiftCard} = coalesce(json_each.value ->> 'isGiftCard', 0)
	`;
}

/** The statement that adds to the outbox which tools the lines made low in stock. */
export function addLowStock(line: SQL) {
	const before = sql`${tools.quantity} + (json_each.value ->> 'quantity')`;
	return addToOutbox(
		{
			id: newIdOfRow,
			kind: "stock.low",
			subject: sql`${tools.id}`,
			digest: "only",
			rows: sql`from ${line} join ${tools} on ${isLineOf(tools.id)}`,
		},
		sql`${tools.quantity} <= ${lowStockOfTool()} and ${before} > ${lowStockOfTool()}`,
	);
}

/** The error of lines that are in stock one by one, but not together: a part is also sold alone, or in two bundles. */
export function sharedStockError(
	requested: readonly RequestedLine[],
	taken: readonly { toolId: string; quantity: number }[],
	found: readonly (typeof tools.$inferSelect)[],
	{ bundles }: KnownTools,
): ShopError | undefined {
	const short = found.filter(({ id, quantity }) =>
		taken.some((one) => one.toolId === id && one.quantity > quantity),
	);
	const fields = requested.flatMap(({ toolId }, index) => {
		const parts = bundles.get(toolId)?.parts ?? [];
		const ids = [toolId, ...parts.map(([id]) => id)];
		const tool = short.find(({ id }) => ids.includes(id));
		return tool
			? [[`lines.${index}.quantity`, cartMessages.onlyLeftOf(tool.quantity, tool.name)]]
			: [];
	});
	return fields.length > 0
		? new ShopError("out_of_stock", { fields: Object.fromEntries(fields) })
		: undefined;
}

/** The most gift cards of one value in an order: each is a row and an e-mail. */
export const maxGiftCards = 100;

/** Errors of lines, the most basic reason first. */
const lineErrorCodes = ["not_found", "invalid", "out_of_stock", "price_changed"] as const;

/** The error that names every line that can't be placed and why, or undefined. */
export function lineErrors(
	lines: readonly RequestedLine[],
	found: readonly (typeof tools.$inferSelect)[],
): ShopError | undefined {
	const toolsById = new Map(found.map((tool) => [tool.id, tool]));
	const fields: FieldErrors = {};
	const codes = new Set<ErrorCode>();
	for (const [index, line] of lines.entries()) {
		const problem = lineProblem(line, toolsById.get(line.toolId));
		if (!problem) continue;
		codes.add(problem.code);
		fields[`lines.${index}.${problem.field}`] = problem.message;
	}
	const code = lineErrorCodes.find((one) => codes.has(one));
	return code && new ShopError(code, { fields });
}

function lineProblem(
	{ quantity, price }: RequestedLine,
	tool: typeof tools.$inferSelect | undefined,
): { code: (typeof lineErrorCodes)[number]; field: string; message: string } | undefined {
	if (!tool || tool.archivedAt)
		return { code: "not_found", field: "toolId", message: messages.noLongerSold };
	if (quantity < tool.minOrderQuantity)
		return { code: "invalid", field: "quantity", message: messages.quantityBelowMinimum };
	if (tool.isGiftCard && quantity > maxGiftCards)
		return { code: "invalid", field: "quantity", message: messages.atMost(maxGiftCards) };
	if (quantity > tool.quantity)
		return {
			code: "out_of_stock",
			field: "quantity",
			message: cartMessages.onlyLeft(tool.quantity),
		};
	if (toCents(price) !== tool.priceCents) {
		const message = messages.priceIsNow(formatCents(tool.priceCents));
		return { code: "price_changed", field: "price", message };
	}
	return undefined;
}

/** The errors of a request's only line, with the names of its own fields. */
export const withoutLine = (fields: FieldErrors = {}): FieldErrors =>
	Object.fromEntries(
		Object.entries(fields).map(([name, text]) => [name.replace(/^lines\.0\./, ""), text]),
	);
