/** Payment methods: of test cards and of other kinds. Stripe API: PaymentMethods. */
import { createHash } from "node:crypto";
import { brandOf } from "./browser/card-rules.js";
import * as cards from "./cards.ts";
import type { Call, Context } from "./context.ts";
import { ApiError, invalidParameter, missingParameter, notFound } from "./errors.ts";
import { type Form, groupOf, textOf } from "./form-encoding.ts";
import { isMethodType } from "./method-types.ts";
import {
	type BillingDetails,
	type MethodType,
	newId,
	nowSeconds,
	type PaymentMethod,
} from "./objects.ts";
import { metadataFrom } from "./parameters.ts";

const OUTCOMES = ["succeeded", "declined"];
const WALLETS = ["apple_pay", "google_pay"];

/**
 * Creates a payment method from `type`, the group of that name, and `billing_details[...]`. Throws ApiError
 * 402 for an invalid card. Stores how the test card behaves, not its number. The stand-in's own parameters
 * are `card[wallet]`, the wallet that holds the card, and `link[test_outcome]`, succeeded or declined.
 *
 * Stripe API: Create a PaymentMethod.
 */
export function createMethod(context: Context, call: Call): PaymentMethod {
	return methodFrom(context, call.form, "");
}

/** Creates a payment method from a group of a form, such as `payment_method_data`. */
export function methodFrom(context: Context, form: Form, prefix: string): PaymentMethod {
	const paramName = (field: string) => (prefix ? `${prefix}[${field}]` : field);
	const type = textOf(form, "type") ?? (form.card === undefined ? undefined : "card");
	if (type === undefined) throw missingParameter(paramName("type"));
	if (!isMethodType(type)) {
		throw invalidParameter(paramName("type"), `The local stand-in does not support ${type}.`);
	}
	const billing = billingFrom(groupOf(form, "billing_details"));
	const metadata = metadataFrom(form);
	if (type !== "card") {
		const outcome = textOf(groupOf(form, type) ?? {}, "test_outcome") ?? "succeeded";
		if (!OUTCOMES.includes(outcome)) {
			const message = `Invalid test_outcome: must be one of ${OUTCOMES.join(", ")}`;
			throw invalidParameter(paramName(`${type}[test_outcome]`), message);
		}
		const behavior: cards.TestCard = outcome === "declined" ? { decline: "generic_decline" } : {};
		return saveMethod(
			context,
			{ type, ...readDetails(type, form, billing, paramName) },
			billing,
			metadata,
			behavior,
		);
	}
	const card = groupOf(form, "card");
	const number = card && textOf(card, "number")?.replace(/[\s-]/g, "");
	if (!card || number === undefined) throw missingParameter(paramName("card[number]"));
	const cardInput: cards.CardInput = {
		number,
		exp_month: textOf(card, "exp_month"),
		exp_year: textOf(card, "exp_year"),
		cvc: textOf(card, "cvc"),
	};
	const wallet = textOf(card, "wallet");
	if (wallet !== undefined && !WALLETS.includes(wallet)) {
		const message = `Invalid wallet: must be one of ${WALLETS.join(", ")}`;
		throw invalidParameter(paramName("card[wallet]"), message);
	}
	const cardError = cards.validateCard(cardInput, new Date());
	if (cardError) throw new ApiError(402, { type: "card_error", ...cardError }, true);
	return saveCard(context, cardInput, billing, metadata, wallet);
}

/** What a payment method that is no card has under the name of its kind. Throws ApiError without an IBAN. */
function readDetails(
	type: Exclude<MethodType, "card">,
	form: Form,
	billing: BillingDetails,
	paramName: (field: string) => string,
): Partial<PaymentMethod> {
	if (type === "link") return { link: { email: billing.email } };
	if (type !== "sepa_debit") return { [type]: {} };
	const iban = textOf(groupOf(form, type) ?? {}, "iban")?.replace(/\s/g, "");
	if (iban === undefined) throw missingParameter(paramName("sepa_debit[iban]"));
	if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban)) {
		throw invalidParameter(paramName("sepa_debit[iban]"), "Your IBAN is invalid.", "invalid_iban");
	}
	return { sepa_debit: { country: iban.slice(0, 2), last4: iban.slice(-4) } };
}

/** What a payment method has under the name of its kind. */
export function detailsOf({ card, link, amazon_pay, klarna, sepa_debit }: PaymentMethod) {
	return {
		...(card && { card }),
		...(link && { link }),
		...(amazon_pay && { amazon_pay }),
		...(klarna && { klarna }),
		...(sepa_debit && { sepa_debit }),
	};
}

/**
 * The payment method with an id, or one of Stripe's test payment methods such as `pm_card_visa`. Throws
 * ApiError 404 for an unknown id.
 *
 * Stripe API: Retrieve a PaymentMethod.
 */
export function findMethod(context: Context, id: string, param = "payment_method"): PaymentMethod {
	const number = cards.testMethodNumber(id);
	if (number) return saveCard(context, { number }, billingFrom(undefined), {});
	const method = context.store.find("payment_method", id);
	if (!method) throw notFound("PaymentMethod", id, param);
	return method;
}

/** How a payment method's test card behaves. */
export function testCardOf(context: Context, method: PaymentMethod): cards.TestCard {
	return JSON.parse(context.store.privateDataOf(method.id));
}

function saveCard(
	context: Context,
	cardInput: cards.CardInput,
	billing: BillingDetails,
	metadata: Record<string, string>,
	wallet?: string,
): PaymentMethod {
	const { number } = cardInput;
	const brand = brandOf(number);
	const card = {
		brand,
		checks: {
			address_line1_check: null,
			address_postal_code_check: null,
			cvc_check: "unchecked",
		},
		country: "US",
		display_brand: brand,
		exp_month: Number(cardInput.exp_month ?? 12),
		exp_year: cards.fullYear(cardInput.exp_year ?? String(new Date().getUTCFullYear() + 1)),
		fingerprint: createHash("sha256").update(number).digest("base64url").slice(0, 16),
		funding: "credit",
		last4: number.slice(-4),
		networks: { available: [brand], preferred: null },
		three_d_secure_usage: { supported: true },
		wallet: wallet === undefined ? null : { type: wallet, dynamic_last4: null },
	};
	const testCard = cards.TEST_CARDS[number] ?? {};
	return saveMethod(context, { type: "card", card }, billing, metadata, testCard);
}

function saveMethod(
	context: Context,
	details: Pick<PaymentMethod, "type"> & Partial<PaymentMethod>,
	billing: BillingDetails,
	metadata: Record<string, string>,
	behavior: cards.TestCard,
): PaymentMethod {
	const method: PaymentMethod = {
		id: newId("pm"),
		object: "payment_method",
		allow_redisplay: "unspecified",
		billing_details: billing,
		...details,
		created: nowSeconds(),
		customer: null,
		customer_account: null,
		livemode: false,
		metadata,
	};
	context.store.save(method, "", JSON.stringify(behavior));
	return method;
}

/** The billing details of a form; what is absent is null. */
function billingFrom(form: Form | undefined): BillingDetails {
	const text = (group: Form | undefined, name: string) => (group && textOf(group, name)) || null;
	const address = form && groupOf(form, "address");
	return {
		address: {
			city: text(address, "city"),
			country: text(address, "country"),
			line1: text(address, "line1"),
			line2: text(address, "line2"),
			postal_code: text(address, "postal_code"),
			state: text(address, "state"),
		},
		email: text(form, "email"),
		name: text(form, "name"),
		phone: text(form, "phone"),
		tax_id: null,
	};
}
