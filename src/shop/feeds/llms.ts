/** The shop for language models, in Markdown: llmstxt.org. */

import { currencyName, home, name as shopName, tagline } from "../../config/config.ts";
import { publicPaths } from "../../paths/public.ts";
import { sitePaths } from "../../paths/site.ts";
import { feedPaths } from "./feeds.ts";

interface Link {
	name: string;
	path: string;
	note: string;
}

interface Texts {
	categories: readonly Link[];
	/** Each with the path of its data. */
	jobs: readonly Link[];
	/** Whether the shop has standards for My bike. */
	hasFit: boolean;
}

/** Returns llms.txt. */
export function llmsTxt(origin: string, { categories, jobs, hasFit }: Texts): string {
	const shop: Link[] = [
		{ name: "Tools", path: sitePaths.tools, note: `all ${tagline}, with price and stock` },
		{ name: "Reviews", path: sitePaths.review, note: "as customers wrote them" },
	];
	if (hasFit) shop.push({ name: "My bike", path: publicPaths.fit, note: "which tools fit a bike" });
	const data: Link[] = [
		{ name: "Products", path: feedPaths.products, note: "RSS with Google Merchant's fields" },
		{ name: "New tools", path: feedPaths.tools, note: "Atom" },
		{ name: "New reviews", path: feedPaths.reviews, note: "Atom" },
		{ name: "API", path: publicPaths.openApi, note: "OpenAPI" },
	];
	const sections = [
		section(origin, "Shop", shop),
		section(origin, "Categories", categories),
		section(origin, "Jobs, as JSON under CC BY 4.0", jobs),
		section(origin, "Data", data),
	];
	return `# ${shopName}

> ${home.description}

Prices are in ${currencyName}. A tool's page has its price, stock and rating as JSON-LD.

${sections.filter((text) => text !== "").join("\n")}`;
}

function section(origin: string, heading: string, links: readonly Link[]): string {
	if (links.length === 0) return "";
	const lines = links.map(
		({ name, path, note }) =>
			`- [${inline(name)}](${origin}${path})${note && `: ${inline(note)}`}\n`,
	);
	return `## ${heading}\n\n${lines.join("")}`;
}

/** A text on one line that does not end a link. */
function inline(text: string): string {
	return text.replace(/\s+/g, " ").replace(/[[\]]/g, "\\$&");
}
