/**
 * The share of each tool's stock that all unproved buyers together can reserve: guests, and accounts whose e-mail is not
 * verified. An invented e-mail costs nothing, so that without it one visitor could reserve everything.
 */
import { type SQL, sql } from "drizzle-orm";
import { isOpenLine, isOpenUnproved, orderLines, orders } from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import * as checkoutMessages from "../../messages/checkout.ts";
import { database, type Results } from "../../platform/database/database.ts";
import { setting } from "../../platform/settings/settings.ts";
import { formatTimestamp } from "../../values/fields.ts";
import type { KnownTools, piecesByTool } from "../offers/bundle-lines.ts";
import type { RequestedLine } from "./orders.ts";
import { errorsOfTools, isLineOf, rowsOfLines } from "./requested-lines.server.ts";

/** What unproved buyers hold of each tool, and until when the first of them does. Names its indexes: they have open rows alone. */
const held = sql`(
	select ${orderLines.toolId} as tool_id, sum(${orderLines.quantity}) as pieces, min(${orders.expiresAt}) as until
	from ${orders} indexed by orders_open_unproved
	cross join ${orderLines} indexed by order_lines_by_order
	where ${orderLines.orderId} = ${orders.id} and ${isOpenLine} and ${isOpenUnproved}
	group by 1
) as held`;

/** Selects what is taken of more than unproved buyers can reserve together. The smallest order of a kit counts for its parts. */
function beyondShare(taken: ReturnType<typeof piecesByTool>, { bundles }: KnownTools): SQL {
	const rows = taken.map((one) => {
		for (const [kitId, { parts }] of bundles) {
			const part = parts.find(({ id }) => id === one.toolId);
			if (part) return { ...one, kitId, perKit: part.quantity };
		}
		return one;
	});
	const quantity = sql`json_each.value ->> 'quantity'`;
	const holding = sql`coalesce(held.pieces, 0)`;
	const ofKit = sql`coalesce(
		(select kit.min_order_quantity from ${tools} as kit where kit.id = json_each.value ->> 'kitId')
			* (json_each.value ->> 'perKit'),
		0
	)`;
	const share = sql`max(${tools.minOrderQuantity}, ${ofKit}, (${tools.quantity} + ${holding}) * ${setting("STOCK_PERCENT_UNVERIFIED")} / 100)`;
	return sql`
		from ${rowsOfLines(rows)}
		join ${tools} on ${isLineOf(tools.id)}
		left join ${held} on held.tool_id = ${tools.id}
		where ${holding} + ${quantity} > ${share}
	`;
}

/**
 * The rule that unproved buyers, who take this too, hold no more than their share of any tool. Its error is `last_reserved`, and
 * says until when, if anybody holds them.
 */
export function keepsShare(
	requested: readonly RequestedLine[],
	taken: ReturnType<typeof piecesByTool>,
	known: KnownTools,
) {
	const isBeyond = beyondShare(taken, known);
	const beyond = database()
		.select({ id: sql<string>`tool_id`, until: sql<number | null>`until` })
		.from(sql`(select ${tools.id} as tool_id, held.until ${isBeyond})`);
	return {
		guard: [sql`not exists (select 1 ${isBeyond})`],
		read: beyond,
		error(found: Results<typeof beyond>) {
			const fields = errorsOfTools(requested, known, found, ({ until }) =>
				checkoutMessages.lastReserved(
					until === null ? undefined : formatTimestamp(new Date(until)),
				),
			);
			const [message] = Object.values(fields);
			return message === undefined
				? undefined
				: new ShopError("last_reserved", { fields, message });
		},
	};
}
