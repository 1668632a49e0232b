/** The values every entity is made of: money, text, moments. Runs anywhere. */
import * as v from "valibot";
import * as messages from "../messages.ts";

/** Longest texts, in characters. */
export const maxLengths = {
	name: 120,
	description: 2000,
	address: 300,
	phone: 32,
	email: 254,
	idempotencyKey: 255,
} as const;

/** Stripe's bounds for one charge in US dollars, in cents (Stripe docs: Minimum and maximum charge amounts). */
export const chargeBounds = { minCents: 50, maxCents: 99_999_999 } as const;

export const minPasswordLength = 6;
export const maxPasswordLength = 128;

// Control characters and the marks that turn the direction of the text around them: neither
// belongs in a name or a description, both deceive whoever reads it. Nor does half a surrogate pair,
// which no text holds and the database would keep as something else.
const unprintable = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** A character that is seen: joiners, marks of direction, fillers and the like are nothing by themselves. */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

function printable(max: number, invalidMessage: string) {
	return v.pipe(
		v.string(invalidMessage),
		v.trim(),
		v.maxLength(max, messages.tooLong(max)),
		v.check((value) => !unprintable.test(value), messages.noControlCharacters),
	);
}

/** Text a user typed: trimmed, within `max` characters, printable. May be empty, and is where nothing of it is seen. */
export function text(max: number, invalidMessage: string = messages.invalidText) {
	return v.pipe(
		printable(max, invalidMessage),
		v.transform((value) => (visible.test(value) ? value : "")),
	);
}

/** Text that must be there; `required` is what the user reads when it is not. */
export function requiredText(max: number, requiredMessage: string) {
	return v.pipe(
		printable(max, requiredMessage),
		v.minLength(1, requiredMessage),
		v.check((value) => visible.test(value), requiredMessage),
	);
}

/** An id of ours as it comes in a path or query: any short string; whether it exists is another matter. */
export const id = v.pipe(v.string(), v.minLength(1));

/**
 * An e-mail address, compared in lower case: what a browser's own field takes (HTML Living Standard,
 * Valid e-mail address; valibot's `rfcEmail` is that very pattern).
 */
export const email = v.pipe(
	v.string(messages.emailRequired),
	v.trim(),
	v.minLength(1, messages.emailRequired),
	v.maxLength(maxLengths.email, messages.emailInvalid),
	v.rfcEmail(messages.emailInvalid),
	v.toLowerCase(),
);

/** Cents from dollars with at most two decimals. */
export function toCents(dollars: number): number {
	return Math.round(dollars * 100);
}

/** Dollars, as numbers on the wire, from cents. */
export function toDollars(cents: number): number {
	return cents / 100;
}

const dollarFormat = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Cents as a price to read: 129900 gives $1,299.00. */
export function formatPrice(cents: number): string {
	return dollarFormat.format(cents / 100);
}

/** Dollars as a number input shows them: 12.5 gives 12.50. */
export function formatDollars(dollars: number): string {
	return dollars.toFixed(2);
}

/** Dollars inside the specification's sentences, which have whole ones without cents: 69, but 34.50. */
export function formatDollarsShort(dollars: number): string {
	return Number.isInteger(dollars) ? String(dollars) : formatDollars(dollars);
}

/** Dollars on the wire: at most two decimals, never negative, finite. */
export function dollars(invalidMessage: string = messages.invalidNumber) {
	return v.pipe(
		v.number(invalidMessage),
		v.finite(invalidMessage),
		v.minValue(0, invalidMessage),
		v.check((value) => toDollars(toCents(value)) === value, messages.maxTwoDecimals),
	);
}

/** The address of a picture in the shop's own store; nothing else may stand in an image field. */
export function imagePath(requiredMessage: string) {
	return v.pipe(
		v.string(requiredMessage),
		v.minLength(1, requiredMessage),
		v.regex(/^\/images\/[0-9a-f]{64}$/, messages.imageNotUploaded),
	);
}

/** A moment on the wire: ISO 8601 in UTC. */
export const timestamp = v.pipe(v.string(), v.isoTimestamp());

/** What a call gives that made something new. */
export const insertedReply = v.object({ insertedId: v.string() });

/** What a call gives that changed something: how many, 0 where all was so already. */
export const modifiedReply = v.object({ modifiedCount: v.number() });

/** What a call gives that took something away. */
export const deletedReply = v.object({ deletedCount: v.number() });

/** What is looked for in a list. */
export const searchQuery = v.pipe(v.string(), v.trim(), v.maxLength(100));

const dateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

const timestampFormat = new Intl.DateTimeFormat("en-US", {
	dateStyle: "medium",
	timeStyle: "short",
	timeZone: "UTC",
});

/** A moment to read: Nov 20, 2026, 3:07 PM UTC (UTC, so that the edge and every browser agree). */
export function formatTimestamp(date: Date | string): string {
	return `${timestampFormat.format(new Date(date))} UTC`;
}

/** A day to read: Nov 20, 2026 (UTC, so that the edge and every browser agree). */
export function formatDate(date: Date | string): string {
	return dateFormat.format(new Date(date));
}
