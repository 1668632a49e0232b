/** The lines of an order that is placed, against the stock: whether their tools can fulfil them, and why not. */
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { databaseTime } from "../../db/columns.ts";
import { tools } from "../../db/tool-tables.ts";
import { type ErrorCode, type FieldErrors, ShopError } from "../../errors.ts";
import * as cartMessages from "../../messages/cart-lines.ts";
import * as messages from "../../messages/messages.ts";
import { database, inList, newIdOfRow, type Results } from "../../platform/database/database.ts";
import { formatCents, toCents } from "../../values/money.ts";
import type { KnownTools, piecesByTool } from "../offers/bundle-lines.ts";
import { addToOutbox } from "../outbox/outbox.server.ts";
import { lowStockOfTool } from "../tools/low-stock.server.ts";
import type { RequestedLine } from "./orders.ts";

/** Lines as the rows of a statement: a FROM clause whose `json_each.value` has the fields of a line. */
export const rowsOfLines = (lines: readonly { toolId: string; quantity: number }[]) =>
	sql`json_each(${JSON.stringify(lines)})`;

/** How many pieces the lines have together. */
export const pieces = (lines: readonly { quantity: number }[]) =>
	lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** The condition that a row of `rowsOfLines` is about this tool. */
export const isLineOf = (toolId: SQL | typeof tools.id) =>
	sql`json_each.value ->> 'toolId' = ${toolId}`;

/**
 * The condition that the tool has enough stock for the line, at the price the customer saw, and is the bundle or the gift
 * card that was read, or none.
 */
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

/**
 * The rule that the tools have what is requested, at the prices that were seen, with the statements that take it. Its error
 * names the lines for which that is not so.
 */
export function takeStock(
	requested: readonly RequestedLine[],
	taken: ReturnType<typeof piecesByTool>,
	known: KnownTools,
	now: Date,
) {
	const line = rowsOfLines(taken);
	// The price as the customer saw it, and a bundle's parts as they were read.
	const rows = rowsOfLines(
		requested.map(({ toolId, quantity, price }) => ({
			toolId,
			quantity,
			unitPriceCents: toCents(price),
			parts: known.bundles.get(toolId)?.partsText ?? null,
			isGiftCard: known.giftCards.has(toolId),
		})),
	);
	const isOfLine = isLineOf(tools.id);
	const found = database()
		.select({
			...getTableColumns(tools),
			partsText: sql<string | null>`${tools.parts}`.as("parts_text"),
		})
		.from(tools)
		.where(inList(tools.id, new Set([...requested, ...taken].map(({ toolId }) => toolId))));
	return {
		guard: [
			sql`(select count(*) from ${rows} join ${tools} on ${isOfLine} where ${canFulfilLine()}) = ${requested.length}`,
			// Each bundle is in stock, but maybe not together with what else is ordered of its parts.
			...(known.bundles.size > 0
				? [
						sql`(
							select count(*)
							from ${line}
							join ${tools} on ${isOfLine}
							where ${tools.quantity} >= json_each.value ->> 'quantity'
						) = ${taken.length}`,
					]
				: []),
		],
		write: {
			reserved: database()
				.update(tools)
				.set({
					quantity: sql`${tools.quantity} - (select json_each.value ->> 'quantity' from ${line} where ${isOfLine})`,
					updatedAt: now,
					changedAt: sql.raw(databaseTime),
				})
				.where(sql`${tools.id} in (select json_each.value ->> 'toolId' from ${line})`),
			lowStock: addLowStock(line),
		},
		read: found,
		error(rowsFound: Results<typeof found>) {
			const wrong = lineErrors(requested, rowsFound);
			if (wrong) return wrong;
			// In stock one by one, but not together: a part is also sold alone, or in two bundles.
			const short = rowsFound.filter(({ id, quantity }) =>
				taken.some((one) => one.toolId === id && one.quantity > quantity),
			);
			const fields = errorsOfTools(requested, known, short, ({ quantity, name }) =>
				cartMessages.onlyLeftOf(quantity, name),
			);
			return Object.keys(fields).length > 0 ? new ShopError("out_of_stock", { fields }) : undefined;
		},
	};
}

/** The errors of lines whose tool, or a part of it, is among these. */
export const errorsOfTools = <Tool extends { id: string }>(
	requested: readonly RequestedLine[],
	{ bundles }: KnownTools,
	wrong: readonly Tool[],
	textOf: (tool: Tool) => string,
): FieldErrors =>
	Object.fromEntries(
		requested.flatMap(({ toolId }, index) => {
			const ids = [toolId, ...(bundles.get(toolId)?.parts ?? []).map(({ id }) => id)];
			const tool = wrong.find(({ id }) => ids.includes(id));
			return tool ? [[`lines.${index}.quantity`, textOf(tool)]] : [];
		}),
	);

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
