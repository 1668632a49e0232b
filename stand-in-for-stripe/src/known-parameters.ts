/**
 * The parameters that Stripe knows of each endpoint. It rejects all others, so a misspelled one is found before it
 * reaches Stripe. The types of the `stripe` library have the same names: known-parameters.test.ts compares them.
 */
import { ApiError } from "./errors.ts";
import type { Form, FormValue } from "./form-encoding.ts";

/** Names by endpoint: with `true` anything may be below, with names only these, also in each member of a list. */
export interface Names {
	[name: string]: Names | true;
}

const named = (text: string): Names =>
	Object.fromEntries(text.split(/\s+/).map((name) => [name, true]));

const TIMES = named("gt gte lt lte");
const EXPAND = named("expand");
const PAGE = named("ending_before expand limit starting_after");
const PAGE_BY_TIME: Names = { ...PAGE, created: TIMES };
const ADDRESS = named("city country line1 line2 postal_code state");
const BILLING: Names = { ...named("email name phone tax_id"), address: ADDRESS };
const SHIPPING: Names = { ...named("carrier name phone tracking_number"), address: ADDRESS };

/** What each kind of payment method takes that the stand-in has, and the kinds that it does not have. */
const METHODS: Names = {
	...named(`acss_debit affirm afterpay_clearpay alipay alma au_becs_debit bacs_debit bancontact billie bizum blik
		boleto cashapp crypto custom customer_balance eps fpx giropay grabpay ideal interac_present kakao_pay konbini
		kr_card mb_way mobilepay multibanco naver_pay nz_bank_account oxxo p24 pay_by_bank payco paynow paypal paypay
		payto pix promptpay radar_options revolut_pay samsung_pay satispay scalapay sequra sofort sunbit swish twint upi
		us_bank_account wechat_pay zip`),
	// `test_outcome` and `wallet` are the stand-in's own.
	amazon_pay: named("test_outcome"),
	klarna: named("dob test_outcome"),
	link: named("test_outcome"),
	sepa_debit: named("iban test_outcome"),
	card: named("cvc exp_month exp_year networks number token wallet"),
};
const METHOD: Names = {
	...METHODS,
	...named("allow_redisplay metadata type"),
	billing_details: BILLING,
};

const INTENT: Names = {
	...named(`allowed_payment_method_types amount amount_details application_fee_amount capture_method currency customer
		customer_account description excluded_payment_method_types expand hooks metadata payment_details payment_method
		payment_method_configuration payment_method_options receipt_email setup_future_usage statement_descriptor
		statement_descriptor_suffix transfer_data transfer_group`),
	payment_method_data: METHOD,
	shipping: SHIPPING,
};
const NEW_INTENT: Names = {
	...INTENT,
	...named(`confirm confirmation_method confirmation_token error_on_requires_action mandate mandate_data off_session
		on_behalf_of radar_options return_url use_stripe_sdk`),
	automatic_payment_methods: named("allow_redirects enabled"),
};
const CONFIRMATION: Names = {
	...named(`allowed_payment_method_types amount_details amount_to_confirm capture_method confirmation_token
		error_on_requires_action excluded_payment_method_types expand hooks mandate mandate_data off_session
		payment_details payment_method payment_method_options radar_options receipt_email return_url setup_future_usage
		use_stripe_sdk`),
	payment_method_data: METHOD,
	shipping: SHIPPING,
};

