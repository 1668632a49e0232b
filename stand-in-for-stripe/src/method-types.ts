/** The kinds of payment methods, and which of them an intent accepts. */
import { invalidParameter } from "./errors.ts";
import { type Form, groupOf, textOf, textsOf } from "./form-encoding.ts";
import type { MethodType, PaymentIntent } from "./objects.ts";
import type { Store } from "./store.ts";

/**
 * All kinds that the stand-in has: whether the customer is redirected to pay with it, and whether the
 * payment is processed for days before it succeeds or fails.
 */
const METHOD_TYPES: Record<MethodType, { redirects?: true; delayed?: true }> = {
	card: {},
	link: {},
	amazon_pay: { redirects: true },
	klarna: { redirects: true },
	sepa_debit: { delayed: true },
};
const ALL = Object.keys(METHOD_TYPES) as MethodType[];

/** Without automatic payment methods. */
const CARD: MethodType[] = ["card"];
/** What is switched on until the setting says otherwise. */
const DEFAULT: MethodType[] = ["card", "link", "amazon_pay"];
const SETTING = "payment_methods";

type IntentMethods = Pick<
	PaymentIntent,
	| "allowed_payment_method_types"
	| "automatic_payment_methods"
	| "excluded_payment_method_types"
	| "payment_method_types"
>;

/** Whether the customer leaves the page to pay with this kind. */
export function redirects(type: MethodType): boolean {
	return METHOD_TYPES[type].redirects === true;
}

/** Whether a payment with this kind is processed for days. Stripe docs: Delayed notification payment methods. */
export function isDelayed(type: MethodType): boolean {
	return METHOD_TYPES[type].delayed === true;
}

/** Whether a text names a kind of payment method that the stand-in has. */
export function isMethodType(name: string): name is MethodType {
	return Object.hasOwn(METHOD_TYPES, name);
}

/** The kinds that are switched on in Settings, Payment methods, of Stripe's Dashboard. */
export function readEnabledTypes(store: Store): MethodType[] {
	return JSON.parse(store.setting(SETTING) ?? "null") ?? DEFAULT;
}

/** Switches kinds on and all others off. Returns an error for an unknown kind or an empty list. */
export function saveEnabledTypes(store: Store, input: unknown): MethodType[] | { error: string } {
	const types: unknown = Object(input).types;
	const isValid =
		Array.isArray(types) &&
		types.length > 0 &&
		types.every((type) => typeof type === "string" && isMethodType(type));
	if (!isValid) return { error: `types must be a list of ${ALL.join(", ")}.` };
	const sorted = ALL.filter((type) => types.includes(type));
	store.saveSetting(SETTING, JSON.stringify(sorted));
	return sorted;
}

/** The parameters that choose the kinds. */
export const METHOD_PARAMS = [
	"allowed_payment_method_types",
	"automatic_payment_methods",
	"excluded_payment_method_types",
];

/**
 * The kinds an intent accepts: what is switched on, limited by `allowed_payment_method_types`,
 * `excluded_payment_method_types` and `automatic_payment_methods`. Throws ApiError for an unknown kind, and if none
 * is left. This API version returns `payment_method_types`, but doesn't accept it.
 *
 * Stripe API: Create a PaymentIntent. The changelog of the `stripe` library.
 */
export function readMethodTypes(store: Store, form: Form): IntentMethods {
	const automatic = readAutomatic(form);
	const allowed = readTypes(form, "allowed_payment_method_types");
	const excluded = readTypes(form, "excluded_payment_method_types");
	const types = (automatic ? readEnabledTypes(store) : CARD).filter(
		(type) =>
			(allowed.length === 0 || allowed.includes(type)) &&
			!excluded.includes(type) &&
			(automatic?.allow_redirects !== "never" || !redirects(type)),
	);
	if (types.length === 0) {
		throw invalidParameter(
			"allowed_payment_method_types",
			"No valid payment method types for this Payment Intent. Please ensure that you have activated payment methods compatible with your chosen currency, amount, and `on_behalf_of` settings in your Dashboard.",
		);
	}
	return {
		allowed_payment_method_types: allowed.length > 0 ? allowed : null,
		automatic_payment_methods: automatic,
		excluded_payment_method_types: excluded.length > 0 ? excluded : null,
		payment_method_types: types,
	};
}

function readAutomatic(form: Form): IntentMethods["automatic_payment_methods"] {
	const automatic = groupOf(form, "automatic_payment_methods");
	if (automatic && textOf(automatic, "enabled") !== "true") return null;
	const allow_redirects = (automatic && textOf(automatic, "allow_redirects")) ?? "always";
	if (allow_redirects !== "always" && allow_redirects !== "never") {
		throw invalidParameter(
			"automatic_payment_methods[allow_redirects]",
			"Invalid allow_redirects: must be one of always or never",
		);
	}
	return { allow_redirects, enabled: true };
}

function readTypes(form: Form, param: string): MethodType[] {
	return textsOf(form, param).map((type) => {
		if (isMethodType(type)) return type;
		throw invalidParameter(param, `The local stand-in supports only ${ALL.join(", ")}.`);
	});
}
