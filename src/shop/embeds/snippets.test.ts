import { describe, expect, it } from "vitest";
import { partnerPattern } from "../../../widgets/src/partner.ts";
import { chosenColours, parseChoice, suggestPartner } from "./snippets.ts";

const tool = { _id: "chain-whip", name: "Chain whip" };
const defaultColours = { accent: "#b5410b", bg: "#f7f4ed", fg: "#24272b" };
const choiceFor = (query: string) => parseChoice(new URLSearchParams(query), tool, defaultColours);

describe("a partner's name in the configurator", () => {
	it.each([
		["Velo Blog", "velo-blog"],
		["https://www.Vélo-Blog.example/", "velo-blog-example"],
		["  über_uns!! ", "uber-uns"],
		["a".repeat(40), "a".repeat(32)],
		[`${"a".repeat(31)} b`, "a".repeat(31)],
		["日本", ""],
		["---", ""],
	])("is suggested for %j as %j", (input, expected) => {
		expect(suggestPartner(input)).toBe(expected);
		if (expected) expect(expected).toMatch(partnerPattern);
	});

	it("is an invalid partner if it does not match the pattern", () => {
		expect(choiceFor("partner=velo")).toMatchObject({ partner: "velo", invalidPartner: "" });
		expect(choiceFor("partner=Velo")).toMatchObject({ partner: "", invalidPartner: "Velo" });
		expect(choiceFor("")).toMatchObject({ partner: "", invalidPartner: "" });
	});
});

describe("chosen colours", () => {
	it("include a text colour that contrasts with the button", () => {
		const coloursFor = (accent: string) =>
			Object.fromEntries(chosenColours(choiceFor(`accent=%23${accent}`)));
		expect(coloursFor("00308f")).toEqual({ accent: "#00308f", "on-accent": "#ffffff" });
		expect(coloursFor("ffd400")).toEqual({ accent: "#ffd400", "on-accent": "#000000" });
		expect(coloursFor("b5410b")).toEqual({});
	});
});
