import { describe, expect, it } from "vitest";
import { partnerPattern } from "../../../widgets/src/partner.ts";
import { choiceQuery, chosenColours, parseChoice, snippets, suggestPartner } from "./snippets.ts";

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
		// The greys where white and black have the same contrast, and dark ones of each channel.
		expect(coloursFor("757575")["on-accent"]).toBe("#ffffff");
		expect(coloursFor("767676")["on-accent"]).toBe("#000000");
		expect(coloursFor("0a0a0a")["on-accent"]).toBe("#ffffff");
		expect(["f00000", "007f00", "0000ff"].map((colour) => coloursFor(colour)["on-accent"])).toEqual(
			["#000000", "#ffffff", "#ffffff"],
		);
		expect(coloursFor("b5410b")).toEqual({});
	});
});

describe("a choice", () => {
	const defaults = {
		element: "tool-card",
		tool: "chain-whip",
		toolName: "Chain whip",
		limit: 3,
		theme: "auto",
		lang: "",
		partner: "",
		invalidPartner: "",
		column: 640,
		colours: {},
	};

	it("has defaults", () => {
		expect(choiceFor("")).toEqual(defaults);
		expect(choiceQuery(choiceFor(""))).toBe("?element=tool-card&tool=chain-whip");
	});

	it.each([
		["element=review-feed", { element: "review-feed" }],
		["limit=1&column=180", { limit: 1, column: 180 }],
		["limit=6&column=1400", { limit: 6, column: 1400 }],
		["limit=2.9", { limit: 2 }],
		["theme=light", { theme: "light" }],
		["theme=dark", { theme: "dark" }],
		["lang=de", { lang: "de" }],
		["accent=%2300308F&bg=%23000000", { colours: { accent: "#00308f", bg: "#000000" } }],
	])("takes %s", (query, expected) => {
		expect(choiceFor(query)).toEqual({ ...defaults, ...expected });
	});

	it.each([
		"element=other",
		"limit=0",
		"limit=7",
		"limit=many",
		"column=179",
		"column=1401",
		"theme=blue",
		"lang=DE",
		"lang=deu",
		"lang=d",
		"accent=b5410b",
		"accent=%23B5410B",
		"accent=%23b5410",
		"accent=%23b5410bb",
		"accent=x%23b5410b",
		"other=%23b5410b",
	])("ignores %s", (query) => {
		expect(choiceFor(query)).toEqual(defaults);
	});

	const choices = [
		"",
		"column=300",
		"column=454",
		"column=453&theme=dark&lang=de&partner=velo-blog&accent=%2300308f&fg=%23ffffff",
		"element=review-feed",
		"element=review-feed&limit=6&column=700&theme=light&lang=fr&bg=%23000000",
		"element=review-feed&limit=1&column=200",
		"element=review-feed&column=430&partner=velo",
	];

	it.each(choices)("%j survives its own query", (query) => {
		const choice = choiceFor(query);
		const own = parseChoice(new URLSearchParams(choiceQuery(choice)), tool, defaultColours);
		expect(own).toEqual(choice);
	});

	it("has the snippets of the snapshot", async () => {
		const script = {
			origin: "https://shop.test",
			version: "1.2.3",
			major: "1",
			integrity: "sha384-abc",
			colours: defaultColours,
		};
		const text = choices
			.map((query) => {
				const found = Object.entries(snippets(choiceFor(query), script));
				return `# ${query}\n${found.map(([name, code]) => `## ${name}\n${code}`).join("\n")}\n`;
			})
			.join("\n");
		await expect(text).toMatchFileSnapshot("snippets.snap.txt");
	});
});
