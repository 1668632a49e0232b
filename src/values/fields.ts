/** Schemas and formats of field values: text and timestamps. Runs in the Worker and the browser. */
import * as v from "valibot";
import { locale, timeZone } from "../config/config.ts";
import { parseDay } from "../config/days.ts";
import * as messages from "../messages/messages.ts";
import { imagePathPattern } from "./images.ts";
import { pasted, pastedEmail } from "./pasted.ts";

/** Maximum lengths of texts, in characters. */
export const maxLengths = {
	name: 120,
	description: 2000,
	address: 300,
	phone: 32,
	note: 500,
	email: 254,
} as const;

export const minPasswordLength = 6;
export const maxPasswordLength = 128;

// Control characters and marks that change the direction of the surrounding text could deceive
// readers. A lone surrogate is no valid text, and the database would change it.
const unprintable = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** What ends a line, in any program that shows it (Unicode Standard Annex 14: BK, CR, LF, NL), and the tab. */
const lineBreak = /[\t\n\r\u2028\u2029]/;

/** The start of what e-mail programs make a link. */
const webAddress = /:\/\/|\bwww\./i;

/** Matches a visible character. Joiners, direction marks, fillers and the like are invisible by themselves. */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

function printable(max: number, invalidMessage: string) {
	return v.pipe(
		v.string(invalidMessage),
		v.trim(),
		v.maxLength(max, messages.tooLong(max)),
		v.check((value) => !unprintable.test(value), messages.noControlCharacters),
	);
}

function singleLine(max: number, invalidMessage: string) {
	return v.pipe(
		printable(max, invalidMessage),
		v.check((value) => !lineBreak.test(value), messages.oneLineOnly),
	);
}

const emptyIfInvisible = v.transform((value: string) => (visible.test(value) ? value : ""));

/**
 * A text of one line from a user: trimmed, printable, at most `max` characters. May be empty; invisible text
 * becomes empty. A name or an address with line breaks could pass for paragraphs of the shop's own e-mail.
 */
export function text(max: number, invalidMessage: string = messages.invalidText) {
	return v.pipe(singleLine(max, invalidMessage), emptyIfInvisible);
}

/** A required text of one line. `requiredMessage` is the error if it is empty. */
export function requiredText(max: number, requiredMessage: string) {
	return v.pipe(
		singleLine(max, requiredMessage),
		v.minLength(1, requiredMessage),
		v.check((value) => visible.test(value), requiredMessage),
	);
}

/** A text as `text` that people copy: a code, a number. */
export function pastedText(max: number, invalidMessage: string = messages.invalidText) {
	return v.pipe(v.string(invalidMessage), v.transform(pasted), text(max, invalidMessage));
}

/** A required text as `requiredText` that people copy. */
export function requiredPastedText(max: number, requiredMessage: string) {
	return v.pipe(v.string(requiredMessage), v.transform(pasted), requiredText(max, requiredMessage));
}

/** A text as `text`, which may have several lines. */
export function multilineText(max: number) {
	return v.pipe(printable(max, messages.invalidText), emptyIfInvisible);
}

/** A required text as `requiredText`, which may have several lines. */
export function requiredMultilineText(max: number, requiredMessage: string) {
	return v.pipe(
		printable(max, requiredMessage),
		v.minLength(1, requiredMessage),
		v.check((value) => visible.test(value), requiredMessage),
	);
}

const notWebAddress = v.check<string, string>(
	(value) => !webAddress.test(value),
	messages.noWebAddress,
);

/** The name of a person, which may be empty. No web address: anybody may type a name, and the shop e-mails it. */
export const personName = v.pipe(text(maxLengths.name), notWebAddress);

/** The required name of a person. */
export const requiredPersonName = v.pipe(
	requiredText(maxLengths.name, messages.nameRequired),
	notWebAddress,
);

/** An id in a path or query: any text that is not empty. It need not exist. */
export const id = v.pipe(v.string(), v.minLength(1, messages.valueMissing));

/**
 * An e-mail address in lower case with its domain in ASCII, by the pattern of browsers' e-mail fields (HTML Living
 * Standard, Valid e-mail address; valibot's `rfcEmail` is that pattern). That accepts `a@b`, which no e-mail server of
 * others reaches.
 */
export const email = v.pipe(
	v.string(messages.emailRequired),
	v.transform(pastedEmail),
	v.minLength(1, messages.emailRequired),
	v.maxLength(maxLengths.email, messages.emailInvalid),
	v.rfcEmail(messages.emailInvalid),
	v.check(
		(address) => address.includes(".", address.lastIndexOf("@")),
		({ input }) => messages.emailWithoutDot(input),
	),
);

/** The path of an image in the shop's own store. An image field accepts nothing else. */
export function imagePath(requiredMessage: string) {
	return v.pipe(
		v.string(requiredMessage),
		v.minLength(1, requiredMessage),
		v.regex(imagePathPattern, messages.imageNotUploaded),
	);
}

/** A timestamp in the API: ISO 8601 in UTC, on a day that exists. */
export const timestamp = v.pipe(
	v.string(messages.timeWrong),
	v.isoTimestamp(messages.timeWrong),
	v.check((text) => parseDay(text.slice(0, 10)) !== undefined, messages.timeWrong),
);

/** The response of an endpoint that inserts a row. */
export const insertedReply = v.object({ insertedId: v.string() });
export type Inserted = v.InferOutput<typeof insertedReply>;

/** The response of an endpoint that updates: the number of changed rows, 0 if nothing changed. */
export const modifiedReply = v.object({ modifiedCount: v.number() });
export type Modified = v.InferOutput<typeof modifiedReply>;

/** The response of an endpoint that deletes. */
export const deletedReply = v.object({ deletedCount: v.number() });
export type Deleted = v.InferOutput<typeof deletedReply>;

/** The search text of a list. */
export const searchQuery = v.pipe(v.string(), v.transform(pasted), v.maxLength(100));

const month = { month: "short", year: "numeric" } as const;
const dayOfMonth = { day: "numeric", month: "short" } as const;
const date = { ...dayOfMonth, ...month } as const;
const dayFormats = { date, dayOfMonth, month } as const;
/** How a timestamp is written, in any time zone. */
export const timestampOptions = {
	...date,
	hour: "numeric",
	minute: "2-digit",
	timeZoneName: "short",
} as const;
const dateFormat = /* @__PURE__ */ new Intl.DateTimeFormat(locale, { ...date, timeZone });
const timestampFormat = /* @__PURE__ */ new Intl.DateTimeFormat(locale, {
	...timestampOptions,
	timeZone,
});

/**
 * Formats a timestamp in the shop's time zone: "Nov 20, 2026, 3:07 PM UTC". So the Worker and every browser
 * render the same text.
 */
export function formatTimestamp(at: Date | string): string {
	return timestampFormat.format(new Date(at));
}

/** Formats a timestamp in the browser's time zone: "Nov 20, 2026, 4:07 PM GMT+1". */
export function formatLocalTimestamp(at: Date | string): string {
	return new Date(at).toLocaleString(locale, timestampOptions);
}

/** Formats the day that a timestamp is on in the shop's time zone: "Nov 20, 2026". */
export function formatDate(at: Date | string): string {
	return dateFormat.format(new Date(at));
}

/** Formats a day of no time zone, given by its start in UTC: "Nov 20, 2026", "Nov 20" or "Nov 2026". */
export function formatDay(day: Date | number, format: keyof typeof dayFormats = "date"): string {
	return new Date(day).toLocaleString(locale, { ...dayFormats[format], timeZone: "UTC" });
}
