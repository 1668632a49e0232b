/** The payment methods that the payment frame offers. */

/** @typedef {"card" | "wallet" | "redirect" | "debit"} Panel */

/** @type {Record<string, { label: string, panel: Panel }>} */
export const METHODS = {
	card: { label: "Card", panel: "card" },
	google_pay: { label: "Google Pay", panel: "wallet" },
	apple_pay: { label: "Apple Pay", panel: "wallet" },
	link: { label: "Link", panel: "wallet" },
	amazon_pay: { label: "Amazon Pay", panel: "redirect" },
	klarna: { label: "Klarna", panel: "redirect" },
	sepa_debit: { label: "SEPA Direct Debit", panel: "debit" },
};

/** The test cards that a wallet holds, by outcome. */
const WALLET_CARDS = {
	succeeded: "4242424242424242",
	declined: "4000000000000002",
	challenge: "4000000000003220",
};

/** Stripe docs: SEPA Direct Debit, Test your integration. */
const TEST_IBAN = "DE89370400440532013000";

/**
 * The methods to offer, in order. A card can be paid with a wallet, too: with Google Pay, or with Apple Pay
 * in Apple's browser.
 *
 * Stripe.js: The Payment Element, options wallets and paymentMethodOrder.
 * @param {string[]} types those of the intent
 * @param {Record<string, any>} options the element's
 * @param {boolean} isApple
 * @returns {string[]}
 */
export function methodsToOffer(types, { wallets = {}, paymentMethodOrder = [] }, isApple) {
	const found = types.flatMap((type) => {
		if (type === "link") return wallets.link === "never" ? [] : ["link"];
		if (type !== "card") return METHODS[type] ? [type] : [];
		const wallet = isApple ? "apple_pay" : "google_pay";
		const isHidden = wallets[isApple ? "applePay" : "googlePay"] === "never";
		return isHidden ? ["card"] : ["card", wallet];
	});
	/** @param {string} name */
	const rank = (name) => {
		const index = paymentMethodOrder.indexOf(name);
		return index < 0 ? paymentMethodOrder.length : index;
	};
	return found.sort((one, other) => rank(one) - rank(other));
}

/**
 * The parameters of a method that is not typed in.
 * @param {string} name
 * @param {"succeeded" | "declined" | "challenge"} outcome
 */
export function methodParams(name, outcome) {
	if (name === "google_pay" || name === "apple_pay") {
		const expiry = { exp_month: "12", exp_year: "34" };
		return { type: "card", card: { number: WALLET_CARDS[outcome], ...expiry, wallet: name } };
	}
	if (name === "link") {
		return { type: "link", link: { test_outcome: outcome === "declined" ? outcome : "succeeded" } };
	}
	if (name === "sepa_debit") return { type: name, sepa_debit: { iban: TEST_IBAN } };
	return { type: name };
}
