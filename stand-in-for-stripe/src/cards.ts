/** The test cards, their declines and the validation of cards. */
import { passesLuhn } from "./browser/card-rules.js";
import type { PaymentError } from "./objects.ts";

/** How a test card behaves. */
export interface TestCard {
	/** The bank's decline; absent if it approves. */
	decline?: keyof typeof DECLINES;
	/** Requires 3-D Secure first. */
	challenge?: boolean;
	/** Succeeds and is then disputed for this reason, or is the subject of an inquiry. */
	disputed?: string;
	/** Its refunds are pending. */
	refundPending?: boolean;
	/** Its refunds fail afterwards. */
	refundFails?: boolean;
}

/** A card as entered. All fields are strings, as in a form. */
export interface CardInput {
	number: string;
	exp_month?: string | undefined;
	exp_year?: string | undefined;
	cvc?: string | undefined;
}

/** A decline or a validation error of a card. */
export type CardError = Pick<PaymentError, "code" | "message" | "decline_code" | "param">;

const DECLINED = "Your card was declined.";

/** Declines by Stripe's decline code. Stripe API: Decline codes. */
export const DECLINES = {
	generic_decline: declined("generic_decline", DECLINED),
	insufficient_funds: declined("insufficient_funds", "Your card has insufficient funds."),
	lost_card: declined("lost_card", DECLINED),
	stolen_card: declined("stolen_card", DECLINED),
	fraudulent: declined("fraudulent", DECLINED),
	card_velocity_exceeded: declined(
		"card_velocity_exceeded",
		"Your card was declined for making repeated attempts too frequently or exceeding its amount limit.",
	),
	expired_card: {
		code: "expired_card",
		decline_code: "expired_card",
		message: "Your card has expired.",
		param: "exp_month",
	},
	incorrect_cvc: {
		code: "incorrect_cvc",
		decline_code: "incorrect_cvc",
		message: "Your card's security code is incorrect.",
		param: "cvc",
	},
	processing_error: {
		code: "processing_error",
		decline_code: "processing_error",
		message: "An error occurred while processing your card. Try again in a little bit.",
	},
} satisfies Record<string, CardError>;

/** The test card numbers. Stripe docs: Testing. */
export const TEST_CARDS: Record<string, TestCard> = {
	"4242424242424242": {},
	"4000056655665556": {},
	"5555555555554444": {},
	"5200828282828210": {},
	"5105105105105100": {},
	"2223003122003222": {},
	"378282246310005": {},
	"371449635398431": {},
	"6011111111111117": {},
	"6011000990139424": {},
	"3056930009020004": {},
	"36227206271667": {},
	"3566002020360505": {},
	"6200000000000005": {},
	"4000000000003055": {},
	"4000000000000259": { disputed: "fraudulent" },
	"4000000000002685": { disputed: "product_not_received" },
	"4000000000001976": { disputed: "inquiry" },
	"4000000000007726": { refundPending: true },
	"4000000000005126": { refundFails: true },
	"4000000000000002": { decline: "generic_decline" },
	"4000000000009995": { decline: "insufficient_funds" },
	"4000000000009987": { decline: "lost_card" },
	"4000000000009979": { decline: "stolen_card" },
	"4000000000000069": { decline: "expired_card" },
	"4000000000000127": { decline: "incorrect_cvc" },
	"4000000000000119": { decline: "processing_error" },
	"4000000000006975": { decline: "card_velocity_exceeded" },
	"4100000000000019": { decline: "fraudulent" },
	"4000002500003155": { challenge: true },
	"4000002760003184": { challenge: true },
	"4000000000003220": { challenge: true },
	"4000000000003063": { challenge: true },
	"4000008400001629": { challenge: true, decline: "generic_decline" },
	"4000008260003178": { challenge: true, decline: "insufficient_funds" },
};

/** Stripe's test payment methods: the name after `pm_card_`, with or without `visa_`. */
const TEST_PAYMENT_METHODS: Record<string, string> = {
	visa: "4242424242424242",
	visa_debit: "4000056655665556",
	mastercard: "5555555555554444",
	amex: "378282246310005",
	discover: "6011111111111117",
	createDispute: "4000000000000259",
	createDisputeProductNotReceived: "4000000000002685",
	createDisputeInquiry: "4000000000001976",
	pendingRefund: "4000000000007726",
	refundFail: "4000000000005126",
	chargeDeclined: "4000000000000002",
	chargeDeclinedInsufficientFunds: "4000000000009995",
	chargeDeclinedLostCard: "4000000000009987",
	chargeDeclinedStolenCard: "4000000000009979",
	chargeDeclinedExpiredCard: "4000000000000069",
	chargeDeclinedIncorrectCvc: "4000000000000127",
	chargeDeclinedProcessingError: "4000000000000119",
	chargeDeclinedVelocityLimitExceeded: "4000000000006975",
	authenticationRequired: "4000002760003184",
	authenticationRequiredOnSetup: "4000002500003155",
	threeDSecure2Required: "4000000000003220",
	threeDSecureRequired: "4000000000003063",
	threeDSecureRequiredChargeDeclined: "4000008400001629",
	authenticationRequiredChargeDeclinedInsufficientFunds: "4000008260003178",
};

/** The card number of a test payment method such as `pm_card_visa`, or undefined. */
export function testMethodNumber(name: string): string | undefined {
	const testName = name.replace(/^pm_card_/, "");
	return TEST_PAYMENT_METHODS[testName] ?? TEST_PAYMENT_METHODS[testName.replace(/^visa_/, "")];
}

/**
 * Validates a card before the bank is called. Returns an error or undefined. Fields other than the number
 * are optional, for scripts that only need an outcome.
 *
 * Stripe API: Create a PaymentMethod; Error codes.
 */
export function validateCard(card: CardInput, now: Date): CardError | undefined {
	if (!/^\d{12,19}$/.test(card.number) || !passesLuhn(card.number)) {
		return fieldError("incorrect_number", "number", "Your card number is incorrect.");
	}
	const invalidExpiry = expiryError(card, now);
	if (invalidExpiry) return invalidExpiry;
	if (card.cvc !== undefined && !/^\d{3,4}$/.test(card.cvc)) {
		return fieldError("invalid_cvc", "cvc", "Your card's security code is invalid.");
	}
	if (!Object.hasOwn(TEST_CARDS, card.number)) {
		return declined(
			"test_mode_live_card",
			`${DECLINED} Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.`,
		);
	}
	return undefined;
}

/** The full year; two digits belong to this century. */
export function fullYear(year: string): number {
	return /^\d{1,2}$/.test(year) ? 2000 + Number(year) : Number(year);
}

function expiryError(card: CardInput, now: Date): CardError | undefined {
	const invalidMonth = fieldError(
		"invalid_expiry_month",
		"exp_month",
		"Your card's expiration month is invalid.",
	);
	const month = Number(card.exp_month ?? 12);
	if (!Number.isInteger(month) || month < 1 || month > 12) return invalidMonth;
	const thisYear = now.getUTCFullYear();
	const year = card.exp_year === undefined ? thisYear + 1 : fullYear(card.exp_year);
	if (!Number.isInteger(year) || year < thisYear || year > thisYear + 50) {
		return fieldError("invalid_expiry_year", "exp_year", "Your card's expiration year is invalid.");
	}
	return year === thisYear && month < now.getUTCMonth() + 1 ? invalidMonth : undefined;
}

function declined(reason: string, message: string): CardError {
	return { code: "card_declined", decline_code: reason, message };
}

function fieldError(code: string, param: string, message: string): CardError {
	return { code, param, message };
}
