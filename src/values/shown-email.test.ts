/** E-mails as people read them: RFC 3492, and Unicode Technical Standard 39 for what could deceive. */
import { domainToUnicode } from "node:url";
import fc from "fast-check";
import { expect, it } from "vitest";
import { pastedEmail } from "./pasted.ts";
import { shownEmail } from "./shown-email.ts";

it.each([
	"ann@bücher.example",
	"ann@straße.example",
	"ann@пример.рф",
	"ann@παράδειγμα.example",
	"ann@例え.テスト",
	"ann@例子.测试",
	"ann@실례.테스트",
	"ann@מִבְחָן.example",
	"ann@مثال.example",
	"ann@उदाहरण.example",
	"ann@shop.bücher.example",
	"ann@example.com",
])("%s is shown as it was typed", (typed) => {
	expect(shownEmail(pastedEmail(typed))).toBe(typed.normalize("NFC"));
});

it.each([
	["Latin with a Cyrillic a", "ann@pаypal.example"],
	["Cyrillic that looks like Latin", "ann@аррӏе.example"],
	["Greek in a Latin word", "ann@gοogle.example"],
	["Latin and Han", "ann@shop例.example"],
])("%s stays in ASCII", (_, typed) => {
	const stored = pastedEmail(typed);
	expect(stored).toContain("@xn--");
	expect(shownEmail(stored)).toBe(stored);
});

it.each([
	"ann@xn--.example",
	"ann@xn--ü.example",
	"ann@xn--a-ecp.ru\u0000",
	"ann@xn--99999999.example",
	"xn--bcher-kva",
	"",
])("%j is no domain in Punycode, and stays", (text) => {
	expect(shownEmail(text)).toBe(text);
});

it("reads Punycode as Node does", () => {
	const letter = fc.constantFrom(..."aäöüßéèñçøåłđþœabcdxyz019-");
	fc.assert(
		fc.property(fc.string({ unit: letter, minLength: 1, maxLength: 20 }), (label) => {
			const stored = pastedEmail(`a@${label}.example`);
			fc.pre(/@xn--/.test(stored));
			expect(shownEmail(stored)).toBe(`a@${domainToUnicode(stored.slice(2))}`);
		}),
	);
});

it("is what every page and island shows of an e-mail", () => {
	const sources = import.meta.glob<string>(
		"../{pages,islands,components,layouts}/**/*.{astro,tsx}",
		{ eager: true, query: "?raw", import: "default" },
	);
	// A text between tags, in a sentence, or an argument of one; not an attribute, and not the shop's own address.
	const bare =
		/(?<!=)\{[\w.?!| ]*\bemail\}|\$\{[\w.]*\bemail\}|(?:exts|essages)\.\w+\((?!contact)[\w.]*\bemail\)/gi;
	const found = Object.entries(sources).flatMap(([file, source]) =>
		[...(source.match(bare) ?? [])]
			.filter((match) => !/contact\.email|common\.email|texts\.email/.test(match))
			.map((match) => `${file}: ${match}`),
	);
	expect(found).toEqual([]);
	expect(
		Object.values(sources).filter((source) => source.includes("shownEmail(")).length,
	).toBeGreaterThan(20);
});
