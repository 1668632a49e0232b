import { describe, expect, it } from "vitest";
import { safeReturnPath, sitePaths } from "./site.ts";

describe("safeReturnPath", () => {
	it.each([
		"/",
		"/dashboard/myorders",
		"/purchase/a-b_c",
		"/tools?cursor=WzEsImEiXQ",
		"/tools/caf%C3%A9?q=%2F%2Felsewhere.test#reviews",
		"/login?from=//elsewhere.test",
		"/@elsewhere.test",
	])("returns %s", (path) => {
		expect(safeReturnPath(path)).toBe(path);
	});

	it.each([
		null,
		undefined,
		"",
		"dashboard",
		"elsewhere.test",
		"https://elsewhere.test",
		"//elsewhere.test",
		"///elsewhere.test",
		"/\\elsewhere.test",
		"\\/elsewhere.test",
		"/path\\..\\elsewhere.test",
		"/\t/elsewhere.test",
		"/\n/elsewhere.test",
		"\t//elsewhere.test",
		" //elsewhere.test",
		"/\r\nLocation: https://elsewhere.test",
		"/.//elsewhere.test",
		"/..//elsewhere.test",
		"/%2e%2e//elsewhere.test",
		"/a/..//elsewhere.test",
		"javascript:alert(1)",
		"JaVaScRiPt:alert(1)",
		"data:text/html,x",
		"http:elsewhere.test",
		"https:/elsewhere.test",
		"/\u0000",
	])("returns the home page for %j", (path) => {
		expect(safeReturnPath(path)).toBe("/");
	});

	it("never leaves the shop, for any combination of special characters", () => {
		const pieces = [
			"/",
			"\\",
			"../..",
			".",
			"\t",
			"%2f",
			"%5c",
			"@",
			":",
			"?",
			"#",
			"x.test",
			"http:",
		];
		const shop = "https://cogsmith.test";
		for (const one of pieces)
			for (const two of pieces)
				for (const three of pieces)
					for (const four of pieces) {
						const to = safeReturnPath(`/${one}${two}${three}${four}`);
						expect(new URL(to, shop).origin, to).toBe(shop);
					}
	});
});

it("encodes ids in paths", () => {
	expect(sitePaths.tool({ _id: "a/b?c" })).toBe("/tools/a%2Fb%3Fc");
	expect(sitePaths.tool({ _id: "1", address: "spoke-key" })).toBe("/tools/spoke-key");
	expect(sitePaths.loginReturningTo("/a?b=c&d")).toBe("/login?from=%2Fa%3Fb%3Dc%26d");
});
