/** Invoices and credit notes of several sellers, buyers and rates of tax. */
import type { InvoiceLine } from "../../src/shop/invoices/invoice-kinds.ts";
import type { Invoice } from "../../src/shop/invoices/invoices.ts";

const german = {
	name: "Röst & Korn GmbH",
	address: { line1: "Mühlgasse 3", city: "Leipzig", postalCode: "04109" },
	country: "DE",
	email: "hallo@roestkorn.test",
	phone: "+49 341 1",
	registration: "HRB 12345, Amtsgericht Leipzig",
	taxId: "201/123/12340",
	vatNumber: "DE123456789",
};
const american = {
	name: "Cogsmith workshop",
	address: { line1: "9 Workshop Lane", city: "Portland", region: "OR", postalCode: "97201" },
	country: "US",
	email: "hello@cogsmith.test",
	taxId: "00-0000000",
};
const berlin = {
	name: "Robin Rider",
	company: "",
	taxNumber: "",
	reference: "",
	email: "r@example.test",
	line1: "Invalidenstr. 1",
	line2: "",
	city: "Berlin",
	region: "",
	postalCode: "10115",
	country: "DE",
	deliveryCountry: "DE",
	deliveryCity: "Berlin",
	deliveryPostalCode: "10115",
};
const vienna = {
	...berlin,
	company: "Räder <& Co>",
	taxNumber: "ATU 12345678",
	reference: "PO-7",
	line1: "Ring 1",
	line2: "Tor 2",
	city: "Wien",
	postalCode: "1010",
	country: "AT",
	deliveryCountry: "AT",
};
const portland = {
	...berlin,
	line1: "1 Main St",
	city: "Portland",
	region: "OR",
	postalCode: "97201",
	country: "US",
	deliveryCountry: "US",
};

/** A line whose price includes the tax. */
function line(grossCents: number, taxRate: number, quantity = 1, name = "Tool"): InvoiceLine {
	const taxCents = Math.round((grossCents * taxRate) / (1_000_000 + taxRate));
	const unitCents = Math.floor(grossCents / quantity);
	const kind = name === "" ? "shipping" : "item";
	return {
		kind,
		name,
		sku: null,
		bundle: null,
		quantity,
		unitCents,
		discountCents: 0,
		netCents: grossCents - taxCents,
		taxCents,
		taxRate,
	};
}

const giftCard: InvoiceLine = { ...line(5000, 0), kind: "gift-card", name: "Gift card" };

function invoice(fields: Pick<Invoice, "lines"> & Partial<Invoice>): Invoice {
	const sum = (name: "netCents" | "taxCents") =>
		fields.lines.reduce((cents, one) => cents + one[name], 0);
	const [netCents, taxCents] = [sum("netCents"), sum("taxCents")];
	return {
		id: "a1b2c3",
		kind: "invoice",
		code: "INV-2026-0001",
		orderId: "o1",
		orderNumber: 1001,
		refundId: null,
		corrects: null,
		currency: "EUR",
		reverseCharge: false,
		issuedAt: new Date("2026-11-26T12:00:00Z"),
		settledAt: new Date("2026-11-26T12:00:00Z"),
		seller: german,
		buyer: berlin,
		netCents,
		taxCents,
		totalCents: netCents + taxCents,
		giftCardCents: 0,
		...fields,
	};
}

const corrects = { code: "INV-2026-0001", issuedAt: new Date("2026-11-20T12:00:00Z") };
const ofRefund = { kind: "credit-note", code: "CN-2026-0001", refundId: "r1", corrects } as const;

/** The invoices, named by what is special about each. */
export const sampleInvoices: Record<string, Invoice> = {
	"one rate": invoice({
		lines: [{ ...line(2599, 190_000), sku: "TW <1>" }, line(490, 190_000, 1, "")],
	}),
	"two rates, a company": invoice({
		lines: [line(11_897, 190_000, 3), line(1999, 70_000, 7), line(490, 190_000, 1, "")],
		buyer: { ...vienna, taxNumber: "DE 987654321", deliveryCountry: "DE", country: "DE" },
	}),
	"many lines that round": invoice({
		lines: Array.from({ length: 50 }, (_, index) =>
			line(101 + index * 7, 190_000, (index % 9) + 1),
		),
	}),
	"a discount": invoice({
		lines: [
			// 10% off two pieces of 25.99.
			{ ...line(4678, 190_000, 2), unitCents: 2599, discountCents: 520 },
			line(490, 190_000, 1, ""),
		],
	}),
	"a gift card": invoice({ lines: [giftCard] }),
	"a gift card with a tool": invoice({
		lines: [line(2599, 190_000), giftCard, line(490, 190_000, 1, "")],
	}),
	"a gift card with a tool, reverse charge": invoice({
		lines: [line(2184, 0), giftCard],
		buyer: vienna,
		reverseCharge: true,
	}),
	"a gift card with a tool, sales tax": invoice({
		lines: [{ ...line(10_000, 0), taxCents: 888, taxRate: 88_750 }, giftCard],
		seller: american,
		buyer: portland,
		currency: "USD",
	}),
	"a gift card, no tax, no VAT number": invoice({
		lines: [giftCard],
		seller: american,
		buyer: portland,
		currency: "USD",
	}),
	"a credit note of a gift card": invoice({ ...ofRefund, lines: [giftCard] }),
	"reverse charge": invoice({
		lines: [line(2184, 0), line(412, 0, 1, "")],
		buyer: vienna,
		reverseCharge: true,
	}),
	export: invoice({
		lines: [line(2599, 0)],
		buyer: { ...berlin, city: "Bern", country: "CH", deliveryCountry: "CH" },
	}),
	"a rate of zero": invoice({ lines: [line(2599, 0)] }),
	"no tax, no VAT number": invoice({
		lines: [line(2599, 0, 2), line(490, 0, 1, "")],
		seller: american,
		buyer: portland,
		currency: "USD",
	}),
	"sales tax": invoice({
		lines: [{ ...line(10_000, 0), taxCents: 888, taxRate: 88_750 }],
		seller: american,
		buyer: portland,
		currency: "USD",
	}),
	"an address of one line": invoice({
		lines: [line(2599, 0)],
		seller: american,
		currency: "USD",
		buyer: {
			...berlin,
			line1: "5 Spoke Street",
			city: "",
			postalCode: "",
			country: "",
			deliveryCountry: "",
		},
	}),
	"a credit note": invoice({
		...ofRefund,
		lines: [line(1000, 190_000), line(245, 190_000, 1, "")],
	}),
	"a credit note with reverse charge": invoice({
		...ofRefund,
		lines: [line(1000, 0)],
		buyer: vienna,
		reverseCharge: true,
	}),
	"a credit note without tax": invoice({
		...ofRefund,
		lines: [line(1000, 0)],
		seller: american,
		buyer: portland,
		currency: "USD",
	}),
	"a credit note that is taken back": invoice({
		lines: [line(1000, 190_000)],
		refundId: "r1",
		corrects: { ...corrects, code: "CN-2026-0001" },
	}),
};
