import { expect, it } from "vitest";
import type { OrderLine } from "../../shop/orders/lines.ts";
import { refundPartsText } from "./refund-parts.ts";

const line: OrderLine = {
	_id: "1",
	orderId: "1",
	orderNumber: 1001,
	UserName: "Ann",
	phone: "1",
	address: "Berlin",
	name: "Saw",
	email: "ann@example.test",
	price: 20,
	totalPrice: 20,
	productCode: "saw",
	quantity: 1,
	image: "/images/none",
	status: "Pending",
	paid: true,
	createdAt: "2026-11-22T12:00:00.000Z",
	expiresAt: "2026-11-23T12:00:00.000Z",
};

it.each<[Partial<OrderLine>, number, string | undefined]>([
	[{}, 20, undefined],
	[{ shippingPrice: 4.9, taxPrice: 4.73 }, 29.63, "items $20.00, shipping $4.90, tax $4.73"],
	[{ shippingPrice: 4.9, taxPrice: 4.73 }, 10, "items $6.75, shipping $1.65, tax $1.60"],
	[
		{ shippingPrice: 4.9, taxPrice: 4.73, refundedPrice: 10 },
		19.63,
		"items $13.25, shipping $3.25, tax $3.13",
	],
	[{ includedTaxPrice: 3.19 }, 20, "items $20.00, including tax $3.19"],
	[{ includedTaxPrice: 3.19 }, 20.01, undefined],
	[{ includedTaxPrice: 3.19 }, Number.NaN, undefined],
])("a refund of an order with %j by %d has the parts %s", (changes, amount, text) => {
	expect(refundPartsText({ ...line, ...changes }, amount)).toBe(text);
});
