import * as v from "valibot";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as messages from "../messages/messages.ts";
import {
	email,
	id,
	imagePath,
	maxLengths,
	multilineText,
	personName,
	requiredMultilineText,
	requiredPersonName,
	requiredText,
	text,
} from "./fields.ts";

function firstError(schema: v.GenericSchema, value: unknown): string | undefined {
	return v.safeParse(schema, value).issues?.[0]?.message;
}

describe("text", () => {
	it("is trimmed and may be empty", () => {
		expect(v.parse(text(10), "  a b \n")).toBe("a b");
		expect(v.parse(text(10), "   ")).toBe("");
	});

	it("has a maximum length, without the whitespace around it", () => {
		expect(firstError(text(3), " abc ")).toBeUndefined();
		expect(firstError(text(3), "abcd")).toBe(messages.tooLong(3));
	});

	it("must be a string", () => {
		for (const value of [1, null, ["a"], {}])
			expect(firstError(text(3), value)).toBe(messages.invalidText);
	});

	it("may have combining marks and right-to-left scripts", () => {
		for (const value of ["Straße 東京 🚲", "مرحبا", "e\u0301", "👩\u200d🔧"]) {
			expect(firstError(text(20), value), value).toBeUndefined();
		}
	});

	it("is one line", () => {
		for (const value of ["a\nb", "a\r\nb", "a\rb", "a\tb", "a\u2028b", "a\u2029b"]) {
			for (const schema of [text(20), requiredText(20, "Say it"), personName, requiredPersonName])
				expect(firstError(schema, value), JSON.stringify(value)).toBe(messages.oneLineOnly);
		}
	});

	it("has several lines if it may", () => {
		for (const schema of [multilineText(20), requiredMultilineText(20, "Say it")]) {
			expect(v.parse(schema, " a\nb\tc\r\nd\n ")).toBe("a\nb\tc\r\nd");
			for (const value of ["a\0\nb", "a\n\u202eb", "a\x85b"])
				expect(firstError(schema, value)).toBe(messages.noControlCharacters);
		}
		expect(v.parse(multilineText(20), " \n\u200b ")).toBe("");
		expect(firstError(requiredMultilineText(20, "Say it"), " \n\u200b ")).toBe("Say it");
	});

	it("has no control characters, direction marks or lone surrogates", () => {
		for (const mark of [
			"\0",
			"\b",
			"\x1b",
			"\x7f",
			"\x85",
			"\u202e",
			"\u2066",
			"\u2069",
			"\ufeff",
			"\ud800",
		]) {
			expect(firstError(text(20), `a${mark}b`), JSON.stringify(mark)).toBe(
				messages.noControlCharacters,
			);
		}
	});

	it("is empty if all of it is invisible", () => {
		for (const value of ["\u200b\u200d", "\u3164", "\u{e0041}", "\u00ad \u2060"]) {
			expect(v.parse(text(10), value), JSON.stringify(value)).toBe("");
		}
		for (const value of ["\u200da", "🚲", "東", "-", "\u0661"]) {
			expect(v.parse(text(10), value)).toBe(value);
		}
	});

	it("can be required", () => {
		for (const value of ["", " \n ", "\u200b", undefined, null]) {
			expect(firstError(requiredText(9, "Say it"), value)).toBe("Say it");
		}
	});
});

describe("a person's name", () => {
	it.each([
		"Ana",
		"J.R.R. Tolkien",
		"St.John",
		"D'Arcy-Smith, Jr.",
		"Ana c/o Bike:Shop",
		"Nguyễn Văn A",
		"Wwwiki",
	])("may be %s", (name) => {
		expect(firstError(requiredPersonName, name)).toBeUndefined();
	});

	it.each(["Ana https://evil.test", "www.evil.test", "Pay at WWW.evil.test", "ftp://x"])(
		"is no web address: %s",
		(name) => {
			expect(firstError(requiredPersonName, name)).toBe(messages.noWebAddress);
			expect(firstError(personName, name)).toBe(messages.noWebAddress);
		},
	);

	it("can be required", () => {
		expect(v.parse(personName, " ")).toBe("");
		expect(firstError(requiredPersonName, " ")).toBe(messages.nameRequired);
	});
});

