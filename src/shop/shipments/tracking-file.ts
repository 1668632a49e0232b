/** A CSV file of tracking numbers, as carriers' programs write it: an order's number, a tracking number, a carrier. */
import * as v from "valibot";
import * as messages from "../../messages/shipping.ts";
import { pasted } from "../../values/pasted.ts";
import { parseOrderNumber } from "../orders/order-number.ts";
import { carrierName, trackingNumber } from "./shipments.ts";

/** A record of the file and the line in which it starts, from 1. */
interface FileRecord {
	line: number;
	cells: readonly string[];
}

/** What is known of an order with a number of the file. */
export interface OrderOfFile {
	orderId: string;
	/** Whether something of it can be shipped, and whether something was. */
	canShip: boolean;
	isShipped: boolean;
}

interface TrackedParcel {
	/** The line of the file. */
	line: number;
	orderId: string;
	carrier: string;
	trackingNumber: string;
}

/** What a file says: a parcel for each order, and an error for each line that can't be used. */
export interface TrackingFile {
	parcels: TrackedParcel[];
	errors: { line: number; message: string }[];
}

/** The headings that a column can have, in lower case without spaces and signs. */
const headings = {
	order: ["order", "ordernumber", "orderno", "reference"],
	trackingNumber: ["tracking", "trackingnumber", "trackingno", "trackingid"],
	carrier: ["carrier", "shippingcarrier"],
};

/** Returns the place of each column by the headings, -1 if there is none. */
function columnsOf(record: FileRecord | undefined) {
	const cells = (record?.cells ?? []).map((cell) => cell.toLowerCase().replaceAll(/[^a-z]/g, ""));
	const placeOf = (names: readonly string[]) => cells.findIndex((cell) => names.includes(cell));
	return {
		order: placeOf(headings.order),
		trackingNumber: placeOf(headings.trackingNumber),
		carrier: placeOf(headings.carrier),
	};
}

/** Returns the order numbers that a file names, to look them up for `readTrackingFile`. */
export function orderNumbersIn(records: readonly FileRecord[]): number[] {
	const { order } = columnsOf(records[0]);
	const numbers = records
		.slice(1)
		.flatMap(({ cells }) => parseOrderNumber(cells[order] ?? "") ?? []);
	return [...new Set(numbers)];
}

/** Reads a file with the orders that have its numbers. One row wrong leaves the others. */
export function readTrackingFile(
	records: readonly FileRecord[],
	orders: ReadonlyMap<number, OrderOfFile>,
): TrackingFile {
	const [heading, ...rows] = records;
	const columns = columnsOf(heading);
	if (columns.order < 0 || columns.trackingNumber < 0)
		return { parcels: [], errors: [{ line: heading?.line ?? 1, message: messages.fileHeadings }] };
	const firstLines = new Map<string, number>();
	const file: TrackingFile = { parcels: [], errors: [] };
	for (const { line, cells } of rows) {
		const cellOf = (column: number) => (cells[column] ?? "").trim();
		const number = parseOrderNumber(cellOf(columns.order));
		const order = number === undefined ? undefined : orders.get(number);
		const parcel = {
			line,
			orderId: order?.orderId ?? "",
			carrier: cellOf(columns.carrier),
			trackingNumber: pasted(cellOf(columns.trackingNumber)),
		};
		const message = order
			? problemOf(parcel, order, firstLines.get(parcel.orderId))
			: messages.noSuchOrder(cellOf(columns.order));
		if (message) file.errors.push({ line, message });
		else file.parcels.push(parcel);
		if (order && !firstLines.has(parcel.orderId)) firstLines.set(parcel.orderId, line);
	}
	return file;
}

const parcelSchema = v.object({
	carrier: carrierName,
	trackingNumber: v.pipe(trackingNumber, v.minLength(1, messages.trackingNumberMissing)),
});

/** What is wrong with a row; `firstLine` is that of an earlier one of the same order. */
function problemOf(
	parcel: TrackedParcel,
	{ canShip, isShipped }: OrderOfFile,
	firstLine: number | undefined,
): string | undefined {
	if (firstLine !== undefined) return messages.orderTwice(firstLine);
	if (!canShip) return isShipped ? messages.alreadyShipped : messages.notShippable;
	const { success, issues } = v.safeParse(parcelSchema, parcel);
	return success ? undefined : issues[0].message;
}
