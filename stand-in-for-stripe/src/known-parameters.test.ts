import { expect, it } from "vitest";
import { KNOWN_PARAMETERS } from "./known-parameters.ts";
import { ENDPOINTS } from "./routes.ts";
import { namesOf, openStripe, RETURN_URL } from "./testing.ts";

const ORDER = { amount: 2400, currency: "usd" };

const INTERFACES: [endpoint: string, file: string, name: string][] = [
	["POST /v1/payment_intents", "PaymentIntents", "PaymentIntentCreateParams"],
	["GET /v1/payment_intents", "PaymentIntents", "PaymentIntentListParams"],
	["GET /v1/payment_intents/:id", "PaymentIntents", "PaymentIntentRetrieveParams"],
	["POST /v1/payment_intents/:id", "PaymentIntents", "PaymentIntentUpdateParams"],
	["POST /v1/payment_intents/:id/confirm", "PaymentIntents", "PaymentIntentConfirmParams"],
	["POST /v1/payment_intents/:id/cancel", "PaymentIntents", "PaymentIntentCancelParams"],
	["POST /v1/payment_methods", "PaymentMethods", "PaymentMethodCreateParams"],
	["GET /v1/payment_methods/:id", "PaymentMethods", "PaymentMethodRetrieveParams"],
	["GET /v1/charges", "Charges", "ChargeListParams"],
	["GET /v1/charges/:id", "Charges", "ChargeRetrieveParams"],
	["POST /v1/refunds", "Refunds", "RefundCreateParams"],
	["GET /v1/refunds", "Refunds", "RefundListParams"],
	["GET /v1/refunds/:id", "Refunds", "RefundRetrieveParams"],
	["POST /v1/refunds/:id", "Refunds", "RefundUpdateParams"],
	["GET /v1/disputes", "Disputes", "DisputeListParams"],
	["GET /v1/disputes/:id", "Disputes", "DisputeRetrieveParams"],
	["GET /v1/balance_transactions", "BalanceTransactions", "BalanceTransactionListParams"],
	["GET /v1/balance_transactions/:id", "BalanceTransactions", "BalanceTransactionRetrieveParams"],
	["GET /v1/payouts", "Payouts", "PayoutListParams"],
	["GET /v1/payouts/:id", "Payouts", "PayoutRetrieveParams"],
	["GET /v1/events", "Events", "EventListParams"],
	["GET /v1/events/:id", "Events", "EventRetrieveParams"],
	["POST /v1/webhook_endpoints", "WebhookEndpoints", "WebhookEndpointCreateParams"],
	["GET /v1/webhook_endpoints", "WebhookEndpoints", "WebhookEndpointListParams"],
	["GET /v1/webhook_endpoints/:id", "WebhookEndpoints", "WebhookEndpointRetrieveParams"],
	["POST /v1/webhook_endpoints/:id", "WebhookEndpoints", "WebhookEndpointUpdateParams"],
	["DELETE /v1/webhook_endpoints/:id", "WebhookEndpoints", "WebhookEndpointDeleteParams"],
	["POST /v1/tax/calculations", "Tax/Calculations", "CalculationCreateParams"],
	["GET /v1/tax/calculations/:id", "Tax/Calculations", "CalculationRetrieveParams"],
	["GET /v1/tax/calculations/:id/line_items", "Tax/Calculations", "CalculationListLineItemsParams"],
	[
		"POST /v1/tax/transactions/create_from_calculation",
		"Tax/Transactions",
		"TransactionCreateFromCalculationParams",
	],
	[
		"POST /v1/tax/transactions/create_reversal",
		"Tax/Transactions",
		"TransactionCreateReversalParams",
	],
	["GET /v1/tax/transactions/:id", "Tax/Transactions", "TransactionRetrieveParams"],
	["GET /v1/tax/transactions/:id/line_items", "Tax/Transactions", "TransactionListLineItemsParams"],
];

it.each(INTERFACES)("%s has the parameters of the stripe library", (endpoint, file, name) => {
	expect(Object.keys(KNOWN_PARAMETERS[endpoint] ?? {}).sort()).toEqual(namesOf(file, name));
});

it("every endpoint of Stripe's has its parameters", () => {
	const ofStripe = ENDPOINTS.filter((endpoint) => !endpoint.includes("3ds2")).sort();
	expect(INTERFACES.map(([endpoint]) => endpoint).sort()).toEqual(ofStripe);
	expect(Object.keys(KNOWN_PARAMETERS).sort()).toEqual(ofStripe);
});

it.each<[string, object, string]>([
	["a misspelled one", { ammount: 1 }, "ammount"],
	["one of an older version", { payment_method_types: ["card"] }, "payment_method_types"],
	["one of another endpoint", { cancellation_reason: "abandoned" }, "cancellation_reason"],
	["one of every object's", { constructor: "x" }, "constructor"],
	[
		"one in a group",
		{ automatic_payment_methods: { enabled: true, redirects: "never" } },
		"automatic_payment_methods[redirects]",
	],
	[
		"one deep in a group",
		{ payment_method_data: { type: "card", billing_details: { address: { zip: "1" } } } },
		"payment_method_data[billing_details][address][zip]",
	],
])("rejects %s", async (_, params, param) => {
	const { stripe } = await openStripe();
	const created = stripe.paymentIntents.create({ ...ORDER, ...params });
	await expect(created).rejects.toMatchObject({
		type: "StripeInvalidRequestError",
		statusCode: 400,
		code: "parameter_unknown",
		param,
		message: `Received unknown parameter: ${param}`,
	});
	expect((await stripe.paymentIntents.list()).data).toEqual([]);
});

it("names all, also in lists, and in a query", async () => {
	const { stripe } = await openStripe();
	const calculated = stripe.tax.calculations.create({
		currency: "usd",
		line_items: [{ amount: 1 }, { amount: 1, cents: 1, tax: 1 } as never],
	});
	await expect(calculated).rejects.toMatchObject({
		param: "line_items[1][cents]",
		message: "Received unknown parameters: line_items[1][cents], line_items[1][tax]",
	});
	await expect(stripe.refunds.list({ order: "1" } as never)).rejects.toMatchObject({
		code: "parameter_unknown",
		param: "order",
	});
	await expect(stripe.events.list({ created: { after: 1 } } as never)).rejects.toMatchObject({
		param: "created[after]",
	});
});

it("accepts anything in metadata, and a key that was used for an unknown parameter again", async () => {
	const { stripe } = await openStripe();
	const key = { idempotencyKey: "once" };
	await expect(stripe.paymentIntents.create({ ...ORDER, x: 1 } as never, key)).rejects.toThrow();
	const intent = await stripe.paymentIntents.create({ ...ORDER, metadata: { x: "1" } }, key);
	expect(intent.metadata).toEqual({ x: "1" });
});

it("rejects what only a browser sends, and accepts it from one", async () => {
	const { stripe, browser } = await openStripe();
	const { id, client_secret } = await stripe.paymentIntents.create(ORDER);
	const asServer = { payment_method: "pm_card_visa", return_url: RETURN_URL, client_secret };
	await expect(stripe.paymentIntents.confirm(id, asServer as never)).rejects.toMatchObject({
		code: "parameter_unknown",
		param: "client_secret",
	});
	const paid = await browser("POST", `/v1/payment_intents/${id}/confirm`, {
		client_secret: client_secret ?? "",
		payment_method: "pm_card_visa",
	});
	expect(paid.body.status).toBe("succeeded");
});
