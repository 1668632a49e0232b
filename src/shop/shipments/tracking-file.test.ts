import { expect, it } from "vitest";
import * as messages from "../../messages/shipping.ts";
import { type OrderOfFile, orderNumbersIn, readTrackingFile } from "./tracking-file.ts";

const order = (orderId: string, changes: Partial<OrderOfFile> = {}): OrderOfFile => ({
	orderId,
	canShip: true,
	isShipped: false,
	...changes,
});
const orders = new Map([
	[1001, order("a")],
	[1002, order("b")],
	[1003, order("c", { canShip: false, isShipped: true })],
	[1004, order("d", { canShip: false })],
]);
const records = (...rows: string[][]) => rows.map((cells, index) => ({ line: index + 1, cells }));
const read = (...rows: string[][]) => readTrackingFile(records(...rows), orders);

it("finds its columns by their headings, in any order, and does without a carrier", () => {
	expect(
		read(["Carrier", "Weight", "Tracking number", "Order no."], ["UPS", "2", "1Z", "#1001"]),
	).toEqual({
		parcels: [{ line: 2, orderId: "a", carrier: "UPS", trackingNumber: "1Z" }],
		errors: [],
	});
	expect(read(["ORDER", "TRACKING"], [" 1002 ", " 7 "]).parcels).toEqual([
		{ line: 2, orderId: "b", carrier: "", trackingNumber: "7" },
	]);
	expect(
		orderNumbersIn(records(["Order", "Tracking"], ["1001", "1"], ["x", "2"], ["1001", "3"])),
	).toEqual([1001]);
});

it.each([
	["an unknown order", ["1999", "7"], messages.noSuchOrder("1999")],
	["no order", ["", "7"], messages.noSuchOrder("")],
	["an order that was shipped", ["1003", "7"], messages.alreadyShipped],
	["an order that can't be shipped", ["1004", "7"], messages.notShippable],
	["no tracking number", ["1001", ""], messages.trackingNumberMissing],
	["a tracking number that is none", ["1001", "1;2"], messages.trackingNumberInvalid],
	["a row with too few cells", ["1001"], messages.trackingNumberMissing],
])("names the line with %s, and reads the others", (_, row, message) => {
	expect(read(["Order", "Tracking"], row, ["1002", "8"])).toEqual({
		parcels: [{ line: 3, orderId: "b", carrier: "", trackingNumber: "8" }],
		errors: [{ line: 2, message }],
	});
});

it("takes an order once, and names its first line", () => {
	expect(read(["Order", "Tracking"], ["1001", "7"], ["1001", "8"])).toEqual({
		parcels: [{ line: 2, orderId: "a", carrier: "", trackingNumber: "7" }],
		errors: [{ line: 3, message: messages.orderTwice(2) }],
	});
});

it.each([[[]], [[["Order", "Weight"]]], [[["1001", "7"]]]])(
	"names missing headings: %j",
	(rows) => {
		expect(read(...rows)).toEqual({
			parcels: [],
			errors: [{ line: 1, message: messages.fileHeadings }],
		});
	},
);
