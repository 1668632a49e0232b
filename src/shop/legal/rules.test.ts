import { expect, it } from "vitest";
import { law, seller, tax } from "../../config/config.ts";
import { legalPages } from "../../config/legal-pages.ts";
import { lawTable, missingByLaw } from "./rules.ts";

const complete = {
	law: { ...law, guaranteeNotice: "notice.svg" },
	seller: { ...seller, phone: "1", registration: "2", vatNumber: "DE123456789" },
	tax,
	published: legalPages,
};

it("a shop that has everything lacks nothing, nor does one that sells nowhere in particular", () => {
	expect(missingByLaw(complete)).toEqual([]);
	expect(missingByLaw({ ...complete, law: { regions: [] }, published: [] })).toEqual([]);
});

it("what the owner has to add is named with the rule that asks for it", () => {
	const { phone, registration, vatNumber, ...rest } = complete.seller;
	const lacks = missingByLaw({
		law: { regions: ["eu"] },
		seller: rest,
		tax: { mode: "stripe", behaviour: "inclusive" },
		published: ["privacy", "cookies", "contact"],
	});
	expect(lacks.map((line) => line.split(": ").slice(1).join(": "))).toEqual([
		"put the official notice, as the Commission publishes it, into src/assets/law and name the file in law.guaranteeNotice",
		"publish content/legal/returns.md",
		"publish content/legal/accessibility.md",
		"publish content/legal/imprint.md; seller.phone; seller.registration, if you are in a register; seller.vatNumber, if you have one",
		"publish content/legal/terms.md; publish content/legal/shipping.md",
	]);
	expect(lacks[0]).toMatch(/^Implementing Regulation \(EU\) 2025\/1960, Annex I/);
});

it("docs/law.md has every rule", async () => {
	const page = [
		"# What the law asks",
		"",
		"`law.regions` in `shop.config.ts` says whose consumers your shop sells to. `eu`, the European Union, is the only region so",
		"far. It is the default for a seller in the Union, and for one that names one of its countries in `shipping.countries`. Each row has a rule, its official text, and where the shop follows it; `tests/worker/law.test.ts` has a test for each. This is",
		"not legal advice: the directives are in force as the laws of each member state, which may require more. The",
		"[merchant's side](selling.md#what-the-law-asks) is on another page.",
		"",
		"`npx vitest run --project unit src/shop/legal/rules.test.ts -u` writes this page from `src/shop/legal/rules.ts`.",
		"",
		...lawTable(),
		"",
		"The shop does not do for you what no row has: the label for a maker's durability guarantee of more than two years (Implementing",
		"Regulation (EU) 2025/1960, Annex II), packaging and waste, chemicals (Regulation (EC) No 1272/2008), batteries, and whatever a",
		"member state adds.",
		"",
		"## Where VAT applies",
		"",
		"Value-added tax on goods follows the area of the delivery address: its country and, in part of it, its postal code",
		"(`src/config/vat-areas.ts`; [Directive 2006/112/EC](https://eur-lex.europa.eu/eli/dir/2006/112/oj), as consolidated on August 14, 2025). A delivery from",
		"a seller in the area to a place outside is an export: it includes no tax, no VAT number is asked for, and its invoice has the category G.",
		"",
		"| place | counts as | article |",
		"|---|---|---|",
		"| Monaco | France | 7 |",
		"| Akrotiri and Dhekelia (postal codes of Cyprus, BFPO 57 and 58) | Cyprus | 7 |",
		"| Isle of Man | United Kingdom, thus outside | 7 |",
		"| Northern Ireland (postal codes BT, VAT numbers XI) | inside, for goods | Windsor Framework, Article 8 and Annex 3 |",
		"| Mount Athos, Canary Islands, French territories overseas, Åland, Channel Islands, Campione d'Italia | outside | 6(1) |",
		"| Heligoland, Büsingen, Ceuta, Melilla, Livigno | outside | 6(2) |",
		"",
		"Before a postal code is known, an address counts as the country's main part.",
		"",
	].join("\n");
	await expect(page).toMatchFileSnapshot("../../../docs/law.md");
});
