import { describe, expect, it } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";

describe("a common password", () => {
	it.each([
		"password",
		"123456",
		"123456789",
		"qwerty",
		"iloveyou",
		"letmein",
		"sunshine",
		"trustno1",
		"Password",
		"PASSWORD1",
		"Password123",
		"P@ssw0rd",
		"Passw0rd!",
		"pa55word",
		"password2026!",
		"admin1",
		"Admin123!",
		"welcome2026",
		"123welcome",
		"qwerty!!",
		"Cogsmith",
		"cogsmith2026",
		"aaaaaa",
		"111111",
		"      ",
		"121212",
		"abcabc",
		"dodododo",
		"sixsix",
		"654321",
		"0987654321",
		"asdfgh",
		"lkjhgfdsa",
		"1qaz2wsx",
		"zyxwvu",
		"abcdefgh",
		"4567890",
		" password ",
		"password1234567890",
	])("is %j", (password) => {
		expect(isCommonPassword(password)).toBe(true);
	});

	it.each([
		"a long enough one",
		"a bell and a bottle",
		"x7#kQ2",
		"cogsmith-admin",
		"cogsmith-rider",
		"correct horse battery",
		"Tr0mbone&lake",
		"482913",
		"passwordless future",
		"password98765x",
		"testament",
		"3 sprockets",
		"mon-key-s",
		"ünïcödé",
	])("is not %j", (password) => {
		expect(isCommonPassword(password)).toBe(false);
	});

	it("is the user's own e-mail, and the part before its @", () => {
		for (const password of [
			"robin.rider@example.test",
			"Robin.Rider",
			"ROBIN.RIDER@EXAMPLE.TEST",
		]) {
			expect(isCommonPassword(password, "robin.rider@example.test")).toBe(true);
			expect(isCommonPassword(password, "somebody.else@example.test")).toBe(false);
		}
	});

	it("is not longer than the maximum length of passwords", () => {
		expect(isCommonPassword("ab".repeat(64))).toBe(true);
		expect(isCommonPassword("ab".repeat(65))).toBe(false);
	});
});
