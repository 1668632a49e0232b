/**
 * The settings and secrets. One place has the type, default, unit, bounds and error message of each, and
 * what it does. docs/settings.md is written from it.
 */
import * as v from "valibot";
import { contact, limits, mail, reservationMinutes } from "../../config/config.ts";

/** What docs/settings.md tells about a setting. */
export interface SettingInfo {
	description: string;
	/** The value if it is missing; undefined if the setting is required. */
	default?: string | number;
	/** The field of shop.config.ts that the default is from. */
	configField?: string;
	unit?: string;
	/** The error message for an invalid value, after the setting's name. */
	problem?: string;
	/** Whether it is a secret (`wrangler secret put`) instead of a `[vars]` entry. */
	isSecret?: true;
}

/** An empty setting counts as missing: an environment of wrangler.toml can't leave one out. */
const given = v.optional(v.string("is not text"), "");

type Check = (value: string) => boolean;

function required(isValid: Check, info: SettingInfo & { problem: string }) {
	return v.pipe(
		given,
		v.nonEmpty("is missing"),
		v.check(isValid, info.problem),
		v.metadata({ info }),
	);
}

function optional(isValid: Check, info: SettingInfo & { default: string; problem: string }) {
	return v.pipe(
		given,
		v.transform((value) => value || info.default),
		v.check((value) => value === info.default || isValid(value), info.problem),
		v.metadata({ info }),
	);
}

function anyText(info: SettingInfo) {
	return v.pipe(given, v.metadata({ info }));
}

interface Bounds {
	min: number;
	max?: number;
	isWhole?: true;
}

function number(
	{ min, max = Number.MAX_VALUE, isWhole }: Bounds,
	info: SettingInfo & { default: number; problem: string },
) {
	const isValid = (value: number) =>
		value >= min && value <= max && (!isWhole || Number.isSafeInteger(value));
	return v.pipe(
		given,
		v.transform((value) => (value === "" ? info.default : Number(value))),
		v.check(isValid, info.problem),
		v.metadata({ info }),
	);
}

/** The least number above 0. */
const aboveZero = Number.MIN_VALUE;

/** A limit per account. Its default is the owner's. */
function limit(field: keyof typeof limits, description: string) {
	return number(
		{ min: 1, isWhole: true },
		{
			default: limits[field],
			configField: `limits.${field}`,
			problem: "is not a whole number above 0",
			description,
		},
	);
}

/** "1" turns it on, anything else is off. */
function flag(description: string) {
	const info: SettingInfo = { description, default: "" };
	return v.pipe(
		given,
		v.transform((value) => value === "1"),
		v.metadata({ info }),
	);
}

