/** What people copy, and e-mails in other scripts. */
import * as v from "valibot";
import { expect, it } from "vitest";
import { emailInvalid, emailWithoutDot } from "../messages/messages.ts";
import { email } from "./fields.ts";
import { pasted, pastedEmail } from "./pasted.ts";

it.each([
	["HALF\u200b", "HALF"],
	["ONCE–10", "ONCE-10"],
	["ＤＥ123456789", "DE123456789"],
	["１５００", "1500"],
	["\u00a0 1500. ", "1500"],
	["a\u2212b", "a-b"],
	["\u202a+1 555 0100\u202c", "+1 555 0100"],
	[". .", ""],
	["v1.2", "v1.2"],
])("reads %j as %j", (typed, meant) => {
	expect(pasted(typed)).toBe(meant);
});

it.each([
	["Ann@Bücher.example", "ann@xn--bcher-kva.example"],
	["ann@bücher。example", "ann@xn--bcher-kva.example"],
	["ann@XN--BCHER-KVA.example", "ann@xn--bcher-kva.example"],
	["ann@straße.example", "ann@xn--strae-oqa.example"],
	["ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ann@example.com"],
	["ann@example.com.", "ann@example.com"],
	["ann@ü/x.example", "ann@ü/x.example"],
	["ann@192.0.2.1", "ann@192.0.2.1"],
	["ann", "ann"],
])("reads the e-mail %j as %j", (typed, meant) => {
	expect(pastedEmail(typed)).toBe(meant);
});

it("asks again for an e-mail that nobody could reach", () => {
	const problem = (typed: string) => v.safeParse(email, typed).issues?.[0].message;
	expect(problem("ann@bücher.example")).toBeUndefined();
	expect(problem("ann@localhost")).toBe(emailWithoutDot("ann@localhost"));
	expect(problem("a@b")).toBe(emailWithoutDot("a@b"));
	expect(problem("ann@ü/x.example")).toBe(emailInvalid);
});
