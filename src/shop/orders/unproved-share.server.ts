/**
 * The share of each tool's stock that all unproved buyers together can reserve: guests, and accounts whose e-mail is not
 * verified. An invented e-mail costs nothing, so that without it one visitor could reserve everything.
 */
import { type SQL, sql } from "drizzle-orm";
import { isOpenLine, isOpenUnproved, orderLines, orders } from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import * as checkoutMessages from "../../messages/checkout.ts";
import { database } from "../../platform/database/database.ts";
import { setting } from "../../platform/settings/settings.ts";
import { formatTimestamp } from "../../values/fields.ts";
import type { KnownTools } from "../offers/bundle-lines.ts";
import type { RequestedLine } from "./orders.ts";
import { isLineOf } from "./requested-lines.server.ts";

/** Pieces that are taken of a tool, and the kit that they are part of, if they are. */
export interface TakenOfStock {
	toolId: string;
	quantity: number;
	kitId?: string;
	/** How many pieces one kit has. */
	perKit?: number;
}

/** What is taken of each tool, with the kit whose smallest order counts for its parts. */
export const withKits = (
	taken: readonly { toolId: string; quantity: number }[],
	{ bundles }: KnownTools,
): TakenOfStock[] =>
	taken.map((one) => {
		for (const [kitId, { parts }] of bundles) {
			const part = parts.find(([id]) => id === one.toolId);
			if (part) return { ...one, kitId, perKit: part[1] };
		}
		return one;
	});

/** What unproved buyers hold of each tool, and until when the first of them does. Names its indexes: they have open rows alone. */
const held = sql`(
	select ${orderLines.toolId} as tool_id, sum(${orderLines.quantity}) as pieces,
		min(${orders.expiresAt}) as until
	from ${orders} indexed by orders_open_unproved
	cross join ${orderLines} indexed by order_lines_by_order
	where ${orderLines.orderId} = ${orders.id} and ${isOpenLine} and ${isOpenUnproved}
	group by 1
) as held`;

/** Selects what is taken of more than unproved buyers can reserve together. */
const beyondShare = (taken: readonly TakenOfStock[]): SQL => {
	const quantity = sql`json_each.value ->> 'quantity'`;
	const holding = sql`coalesce(held.pieces, 0)`;
	const ofKit = sql`coalesce((select kit.min_order_quantity from ${tools} as kit where kit.id = json_each.value ->> 'kitId') * (json_each.value ->> 'perKit'), 0)`;
	const share = sql`max(${tools.minOrderQuantity}, ${ofKit}, (${tools.quantity} + ${holding}) * ${setting("STOCK_PERCENT_UNVERIFIED")} / 100)`;
	return sql`
		from json_each(${JSON.stringify(taken)})
		join ${tools} on ${isLineOf(tools.id)}
		left join ${held} on held.tool_id = ${tools.id}
		where ${holding} + ${quantity} > ${share}
	`;
};

/** The condition that unproved buyers, who take this too, hold no more than their share of any tool. */
export const isWithinShare = (taken: readonly TakenOfStock[]): SQL =>
	sql`not exists (select 1 ${beyondShare(taken)})`;

/** The statement that selects which tools are not within the share. */
export const selectBeyondShare = (taken: readonly TakenOfStock[]) =>
	database()
		.select({
			toolId: sql<string>`tool_id`,
			left: sql<number>`stock`,
			until: sql<number | null>`until`,
		})
		.from(
			sql`(select ${tools.id} as tool_id, ${tools.quantity} as stock, held.until ${beyondShare(taken)})`,
		);

/** The error `last_reserved` for lines whose tools are beyond the share, or undefined. Says until when, if anybody holds them. */
export function shareError(
	requested: readonly RequestedLine[],
	beyond: readonly { toolId: string; left: number; until: number | null }[],
	{ bundles }: KnownTools,
): ShopError | undefined {
	const fields = requested.flatMap(({ toolId }, index) => {
		const parts = bundles.get(toolId)?.parts ?? [];
		const ids = [toolId, ...parts.map(([id]) => id)];
		const found = beyond.find((tool) => ids.includes(tool.toolId));
		if (!found) return [];
		const until = found.until === null ? undefined : formatTimestamp(new Date(found.until));
		return [[`lines.${index}.quantity`, checkoutMessages.lastReserved(until)]];
	});
	if (fields.length === 0) return undefined;
	const [[, message] = []] = fields;
	return new ShopError("last_reserved", {
		fields: Object.fromEntries(fields),
		...(message && { message }),
	});
}
