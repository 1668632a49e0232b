/** Customers and the payment methods that they keep. Stripe API: Customers; PaymentMethods. */
import { type Call, type Context, emitEvent } from "./context.ts";
import { type ApiError, invalidParameter, missingParameter, notFound } from "./errors.ts";
import { type Form, groupOf, textOf } from "./form-encoding.ts";
import { listPage, type Page } from "./lists.ts";
import {
	type Customer,
	type DeletedCustomer,
	newId,
	nowSeconds,
	type PaymentMethod,
	type StripeObject,
} from "./objects.ts";
import { metadataFrom } from "./parameters.ts";
import { billingFrom, findMethod } from "./payment-methods.ts";

/** Creates a customer; `payment_method` is attached. Stripe API: Create a customer. */
export function createCustomer(context: Context, call: Call): Customer {
	const methodId = textOf(call.form, "payment_method");
	const method = methodId === undefined ? undefined : findMethod(context, methodId);
	const customer: Customer = {
		id: newId("cus"),
		object: "customer",
		address: null,
		balance: 0,
		created: nowSeconds(),
		currency: null,
		default_source: null,
		delinquent: false,
		description: null,
		discount: null,
		email: null,
		invoice_settings: {
			custom_fields: null,
			default_payment_method: null,
			footer: null,
			rendering_options: null,
		},
		livemode: false,
		metadata: {},
		name: null,
		phone: null,
		preferred_locales: [],
		shipping: null,
		tax_exempt: "none",
		test_clock: null,
	};
	applyForm(customer, call.form);
	context.store.save(customer);
	if (method) attachTo(context, call, method, customer.id);
	emitEvent(context, call, "customer.created", customer);
	return customer;
}

/** Updates what is given; an empty text removes it. Stripe API: Update a customer. */
export function updateCustomer(context: Context, call: Call, id: string): Customer {
	const customer = findCustomer(context, id);
	applyForm(customer, call.form);
	const settings = groupOf(call.form, "invoice_settings") ?? {};
	const methodId = textOf(settings, "default_payment_method");
	if (methodId !== undefined) {
		if (methodId !== "" && findMethod(context, methodId).customer !== id)
			throw notAttached(methodId);
		customer.invoice_settings.default_payment_method = methodId || null;
	}
	context.store.save(customer);
	emitEvent(context, call, "customer.updated", customer);
	return customer;
}

function applyForm(customer: Customer, form: Form): void {
	for (const name of ["description", "email", "name", "phone"] as const) {
		const text = textOf(form, name);
		if (text !== undefined) customer[name] = text || null;
	}
	if (form.address === "") customer.address = null;
	else if (form.address !== undefined) customer.address = billingFrom(form).address;
	customer.metadata = metadataFrom(form, customer.metadata);
}

/** Deletes a customer; their payment methods are detached. Stripe API: Delete a customer. */
export function deleteCustomer(context: Context, call: Call, id: string): DeletedCustomer {
	const customer = findCustomer(context, id);
	for (const method of methodsOf(context, id)) detach(context, call, method);
	const { object, created } = customer;
	const deleted: DeletedCustomer = { id, object, created, deleted: true };
	context.store.save(deleted);
	emitEvent(context, call, "customer.deleted", customer);
	return deleted;
}

/** The customer with an id, or what is left of a deleted one. Throws ApiError 404 for an unknown id. */
export function findAnyCustomer(context: Context, id: string): Customer | DeletedCustomer {
	const customer = context.store.find("customer", id);
	if (!customer) throw notFound("customer", id);
	return customer;
}

/** The customer with an id. Throws ApiError 404 for an unknown or deleted one. */
export function findCustomer(context: Context, id: string, param = "id"): Customer {
	const customer = context.store.find("customer", id);
	if (!customer || "deleted" in customer) throw notFound("customer", id, param);
	return customer;
}

/** Customers, the newest first, or those with an `email`. Stripe API: List all customers. */
export function listCustomers(context: Context, { form }: Call): Page {
	const email = textOf(form, "email");
	return listPage(
		context,
		form,
		"customer",
		"/v1/customers",
		[],
		(customer) =>
			customer.object === "customer" &&
			!("deleted" in customer) &&
			(email === undefined || customer.email === email),
	);
}

/** Whether an object is of a customer, for a list; undefined for all. */
export function ofCustomer(
	customer: string | undefined,
): ((object: StripeObject) => boolean) | undefined {
	return customer === undefined
		? undefined
		: (object) => "customer" in object && object.customer === customer;
}

/** The payment methods of a customer. Stripe API: List a Customer's PaymentMethods. */
export function listMethodsOf(context: Context, { form }: Call, id: string): Page {
	findCustomer(context, id);
	const type = textOf(form, "type");
	return listPage(
		context,
		form,
		"payment_method",
		`/v1/customers/${id}/payment_methods`,
		[],
		(method) =>
			method.object === "payment_method" &&
			method.customer === id &&
			(type === undefined || method.type === type),
	);
}

/** Stripe API: Attach a PaymentMethod to a Customer. */
export function attachMethod(context: Context, call: Call, id: string): PaymentMethod {
	const customer = textOf(call.form, "customer");
	if (customer === undefined) throw missingParameter("customer");
	const method = findMethod(context, id);
	return attachTo(context, call, method, findCustomer(context, customer, "customer").id);
}

/** Attaches a payment method to a customer, once. Throws ApiError if it is another's. */
export function attachTo(
	context: Context,
	call: Call,
	method: PaymentMethod,
	customer: string,
): PaymentMethod {
	if (method.customer === customer) return method;
	if (method.customer !== null)
		throw invalidParameter(
			"payment_method",
			"The payment method you provided has already been attached to a customer.",
			"payment_method_customer_decline",
		);
	method.customer = customer;
	context.store.save(method);
	emitEvent(context, call, "payment_method.attached", method);
	return method;
}

/** Stripe API: Detach a PaymentMethod from a Customer. */
export function detachMethod(context: Context, call: Call, id: string): PaymentMethod {
	const method = findMethod(context, id);
	if (method.customer === null)
		throw invalidParameter(
			"payment_method",
			"The payment method you provided is not attached to a customer so detachment is impossible.",
		);
	return detach(context, call, method);
}

function detach(context: Context, call: Call, method: PaymentMethod): PaymentMethod {
	const detached = { ...method, customer: null };
	context.store.save(detached);
	emitEvent(context, call, "payment_method.detached", detached);
	return detached;
}

function methodsOf(context: Context, customer: string): PaymentMethod[] {
	const query = { kind: "payment_method" as const, labels: [], created: [], limit: 1_000_000 };
	return context.store
		.list(query)
		.filter(
			(method): method is PaymentMethod =>
				method.object === "payment_method" && method.customer === customer,
		);
}

/** A payment method that a customer keeps pays for that customer alone. Stripe API: Confirm a PaymentIntent. */
export function rejectOtherCustomer(
	{ customer }: { customer: string | null },
	method: PaymentMethod,
): void {
	if (method.customer !== null && method.customer !== customer) throw notAttached(method.id);
}

function notAttached(methodId: string): ApiError {
	return invalidParameter(
		"payment_method",
		`The customer does not have a payment method with the ID ${methodId}. The payment method must be attached to the customer.`,
	);
}