function isHttpUrl(value: string): boolean {
	return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function isAddress(value: string): boolean {
	return /^[^\s@,]+@[^\s@,]+$/.test(value);
}

/** The value of DIGEST_TO that switches the digest off. */
export const noDigest = "off";

/** How many items are low stock if the owner does not say. */
const defaultLowStock = 5;

/** Minimum length of AUTH_SECRET, in characters: it signs sessions and must be unguessable. */
const minSecretLength = 32;

/** The limits per account. */
const limitSettings = {
	MAX_OPEN_ORDERS: limit("openOrders", "a customer's unpaid orders"),
	MAX_HELD_PIECES: limit("reservedItems", "the items these orders reserve together"),
	MAX_OPEN_ORDERS_UNVERIFIED: limit(
		"openOrdersUnverified",
		"unpaid orders until the e-mail is verified",
	),
	MAX_HELD_PIECES_UNVERIFIED: limit(
		"reservedItemsUnverified",
		"their items until the e-mail is verified",
	),
	HOLD_MINUTES_UNVERIFIED: limit(
		"reservationMinutesUnverified",
		"minutes that an unpaid order reserves its stock until the e-mail is verified, at most `ORDER_HOLD_MINUTES`",
	),
	STOCK_PERCENT_UNVERIFIED: limit(
		"percentUnverified",
		"percent of a tool's stock that all unpaid orders without a verified e-mail can reserve together",
	),
	MAX_OPEN_ORDERS_NETWORK: limit(
		"openOrdersPerNetwork",
		"unpaid orders of one network without a verified e-mail",
	),
	MAX_HELD_PIECES_NETWORK: limit("reservedItemsPerNetwork", "their items"),
	MAILS_A_DAY_NETWORK: limit(
		"mailsPerDayAndNetwork",
		"e-mails a day that one network can have sent to addresses that nobody has verified",
	),
	REVIEWS_A_DAY: limit("reviewsPerDay", "a customer's reviews a day, replacements included"),
	UPLOADS_A_DAY: limit("uploadsPerDay", "a customer's uploads a day"),
	ADMIN_UPLOADS_A_DAY: limit("adminUploadsPerDay", "an administrator's uploads a day"),
};

export const limitNames = Object.keys(limitSettings) as (keyof typeof limitSettings)[];

export const settings = {
	SHOP_ORIGIN: required((value) => isHttpUrl(value) && /^https?:\/\/[^/?#]+\/?$/.test(value), {
		problem: "is not an origin such as https://shop.example",
		description: "the shop's address",
	}),
	AUTH_SECRET: required((value) => value.length >= minSecretLength, {
		problem: `is shorter than ${minSecretLength} characters`,
		description: "signs sessions and tokens",
		isSecret: true,
	}),
	STRIPE_SECRET_KEY: required((value) => /^[sr]k_(live|test)_/.test(value), {
		problem: "does not begin with sk_ or rk_",
		description: "for calls to Stripe",
		isSecret: true,
	}),
	STRIPE_WEBHOOK_SECRET: required((value) => /^whsec_/.test(value), {
		problem: "does not begin with whsec_",
		description: "verifies Stripe's webhook events",
		isSecret: true,
	}),
	STRIPE_PUBLISHABLE_KEY: required((value) => /^pk_(live|test)_/.test(value), {
		problem: "does not begin with pk_",
		description: "for Stripe.js, in the same mode (live or test) as `STRIPE_SECRET_KEY`",
	}),
	STRIPE_JS_URL: required(isHttpUrl, {
		problem: "is not an http(s) URL",
		description: "where the payment page loads Stripe.js",
	}),
	STRIPE_API_URL: optional(isHttpUrl, {
		default: "",
		problem: "is neither empty nor an http(s) URL",
		description: "an API other than Stripe's, for tests",
	}),
	STRIPE_JOB_CALLS: number(
		{ min: aboveZero },
		{
			default: 6,
			unit: "calls a second",
			problem: "is not a number above 0",
			description: "calls of a kind that one consumer of the payments queue makes to Stripe",
		},
	),
	GOOGLE_CLIENT_ID: anyText({ default: "", description: "turns on sign-in with Google" }),
	GOOGLE_CLIENT_SECRET: anyText({
		default: "",
		description: "required with `GOOGLE_CLIENT_ID`",
		isSecret: true,
	}),
	GOOGLE_DISCOVERY_URL: optional(isHttpUrl, {
		default: "https://accounts.google.com/.well-known/openid-configuration",
		problem: "is not an http(s) URL",
		description: "Google's OpenID configuration",
	}),
	VIES_URL: optional(isHttpUrl, {
		default: "https://ec.europa.eu/taxation_customs/vies/rest-api",
		problem: "is not an http(s) URL",
		description: "the service that checks EU VAT numbers",
	}),
	EASYPOST_API_KEY: optional(() => true, {
		default: "",
		problem: "is not text",
		description: "turns on carrier labels, bought from EasyPost",
		isSecret: true,
	}),
	EASYPOST_API_URL: optional(isHttpUrl, {
		default: "https://api.easypost.com/v2",
		problem: "is not an http(s) URL",
		description: "EasyPost's API",
	}),
	MAIL_FROM: optional(isAddress, {
		default: mail.from,
		configField: "mail.from",
		problem: "is not an e-mail address",
		description: "the sender of e-mails",
	}),
	DIGEST_TO: optional((value) => value === noDigest || value.split(",").every(isAddress), {
		default: (mail.digestTo ?? [contact.email]).join(",") || noDigest,
		configField: "mail.digestTo",
		problem: `is neither \`${noDigest}\` nor e-mail addresses with commas between them`,
		description: `who gets the digest of new orders and low stock; \`${noDigest}\` switches it off`,
	}),
	LOW_STOCK: number(
		{ min: 0, isWhole: true },
		{
			default: mail.lowStock ?? defaultLowStock,
			configField: "mail.lowStock",
			unit: "items",
			problem: "is not a whole number",
			description:
				"an order that leaves this many items of a tool or fewer is in the digest, unless the tool has a low-stock threshold of its own; the overview counts and lists such tools by the same rule",
		},
	),
	ORDER_HOLD_MINUTES: number(
		{ min: aboveZero },
		{
			default: reservationMinutes,
			configField: "reservationMinutes",
			unit: "minutes",
			problem: "is not a number of minutes above 0",
			description: "how long an unpaid order reserves its stock",
		},
	),
	PHONE_ORDER_HOLD_DAYS: number(
		// Stripe Tax keeps a calculation for 90 days.
		{ min: aboveZero, max: 80 },
		{
			default: 7,
			unit: "days",
			problem: "is not a number of days above 0, and at most 80",
			description: "how long an unpaid order that staff entered by phone reserves its stock",
		},
	),
	...limitSettings,
	SIGN_IN_TRIES: number(
		{ min: 1, isWhole: true },
		{
			default: 20,
			unit: "attempts a minute",
			problem: "is not a whole number above 0",
			description: "sign-in and sign-up attempts per IP address",
		},
	),
	LOG_SAMPLE: number(
		{ min: 0, max: 1 },
		{
			default: 1,
			problem: "is not a number from 0 to 1",
			description: "the share of requests that are logged",
		},
	),
	HSTS_INCLUDE_SUBDOMAINS: flag(
		"`1` adds `includeSubDomains` to Strict-Transport-Security, for two years",
	),
	SHOP_DEMO: flag(
		"`1` shows the specification's sample figures on the home page, as `npm start` does",
	),
	SHOP_TRACE: flag("`1` adds `Server-Timing` with D1's trips and rows to each response"),
};

export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];

export type Settings = { [Name in SettingName]: v.InferOutput<(typeof settings)[Name]> };

/** Returns a setting's parsed value. An invalid one counts as missing: `validateEnv` reports it. Throws if it is required. */
export function readSetting<Name extends SettingName>(
	env: { [Name in SettingName]?: unknown },
	name: Name,
): Settings[Name] {
	const result = v.safeParse(settings[name], env[name], { abortPipeEarly: true });
	// TypeScript does not relate the schema's type to the name's.
	return (result.success ? result.output : v.parse(settings[name], undefined)) as Settings[Name];
}
