import { describe, expect, it } from "vitest";
import { partnerPattern } from "../../../widgets/src/partner.ts";
import { choiceOf, chosenColours, proposedPartner } from "./snippets.ts";

const tool = { _id: "chain-whip", name: "Chain whip" };
const chosen = (query: string) => choiceOf(new URLSearchParams(query), tool);

describe("a partner's name in the configurator", () => {
	it.each([
		["Velo Blog", "velo-blog"],
		["https://www.Vélo-Blog.example/", "velo-blog-example"],
		["  über_uns!! ", "uber-uns"],
		["a".repeat(40), "a".repeat(32)],
		[`${"a".repeat(31)} b`, "a".repeat(31)],
		["日本", ""],
		["---", ""],
	])("%j is proposed as %j", (written, proposed) => {
		expect(proposedPartner(written)).toBe(proposed);
		if (proposed) expect(proposed).toMatch(partnerPattern);
	});

	it("is kept apart where it can't be one", () => {
		expect(chosen("partner=velo")).toMatchObject({ partner: "velo", wrongPartner: "" });
		expect(chosen("partner=Velo")).toMatchObject({ partner: "", wrongPartner: "Velo" });
		expect(chosen("")).toMatchObject({ partner: "", wrongPartner: "" });
	});
});

describe("chosen colours", () => {
	it("bring the text of a button that can be read on it", () => {
		const of = (accent: string) => Object.fromEntries(chosenColours(chosen(`accent=%23${accent}`)));
		expect(of("00308f")).toEqual({ accent: "#00308f", "on-accent": "#ffffff" });
		expect(of("ffd400")).toEqual({ accent: "#ffd400", "on-accent": "#000000" });
		expect(of("b5410b")).toEqual({});
	});
});
