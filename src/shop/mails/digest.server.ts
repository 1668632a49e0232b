/** What a digest lists, the rows of the outbox that have its id, and who reads it. */
import { and, count, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { orderLines, orders } from "../../db/order-tables.ts";
import { digestStops, outbox } from "../../db/outbox-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { batch, database } from "../../platform/database/database.ts";
import { digestRecipients } from "../../platform/settings/settings.ts";
import { addToOutbox, sendFromOutbox } from "../outbox/outbox.server.ts";
import type { OutboxKind } from "../outbox/outbox-kinds.ts";
import { lowStockOfTool } from "../tools/low-stock.server.ts";
import { nameOfRow } from "../tools/sold-names.ts";
import type { SoldRow } from "../tools/sold-tool.ts";
import type { Digest } from "./digest-mail.ts";

/** The recipients of the settings who have not stopped the digest. */
export async function digestReaders(): Promise<string[]> {
	const recipients = digestRecipients();
	if (recipients.length === 0) return [];
	const stopped = await database()
		.select({ recipient: digestStops.recipient })
		.from(digestStops)
		.where(inArray(digestStops.recipient, recipients));
	return recipients.filter((reader) => stopped.every(({ recipient }) => recipient !== reader));
}

/** Adds a row to the outbox for each reader of a digest, who can stop it alone. Safe to repeat. */
export async function addDigestMails(digestId: string): Promise<void> {
	const readers = await digestReaders();
	for (const to of readers) {
		const id = `${digestId}-${to}`;
		sendFromOutbox(
			await addToOutbox({ id, kind: "digest.mail", subject: digestId, payload: { to } }, sql`true`),
		);
	}
}

/** Stops the digest to an address, or sends it again from now on. */
export async function setDigestStopped(recipient: string, stopped: boolean): Promise<void> {
	const db = database();
	if (stopped)
		await db.insert(digestStops).values({ recipient, createdAt: new Date() }).onConflictDoNothing();
	else await db.delete(digestStops).where(eq(digestStops.recipient, recipient));
}

/** Maximum number of orders, and of tools, that a digest names. */
const maxListed = 50;

const toDigestLines = (rows: readonly (SoldRow & { quantity: number })[]) =>
	rows.map((row) => ({ name: nameOfRow(row), quantity: row.quantity }));

/** Reads a digest. A tool that was restocked or deleted in the meantime is left out. */
export async function readDigest(id: string): Promise<Digest> {
	const db = database();
	const listed = (kind: OutboxKind) => and(eq(outbox.digest, id), eq(outbox.kind, kind));
	const { number, totalCents, currency } = orders;
	const lines = sql`(
		select json_group_array(
			json_object(
				'toolName', ${orderLines.toolName}, 'options', json(${orderLines.options}),
				'sku', ${orderLines.sku}, 'quantity', ${orderLines.quantity}
			)
		)
		from ${orderLines}
		where ${orderLines.orderId} = ${orders.id}
	)`.mapWith((json: string): Digest["orders"][number]["lines"] => toDigestLines(JSON.parse(json)));
	const lowTools = db.select({ id: outbox.subjectId }).from(outbox).where(listed("stock.low"));
	const results = await batch({
		orders: db
			.select({ number, lines, totalCents, currency })
			.from(outbox)
			.innerJoin(orders, eq(orders.id, outbox.subjectId))
			.where(listed("order.paid"))
			.limit(maxListed),
		counted: db.select({ orders: count() }).from(outbox).where(listed("order.paid")),
		lowTools: db
			.select({ name: tools.name, quantity: tools.quantity })
			.from(tools)
			.where(
				and(
					inArray(tools.id, lowTools),
					lte(tools.quantity, lowStockOfTool()),
					isNull(tools.archivedAt),
				),
			)
			.limit(maxListed),
	});
	const [{ orders: orderCount } = { orders: 0 }] = results.counted;
	return { orders: results.orders, orderCount, lowTools: results.lowTools };
}
