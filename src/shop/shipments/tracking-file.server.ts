/** Reads a file of tracking numbers with the orders that it names. */
import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { isShownLine, orderLines, orders } from "../../db/order-tables.ts";
import * as messages from "../../messages/shipping.ts";
import { database, inList } from "../../platform/database/database.ts";
import { type CsvRecord, MalformedCsv, parseCsv } from "../csv/parse-csv.server.ts";
import { piecesToShip } from "../orders/order-conditions.ts";
import { nameOfRow } from "../tools/sold-names.ts";
import { leftOutLine, obstacleOf } from "./ship-parcels.server.ts";
import type { TrackingPreview } from "./shipments.ts";
import { orderNumbersIn, readTrackingFile } from "./tracking-file.ts";

/** Returns the parcels of a file and its errors, by line. One round trip. */
export async function previewTrackingFile(file: string): Promise<TrackingPreview> {
	const records = recordsOf(file);
	if (!Array.isArray(records)) return { parcels: [], errors: [records] };
	const lines = await linesOf(orderNumbersIn(records));
	const byOrder = Map.groupBy(lines, ({ orderId }) => orderId);
	const ordersOfFile = [...byOrder].map(([orderId, lines]) => {
		const canShip = lines.some(({ line }) => obstacleOf(line) === undefined);
		const isShipped = lines.some(({ line }) => line.status === "Shipped");
		return [lines[0]?.orderNumber ?? 0, { orderId, canShip, isShipped }] as const;
	});
	const { parcels, errors } = readTrackingFile(records, new Map(ordersOfFile));
	return {
		parcels: parcels.flatMap((parcel) => {
			const lines = byOrder.get(parcel.orderId) ?? [];
			const [first] = lines;
			if (!first) return [];
			const { orderNumber, recipient } = first;
			const own = lines.map(({ line }) => line);
			return {
				...parcel,
				orderNumber,
				recipient,
				lines: own
					.filter((line) => obstacleOf(line) === undefined)
					.map((line) => ({ _id: line.id, name: nameOfRow(line), quantity: piecesToShip(line) })),
				leftOut: own.flatMap((line) => leftOutLine(line)),
			};
		}),
		errors,
	};
}

/** The records, or in which line the text is not CSV. */
function recordsOf(file: string): CsvRecord[] | TrackingPreview["errors"][number] {
	try {
		return parseCsv(file);
	} catch (error) {
		if (!(error instanceof MalformedCsv)) throw error;
		return { line: error.line, message: messages.notCsv };
	}
}

/** Lists them by order first, then by line: the primary key and the index by order have them so, and nothing is sorted. */
function linesOf(numbers: readonly number[]) {
	return database()
		.select({
			orderId: sql<string>`${orders.id}`.as("of_order"),
			orderNumber: sql<number>`${orders.number}`.as("order_number"),
			recipient: orders.name,
			line: getTableColumns(orderLines),
		})
		.from(orders)
		.innerJoin(orderLines, eq(orderLines.orderId, orders.id))
		.where(and(inList(orders.number, numbers), isShownLine))
		.orderBy(orders.number, orderLines.number);
}
