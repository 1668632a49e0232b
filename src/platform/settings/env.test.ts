import { expect, it } from "vitest";
import { validateEnv, validateSettings } from "./env.ts";

const validEnv = {
	DB: {},
	MEDIA: {},
	IMAGES: {},
	MAIL: {},
	PAYMENTS: {},
	PURGES: {},
	MAILS: {},
	EVENTS: {},
	IMPORTS: {},
	JOBS: {},
	ADDRESS_LIMIT: {},
	USER_LIMIT: {},
	SEARCH_LIMIT: {},
	GUEST_LIMIT: {},
	SHOP_ORIGIN: "https://shop.example",
	AUTH_SECRET: "0123456789abcdef0123456789abcdef",
	STRIPE_SECRET_KEY: "sk_test_1",
	STRIPE_WEBHOOK_SECRET: "whsec_1",
	STRIPE_PUBLISHABLE_KEY: "pk_test_1",
	STRIPE_JS_URL: "https://js.stripe.com/endive/stripe.js",
	STRIPE_API_URL: "",
	GOOGLE_DISCOVERY_URL: "https://accounts.google.com/.well-known/openid-configuration",
	ORDER_HOLD_MINUTES: "1440",
	MAIL_FROM: "shop@shop.test",
	SIGN_IN_TRIES: "20",
};

it("a complete environment has no errors, with Google and without", () => {
	expect(validateEnv(validEnv)).toEqual([]);
	expect(validateEnv({ ...validEnv, GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "s" })).toEqual(
		[],
	);
});

it("all missing settings and bindings are reported together, by name", () => {
	expect(validateEnv({})).toEqual([
		"DB is not bound",
		"MEDIA is not bound",
		"IMAGES is not bound",
		"MAIL is not bound",
		"PURGES is not bound",
		"MAILS is not bound",
		"EVENTS is not bound",
		"PAYMENTS is not bound",
		"IMPORTS is not bound",
		"JOBS is not bound",
		"ADDRESS_LIMIT is not bound",
		"USER_LIMIT is not bound",
		"SEARCH_LIMIT is not bound",
		"GUEST_LIMIT is not bound",
		"SHOP_ORIGIN is missing",
		"AUTH_SECRET is missing",
		"STRIPE_SECRET_KEY is missing",
		"STRIPE_WEBHOOK_SECRET is missing",
		"STRIPE_PUBLISHABLE_KEY is missing",
		"STRIPE_JS_URL is missing",
	]);
});

it.each([
	["SHOP_ORIGIN", "shop.test"],
	["SHOP_ORIGIN", "https://shop.test/shop"],
	["SHOP_ORIGIN", "ftp://shop.test"],
	["AUTH_SECRET", "too short to be a secret"],
	["STRIPE_SECRET_KEY", "pk_test_1"],
	["STRIPE_WEBHOOK_SECRET", "sk_test_1"],
	["STRIPE_PUBLISHABLE_KEY", "sk_test_1"],
	["STRIPE_PUBLISHABLE_KEY", "pk_live_1"],
	["STRIPE_JS_URL", "javascript:alert(1)"],
	["STRIPE_API_URL", "localhost"],
	["GOOGLE_DISCOVERY_URL", "accounts"],
	["VIES_URL", "vies"],
	["EASYPOST_API_URL", "easypost"],
	["ORDER_HOLD_MINUTES", "a day"],
	["ORDER_HOLD_MINUTES", "-5"],
	["MAIL_FROM", "nobody"],
	["DIGEST_TO", "one@shop.test, two"],
	["LOW_STOCK", "a few"],
	["SIGN_IN_TRIES", "many"],
	["SIGN_IN_TRIES", "2.5"],
	["STRIPE_JOB_CALLS", "-7"],
	["STRIPE_JOB_CALLS", "Infinity"],
	["LOG_SAMPLE", "10 %"],
	["LOG_SAMPLE", "1.5"],
	["MAX_OPEN_ORDERS", "2.5"],
	["REVIEWS_A_DAY", "-3"],
	["GOOGLE_CLIENT_ID", "an id without its secret"],
	["GOOGLE_CLIENT_SECRET", "a secret without its id"],
])("%s can't be %s, and the error does not include the value", (name, value) => {
	const errors = validateEnv({ ...validEnv, [name]: value });
	expect(errors).toHaveLength(1);
	expect(errors[0]).toContain(name);
	expect(errors[0]).not.toContain(value);
});

it("validates only the named settings", () => {
	expect(validateSettings({ AUTH_SECRET: "short" }, ["AUTH_SECRET", "STRIPE_SECRET_KEY"])).toEqual([
		"AUTH_SECRET is shorter than 32 characters",
		"STRIPE_SECRET_KEY is missing",
	]);
});