/** The parameters by endpoint. The stand-in's own endpoint is not here. */
export const KNOWN_PARAMETERS: Record<string, Names> = {
	"POST /v1/payment_intents": NEW_INTENT,
	"GET /v1/payment_intents": { ...PAGE_BY_TIME, ...named("customer customer_account") },
	"GET /v1/payment_intents/:id": named("client_secret expand"),
	"POST /v1/payment_intents/:id": INTENT,
	"POST /v1/payment_intents/:id/confirm": CONFIRMATION,
	"POST /v1/payment_intents/:id/cancel": named("cancellation_reason expand"),
	"POST /v1/payment_methods": { ...METHOD, ...named("customer expand payment_method") },
	"GET /v1/payment_methods/:id": EXPAND,
	"GET /v1/charges": { ...PAGE_BY_TIME, ...named("customer payment_intent transfer_group") },
	"GET /v1/charges/:id": EXPAND,
	"POST /v1/refunds":
		named(`amount charge currency customer expand instructions_email metadata origin payment_intent
		reason refund_application_fee reverse_transfer`),
	"GET /v1/refunds": { ...PAGE_BY_TIME, ...named("charge payment_intent") },
	"GET /v1/refunds/:id": EXPAND,
	"POST /v1/refunds/:id": named("expand metadata"),
	"GET /v1/disputes": { ...PAGE_BY_TIME, ...named("charge payment_intent") },
	"GET /v1/disputes/:id": EXPAND,
	"GET /v1/balance_transactions": {
		...PAGE_BY_TIME,
		...named("currency payout source type"),
	},
	"GET /v1/balance_transactions/:id": EXPAND,
	"GET /v1/payouts": { ...PAGE_BY_TIME, ...named("destination status"), arrival_date: TIMES },
	"GET /v1/payouts/:id": EXPAND,
	"GET /v1/events": { ...PAGE_BY_TIME, ...named("delivery_success type types") },
	"GET /v1/events/:id": EXPAND,
	"POST /v1/webhook_endpoints": named(
		"api_version connect description enabled_events expand metadata url",
	),
	"GET /v1/webhook_endpoints": PAGE,
	"GET /v1/webhook_endpoints/:id": EXPAND,
	"POST /v1/webhook_endpoints/:id": named(
		"description disabled enabled_events expand metadata url",
	),
	"DELETE /v1/webhook_endpoints/:id": {},
	"POST /v1/tax/calculations": {
		...named("currency customer expand tax_date"),
		customer_details: {
			...named("address_source ip_address tax_ids taxability_override"),
			address: ADDRESS,
		},
		line_items: named(
			"amount metadata performance_location product quantity reference tax_behavior tax_code",
		),
		ship_from_details: { address: ADDRESS },
		shipping_cost: named("amount shipping_rate tax_behavior tax_code"),
	},
	"GET /v1/tax/calculations/:id": EXPAND,
	"GET /v1/tax/calculations/:id/line_items": PAGE,
	"POST /v1/tax/transactions/create_from_calculation": named(
		"calculation expand metadata posted_at reference",
	),
	"POST /v1/tax/transactions/create_reversal": {
		...named("expand flat_amount metadata mode original_transaction reference"),
		line_items: named("amount amount_tax metadata original_line_item quantity reference"),
		shipping_cost: named("amount amount_tax"),
	},
	"GET /v1/tax/transactions/:id": EXPAND,
	"GET /v1/tax/transactions/:id/line_items": PAGE,
};

/** What Stripe.js sends too. */
const BROWSER = named("client_secret expected_payment_method_type key");

/** Throws ApiError 400 `parameter_unknown` if a form has other names than Stripe knows of the endpoint. */
export function rejectUnknownParameters(endpoint: string, form: Form, publishable: boolean): void {
	const known = Object.hasOwn(KNOWN_PARAMETERS, endpoint) ? KNOWN_PARAMETERS[endpoint] : undefined;
	if (!known) return;
	const unknown = unknownNames(form, publishable ? { ...known, ...BROWSER } : known, "");
	const [first] = unknown;
	if (first === undefined) return;
	const names = `${unknown.length === 1 ? "parameter" : "parameters"}: ${unknown.join(", ")}`;
	throw new ApiError(
		400,
		{
			type: "invalid_request_error",
			code: "parameter_unknown",
			message: `Received unknown ${names}`,
			param: first,
			doc_url: "https://stripe.com/docs/error-codes/parameter-unknown",
		},
		false,
	);
}

function unknownNames(value: FormValue, known: Names, path: string): string[] {
	if (typeof value === "string") return [];
	if (Array.isArray(value)) {
		return value.flatMap((member, index) => unknownNames(member, known, `${path}[${index}]`));
	}
	return Object.entries(value).flatMap(([name, below]) => {
		const param = path === "" ? name : `${path}[${name}]`;
		const names = Object.hasOwn(known, name) ? known[name] : undefined;
		if (names === undefined) return [param];
		return names === true ? [] : unknownNames(below, names, param);
	});
}
