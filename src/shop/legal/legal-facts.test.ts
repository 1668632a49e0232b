import { expect, it } from "vitest";
import { formatPrice } from "../../values/money.ts";
import { legalFacts } from "./legal-facts.ts";

const demo = {
	shipping: { countries: "all", rates: [{ countries: "all", price: 0 }] },
	tax: { mode: "none" },
	paymentForm: "card",
	reservationMinutes: 1440,
} as const;

const european = {
	...demo,
	shipping: {
		countries: ["DE", "AT", "CH", "NL"],
		rates: [
			{ countries: ["DE"], price: 4.9, freeFrom: 49 },
			{ countries: "all", price: 9.5 },
		],
	},
	tax: { mode: "included", label: "VAT", percent: 19 },
	paymentForm: "payment-element",
	reservationMinutes: 30,
} as const;

it("says what the configuration says", () => {
	expect(legalFacts(demo)).toEqual({
		payment: "You pay by card.",
		tax: "No tax is added to them.",
		taxAtStripe: "",
		shipping: "To every country that the checkout offers: free.",
		reservation: "24 hours",
	});
});

it("says it of a shop with rates, a tax and other methods of payment", () => {
	const facts = legalFacts(european);
	expect(facts.shipping).toBe(
		`To Germany: ${formatPrice(4.9)}, free for orders from ${formatPrice(49)}. To Austria, Switzerland, and the Netherlands: ${formatPrice(9.5)}.`,
	);
	expect(facts.tax).toBe("They include VAT.");
	expect(facts.payment).toContain("another method");
	expect(facts.reservation).toBe("30 minutes");
});

it("says in how many days, where else, and that Stripe Tax gets the address", () => {
	const { shipping, tax, taxAtStripe, reservation } = legalFacts({
		...demo,
		reservationMinutes: 3 * 1440,
		shipping: {
			countries: "all",
			rates: [
				{ countries: ["US"], price: 5, days: [2, 5] },
				{ countries: "all", price: 12, days: [9, 9] },
			],
		},
		tax: { mode: "stripe", behaviour: "exclusive" },
	});
	expect(shipping).toBe(
		`To the United States: ${formatPrice(5)}. It arrives 2 to 5 days after you pay. To all other countries: ${formatPrice(12)}. It arrives 9 days after you pay.`,
	);
	expect(tax).toContain("depends on the delivery address");
	expect(taxAtStripe).toContain("Stripe also receives the address");
	expect(reservation).toBe("3 days");
});