describe("an e-mail", () => {
	it("is trimmed and in lower case", () => {
		expect(v.parse(email, " Rider.One+shop@Example.TEST ")).toBe("rider.one+shop@example.test");
	});

	it("follows the pattern of the HTML standard", () => {
		for (const value of [
			"o'neil+x@example.test",
			"a!#$%&*/=?^_`{|}~.-b@b-c.d",
			"a..b.@local.host",
		]) {
			expect(v.parse(email, value)).toBe(value);
		}
		for (const value of [
			"a@-b.test",
			"a@b-.test",
			"a@b..test",
			"a@b_c.test",
			'"a"@b.test',
			"ö@b.test",
		]) {
			expect(firstError(email, value), value).toBe("Provide a valid Email");
		}
	});

	it("has the specification's messages", () => {
		for (const value of ["", "  ", undefined])
			expect(firstError(email, value)).toBe("Email is Required");
		const invalid = [
			"rider",
			"rider@",
			"@example.test",
			"a b@example.test",
			"a@b@c.test",
			"a\0@b.test",
		];
		for (const value of [...invalid, `${"a".repeat(maxLengths.email)}@example.test`]) {
			expect(firstError(email, value), value).toBe("Provide a valid Email");
		}
	});
});

describe("an id", () => {
	it("is a text that is not empty", () => {
		expect(firstError(id, "a".repeat(1000))).toBeUndefined();
		for (const value of ["", 7, null]) {
			expect(firstError(id, value)).toEqual(expect.any(String));
		}
	});
});

describe("an image's path", () => {
	const key = "0123456789abcdef".repeat(2);

	it("is a path in the shop's own store", () => {
		expect(firstError(imagePath("Image is Required"), `/images/${key}`)).toBeUndefined();
	});

	it("is no other URL", () => {
		const foreign = [
			`https://elsewhere.test/images/${key}`,
			`//elsewhere.test/images/${key}`,
			`/images/${key}?w=1`,
			`/images/${key}\n`,
			`/images/../images/${key}`,
			`/images/${key.toUpperCase()}`,
			"javascript:alert(1)",
		];
		for (const value of foreign) {
			expect(firstError(imagePath("Image is Required"), value), value).toBe(
				messages.imageNotUploaded,
			);
		}
		expect(firstError(imagePath("Image is Required"), "")).toBe("Image is Required");
	});
});

describe("at the edge of a day in the shop's time zone", () => {
	afterEach(() => {
		vi.doUnmock("../config/config.ts");
		vi.resetModules();
	});

	it.each([
		["UTC", "2026-11-20T23:59:59.999Z", "Nov 20, 2026", "Nov 20, 2026, 11:59 PM UTC"],
		["UTC", "2026-11-21T00:00:00Z", "Nov 21, 2026", "Nov 21, 2026, 12:00 AM UTC"],
		["America/New_York", "2026-11-21T04:59:59Z", "Nov 20, 2026", "Nov 20, 2026, 11:59 PM EST"],
		["America/New_York", "2026-11-21T05:00:00Z", "Nov 21, 2026", "Nov 21, 2026, 12:00 AM EST"],
		["Pacific/Auckland", "2026-11-20T11:00:00Z", "Nov 21, 2026", "Nov 21, 2026, 12:00 AM GMT+13"],
	])("in %s, %s is on %s", async (timeZone, at, date, timestamp) => {
		vi.resetModules();
		vi.doMock("../config/config.ts", async (importOriginal) => ({
			...(await importOriginal<object>()),
			timeZone,
		}));
		const { formatDate, formatDay, formatTimestamp } = await import("./fields.ts");
		expect(formatDate(at)).toBe(date);
		expect(formatDate(new Date(at))).toBe(date);
		expect(formatTimestamp(at).replace(/\s/g, " ")).toBe(timestamp);
		// A day is the same in every zone.
		expect(formatDay(Date.UTC(2026, 10, 21))).toBe("Nov 21, 2026");
	});
});
