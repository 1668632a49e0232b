/** The types of Stripe's objects. Timestamps are in Unix seconds, amounts in the currency's smallest unit (cents). */
import { randomBytes } from "node:crypto";
import type { TaxCalculation, TaxTransaction } from "./tax-objects.ts";

export interface PaymentIntent {
	id: string;
	object: "payment_intent";
	amount: number;
	allowed_payment_method_types: MethodType[] | null;
	amount_capturable: number;
	amount_details: { tip: Record<string, never> };
	amount_received: number;
	application: null;
	application_fee_amount: null;
	automatic_payment_methods: { allow_redirects: string; enabled: boolean } | null;
	canceled_at: number | null;
	cancellation_reason: string | null;
	capture_method: string;
	client_secret: string;
	confirmation_method: string;
	created: number;
	currency: string;
	customer: null;
	customer_account: null;
	description: string | null;
	excluded_payment_method_types: MethodType[] | null;
	last_payment_error: PaymentError | null;
	latest_charge: string | null;
	livemode: false;
	managed_payments: null;
	metadata: Record<string, string>;
	next_action: NextAction | null;
	on_behalf_of: null;
	payment_method: string | null;
	payment_method_configuration_details: null;
	payment_method_options: Record<string, Record<string, string | null>>;
	payment_method_types: MethodType[];
	payment_record: null;
	processing: null;
	receipt_email: string | null;
	review: null;
	setup_future_usage: string | null;
	shipping: null;
	source: null;
	statement_descriptor: null;
	statement_descriptor_suffix: null;
	status: IntentStatus;
	transfer_data: null;
	transfer_group: null;
}

export type IntentStatus =
	| "requires_payment_method"
	| "requires_confirmation"
	| "requires_action"
	| "processing"
	| "succeeded"
	| "canceled";

/** Authentication in the page's own dialog, or on another page. */
export type NextAction =
	| {
			type: "use_stripe_sdk";
			use_stripe_sdk: { type: "three_d_secure_redirect"; source: string; stripe_js: string };
	  }
	| { type: "redirect_to_url"; redirect_to_url: { return_url: string; url: string } };

export type MethodType = "card" | "link" | "amazon_pay" | "klarna" | "sepa_debit";

export interface PaymentError {
	type: "card_error" | "invalid_request_error";
	code: string;
	message: string;
	decline_code?: string | undefined;
	param?: string | undefined;
	charge?: string;
	doc_url: string;
	payment_method?: PaymentMethod;
}

export interface BillingDetails {
	address: Record<"city" | "country" | "line1" | "line2" | "postal_code" | "state", string | null>;
	email: string | null;
	name: string | null;
	phone: string | null;
	tax_id: null;
}

/** What each kind of payment method has under its own name. */
interface MethodDetails {
	card?: {
		brand: string;
		checks: Record<string, string | null>;
		country: string;
		display_brand: string;
		exp_month: number;
		exp_year: number;
		fingerprint: string;
		funding: string;
		last4: string;
		networks: { available: string[]; preferred: null };
		three_d_secure_usage: { supported: boolean };
		/** A wallet such as Google Pay, which holds the card. */
		wallet: { type: string; dynamic_last4: null } | null;
	};
	link?: { email: string | null };
	amazon_pay?: Record<string, never>;
	klarna?: Record<string, never>;
	sepa_debit?: { country: string; last4: string };
}

export interface PaymentMethod extends MethodDetails {
	id: string;
	object: "payment_method";
	allow_redisplay: string;
	billing_details: BillingDetails;
	created: number;
	customer: null;
	customer_account: null;
	livemode: false;
	metadata: Record<string, string>;
	type: MethodType;
}

export interface Charge {
	id: string;
	object: "charge";
	amount: number;
	amount_captured: number;
	amount_refunded: number;
	application: null;
	application_fee: null;
	application_fee_amount: null;
	balance_transaction: string | null;
	billing_details: BillingDetails;
	calculated_statement_descriptor: string | null;
	captured: boolean;
	created: number;
	currency: string;
	customer: null;
	description: string | null;
	disputed: boolean;
	failure_balance_transaction: null;
	failure_code: string | null;
	failure_message: string | null;
	fraud_details: Record<string, never>;
	livemode: false;
	metadata: Record<string, string>;
	on_behalf_of: null;
	outcome: Record<string, string | null>;
	paid: boolean;
	payment_intent: string;
	payment_method: string;
	payment_method_details: MethodDetails & { type: MethodType };
	receipt_email: string | null;
	receipt_number: null;
	receipt_url: null;
	refunded: boolean;
	review: null;
	shipping: null;
	source: null;
	source_transfer: null;
	statement_descriptor: null;
	statement_descriptor_suffix: null;
	status: "succeeded" | "failed";
	transfer_data: null;
	transfer_group: null;
}

export interface Refund {
	id: string;
	object: "refund";
	amount: number;
	balance_transaction: string;
	charge: string;
	created: number;
	currency: string;
	customer: null;
	customer_account: null;
	destination_details: { card?: Record<string, string>; type: MethodType };
	metadata: Record<string, string>;
	payment_intent: string;
	payment_method: string;
	reason: string | null;
	receipt_number: null;
	source_transfer_reversal: null;
	status: "pending" | "succeeded" | "failed";
	transfer_reversal: null;
	failure_balance_transaction?: string;
	failure_reason?: string;
}

