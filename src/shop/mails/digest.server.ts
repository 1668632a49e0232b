/** What a digest lists: the rows of the outbox that have its id. */
import { and, count, eq, inArray, isNull, lte } from "drizzle-orm";
import { orders } from "../../db/order-tables.ts";
import { outbox } from "../../db/outbox-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { batch, database } from "../../platform/database.ts";
import { lowStock } from "../../platform/settings.ts";
import type { OutboxKind } from "../outbox/outbox-kinds.ts";
import type { Digest } from "./digest-mail.ts";

/** Maximum number of orders, and of tools, that a digest names. */
const maxListed = 50;

/** Reads a digest. A tool that was restocked or deleted in the meantime is left out. */
export async function readDigest(id: string): Promise<Digest> {
	const db = database();
	const listed = (kind: OutboxKind) => and(eq(outbox.digest, id), eq(outbox.kind, kind));
	const { toolName: name, quantity, totalCents, currency } = orders;
	const lowTools = db.select({ id: outbox.subjectId }).from(outbox).where(listed("stock.low"));
	const results = await batch({
		orders: db
			.select({ name, quantity, totalCents, currency })
			.from(outbox)
			.innerJoin(orders, eq(orders.checkoutId, outbox.subjectId))
			.where(listed("order.paid"))
			.limit(maxListed),
		counted: db
			.select({ orders: count() })
			.from(outbox)
			.innerJoin(orders, eq(orders.checkoutId, outbox.subjectId))
			.where(listed("order.paid")),
		lowTools: db
			.select({ name: tools.name, quantity: tools.quantity })
			.from(tools)
			.where(
				and(inArray(tools.id, lowTools), lte(tools.quantity, lowStock()), isNull(tools.archivedAt)),
			)
			.limit(maxListed),
	});
	const [{ orders: orderCount } = { orders: 0 }] = results.counted;
	return { orders: results.orders, orderCount, lowTools: results.lowTools };
}
