/** Charges of payment intents. Stripe API: Charges. */
import { recordTransaction } from "./balance.ts";
import type { CardError } from "./cards.ts";
import type { Context } from "./context.ts";
import {
	type Charge,
	type MethodType,
	newId,
	nowSeconds,
	type PaymentIntent,
	type PaymentMethod,
} from "./objects.ts";
import { detailsOf } from "./payment-methods.ts";

/** Stores a charge: succeeded or failed with `decline`. Stripe API: Charges. */
export function recordCharge(
	context: Context,
	intent: PaymentIntent,
	method: PaymentMethod,
	decline?: CardError,
): Charge {
	const id = newId("ch");
	const isCaptured = !decline;
	const charge: Charge = {
		id,
		object: "charge",
		amount: intent.amount,
		amount_captured: isCaptured ? intent.amount : 0,
		amount_refunded: 0,
		application: null,
		application_fee: null,
		application_fee_amount: null,
		balance_transaction: isCaptured ? transactionOf(context, intent, method.type, id) : null,
		billing_details: method.billing_details,
		calculated_statement_descriptor: "STAND-IN",
		captured: isCaptured,
		created: nowSeconds(),
		currency: intent.currency,
		customer: null,
		description: intent.description,
		disputed: false,
		failure_balance_transaction: null,
		failure_code: decline?.code ?? null,
		failure_message: decline?.message ?? null,
		fraud_details: {},
		livemode: false,
		metadata: intent.metadata,
		on_behalf_of: null,
		outcome: outcome(decline),
		paid: !decline,
		payment_intent: intent.id,
		payment_method: method.id,
		payment_method_details: { ...detailsOf(method), type: method.type },
		receipt_email: intent.receipt_email,
		receipt_number: null,
		receipt_url: null,
		refunded: false,
		review: null,
		shipping: null,
		source: null,
		source_transfer: null,
		statement_descriptor: null,
		statement_descriptor_suffix: null,
		status: decline ? "failed" : "succeeded",
		transfer_data: null,
		transfer_group: null,
	};
	context.store.save(charge, intent.id);
	return charge;
}

function transactionOf(
	context: Context,
	{ amount, currency, description }: Pick<PaymentIntent, "amount" | "currency" | "description">,
	type: MethodType,
	source: string,
): string {
	return recordTransaction(context, {
		amount,
		currency,
		description,
		reporting_category: "charge",
		source,
		type: type === "card" ? "charge" : "payment",
	}).id;
}

function outcome(decline: CardError | undefined): Charge["outcome"] {
	return {
		advice_code: null,
		network_advice_code: null,
		network_decline_code: null,
		network_status: decline ? "declined_by_network" : "approved_by_network",
		reason: decline ? (decline.decline_code ?? decline.code) : null,
		risk_level: "normal",
		seller_message: decline ? "The bank did not return any further details." : "Payment complete.",
		type: decline ? "issuer_declined" : "authorized",
	};
}