/** A disputed charge. Stripe API: The Dispute object. */
export interface Dispute {
	id: string;
	object: "dispute";
	amount: number;
	balance_transactions: BalanceTransaction[];
	charge: string;
	created: number;
	currency: string;
	enhanced_eligibility_types: [];
	evidence: Record<string, string | null>;
	evidence_details: {
		due_by: number;
		has_evidence: boolean;
		past_due: boolean;
		submission_count: number;
	};
	intended_submission_method: null;
	is_charge_refundable: boolean;
	livemode: false;
	metadata: Record<string, string>;
	payment_intent: string;
	payment_method_details: { card?: { brand: string; case_type: string }; type: MethodType };
	reason: string;
	status: DisputeStatus;
}

/** Money that entered or left the balance. Stripe API: The Balance Transaction object. */
export interface BalanceTransaction {
	id: string;
	object: "balance_transaction";
	amount: number;
	available_on: number;
	balance_type: "payments";
	created: number;
	currency: string;
	description: string | null;
	exchange_rate: null;
	fee: number;
	fee_details: {
		amount: number;
		application: null;
		currency: string;
		description: string;
		type: "stripe_fee";
	}[];
	net: number;
	reporting_category:
		| "charge"
		| "refund"
		| "refund_failure"
		| "dispute"
		| "dispute_reversal"
		| "payout"
		| "payout_reversal";
	source: string;
	status: "available" | "pending";
	type:
		| "charge"
		| "payment"
		| "refund"
		| "payment_refund"
		| "refund_failure"
		| "payment_failure_refund"
		| "adjustment"
		| "payout"
		| "payout_failure";
}

/** Money on its way to the merchant's bank account. Stripe API: The Payout object. */
export interface Payout {
	id: string;
	object: "payout";
	amount: number;
	application_fee: null;
	application_fee_amount: null;
	arrival_date: number;
	automatic: true;
	balance_transaction: string;
	created: number;
	currency: string;
	description: string;
	destination: null;
	failure_balance_transaction: string | null;
	failure_code: string | null;
	failure_message: string | null;
	livemode: false;
	metadata: Record<string, string>;
	method: "standard";
	original_payout: null;
	payout_method: null;
	reconciliation_status: "completed";
	reversed_by: null;
	source_type: "card";
	statement_descriptor: null;
	status: PayoutStatus;
	trace_id: null;
	type: "bank_account";
}

export type PayoutStatus = "in_transit" | "paid" | "failed";

/** Where Stripe sends events. Only the response that creates it has its secret. Stripe API: Webhook Endpoints. */
export interface WebhookEndpoint {
	id: string;
	object: "webhook_endpoint";
	api_version: string | null;
	application: null;
	created: number;
	description: string | null;
	enabled_events: string[];
	livemode: false;
	metadata: Record<string, string>;
	secret?: string;
	status: "enabled" | "disabled";
	url: string;
}

export type DisputeStatus =
	| "warning_needs_response"
	| "warning_under_review"
	| "warning_closed"
	| "needs_response"
	| "under_review"
	| "won"
	| "lost";

export interface StripeEvent {
	id: string;
	object: "event";
	api_version: string;
	created: number;
	data: {
		object: PaymentIntent | Charge | Refund | Dispute | Payout;
	};
	livemode: false;
	pending_webhooks: number;
	request: { id: string; idempotency_key: string | null };
	type: EventType;
}

export const EVENT_TYPES = [
	"payment_intent.created",
	"payment_intent.succeeded",
	"payment_intent.payment_failed",
	"payment_intent.canceled",
	"payment_intent.requires_action",
	"payment_intent.processing",
	"charge.refunded",
	"refund.created",
	"refund.updated",
	"refund.failed",
	"charge.dispute.created",
	"charge.dispute.updated",
	"charge.dispute.closed",
	"charge.dispute.funds_withdrawn",
	"charge.dispute.funds_reinstated",
	"payout.created",
	"payout.paid",
	"payout.failed",
	"payout.reconciliation_completed",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export type StripeObject =
	| PaymentIntent
	| PaymentMethod
	| Charge
	| Refund
	| Dispute
	| BalanceTransaction
	| Payout
	| StripeEvent
	| TaxCalculation
	| TaxTransaction;

/** When an object was created: a tax calculation has only the date of its rates. */
export function createdOf(object: StripeObject): number {
	return object.object === "tax.calculation" ? object.tax_date : object.created;
}

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A cryptographically random string of letters and digits. */
export function randomWord(length: number): string {
	// 248 is the largest multiple of 62 in a byte; larger values would favour the first characters.
	let word = "";
	while (word.length < length) {
		for (const byte of randomBytes(length * 2)) {
			if (byte < 248 && word.length < length) word += LETTERS[byte % 62];
		}
	}
	return word;
}

/** An id in Stripe's format: a prefix for the kind, then a random string. */
export function newId(prefix: string): string {
	return `${prefix}_${randomWord(24)}`;
}

/** The time that a call of the past has; undefined for the present. */
let pastSeconds: number | undefined;

/** The current time in Unix seconds, the unit of every `created`. */
export function nowSeconds(): number {
	return pastSeconds ?? Math.floor(Date.now() / 1000);
}

/** Runs synchronous work as if it were done at a time in the past. */
export function atSeconds<T>(seconds: number, work: () => T): T {
	pastSeconds = seconds;
	try {
		return work();
	} finally {
		pastSeconds = undefined;
	}
}
