/** What every new order has: a copy of its tool, which may change later, and the time until which it is reserved. */
import { type SQL, sql } from "drizzle-orm";
import { tools } from "../../db/tool-tables.ts";
import { orderHoldMs } from "../../platform/settings.ts";
import { currency } from "../config/config.ts";

/** Returns the values of a new order, for `insertFrom` with `tools` in its FROM clause. */
export const newOrder = (quantity: number | SQL, now: Date) => ({
	toolId: tools.id,
	toolName: tools.name,
	image: tools.image,
	unitPriceCents: tools.priceCents,
	quantity,
	totalCents: sql`${tools.priceCents} * ${quantity}`,
	status: "Pending",
	createdAt: now.getTime(),
	expiresAt: now.getTime() + orderHoldMs(),
	currency,
});
