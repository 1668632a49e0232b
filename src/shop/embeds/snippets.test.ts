import { describe, expect, it } from "vitest";
import { partnerPattern } from "../../../widgets/src/partner.ts";
import { chosenColours, parseChoice, suggestPartner } from "./snippets.ts";

const tool = { _id: "chain-whip", name: "Chain whip" };
const choiceFor = (query: string) => parseChoice(new URLSearchParams(query), tool);

describe("a partner's name in the configurator", () => {
	it.each([
		["Velo Blog", "velo-blog"],
		["https://www.Vélo-Blog.example/", "velo-blog-example"],
		["  über_uns!! ", "uber-uns"],
		["a".repeat(40), "a".repeat(32)],
		[`${"a".repeat(31)} b`, "a".repeat(31)],
		["日本", ""],
		["---", ""],
	])("%j is proposed as %j", (input, expected) => {
		expect(suggestPartner(input)).toBe(expected);
		if (expected) expect(expected).toMatch(partnerPattern);
	});

	it("is kept apart where it can't be one", () => {
		expect(choiceFor("partner=velo")).toMatchObject({ partner: "velo", invalidPartner: "" });
		expect(choiceFor("partner=Velo")).toMatchObject({ partner: "", invalidPartner: "Velo" });
		expect(choiceFor("")).toMatchObject({ partner: "", invalidPartner: "" });
	});
});

describe("chosen colours", () => {
	it("bring the text of a button that can be read on it", () => {
		const coloursFor = (accent: string) =>
			Object.fromEntries(chosenColours(choiceFor(`accent=%23${accent}`)));
		expect(coloursFor("00308f")).toEqual({ accent: "#00308f", "on-accent": "#ffffff" });
		expect(coloursFor("ffd400")).toEqual({ accent: "#ffd400", "on-accent": "#000000" });
		expect(coloursFor("b5410b")).toEqual({});
	});
});
