/** What is suggested while a search is being typed: pages, jobs, and tools whose names match. One query. */
import * as searchTexts from "../../messages/search.ts";
import { fromPrice, unitPrice } from "../../messages/tool.ts";
import { publicPaths } from "../../paths/public.ts";
import { sitePaths } from "../../paths/site.ts";
import { batch } from "../../platform/database/database.ts";
import { formatPrice } from "../../values/money.ts";
import { normalizeSearch } from "../catalogue/search-text.ts";
import { toCard } from "../tools/tools.server.ts";
import { unitPriceOf } from "../tools/unit-price.ts";
import { correct } from "./correction.ts";
import { readTyped, suggestionMatch } from "./query.ts";
import { uniqueTools } from "./ranking.server.ts";
import type { Suggestion } from "./result.ts";
import { matchingTools, toolsForNeeds } from "./statements.server.ts";
import type { SearchContent } from "./topics.ts";
import { findTopics, uniqueJobs } from "./topics.ts";
import { phraseKey, splitWords } from "./words.ts";

const maxSuggestions = 6;

const maxSuggestedJobs = 2;

/** Matches of names that are compared, so that those that begin with what was typed come first. */
const maxCompared = 12;

/** Returns pages, jobs and tools for what has been typed so far. */
export async function suggest(q: string, content: SearchContent): Promise<Suggestion[]> {
	const { lexicon } = content;
	const { words, named } = readTyped(normalizeSearch(q));
	const meant = words.map((word) => correct(word, lexicon));
	const { about, ofStandards, symptoms, help } = findTopics(meant, content);
	const match = suggestionMatch(named, lexicon);
	const tools = match === undefined ? [] : await suggestedTools(match, ofStandards.needs, named);
	// One word that is in a name is the tool.
	const jobs = meant.length > 1 || tools.length === 0 ? uniqueJobs(about.jobs, about.guesses) : [];
	return [
		...symptoms.map(({ title, path }) => ({
			name: title,
			href: path,
			label: searchTexts.symptomLabel,
		})),
		...help.pages.map(({ title, path }) => ({
			name: title,
			href: path,
			label: searchTexts.helpLabel,
		})),
		...(jobs.length > 0 ? jobs : ofStandards.jobs)
			.slice(0, maxSuggestedJobs)
			.map(({ title, slug, picture }) => ({
				name: title,
				href: publicPaths.job(slug),
				label: searchTexts.jobLabel,
				...(picture && { image: picture.src }),
			})),
		...tools
			.map((row) => toCard(row))
			.map((tool) => ({
				name: tool.name,
				href: sitePaths.tool(tool),
				label: [searchTexts.toolLabel, unitPriceText(tool)].filter(Boolean).join(" · "),
				image: `${tool.image}?w=160`,
				price: tool.family?.from ? fromPrice(formatPrice(tool.price)) : formatPrice(tool.price),
			})),
	].slice(0, maxSuggestions);
}

/** What a litre, a kilogram or a metre of a tool costs; empty for one that is not sold by that. */
function unitPriceText(tool: Parameters<typeof unitPriceOf>[0]): string {
	const unit = unitPriceOf(tool);
	return unit ? unitPrice(formatPrice(unit.price), unit.per) : "";
}

/** Returns the tools with such a name, and those for these needs; first a name that is what was typed, up to its comma. */
async function suggestedTools(
	match: string,
	needs: Parameters<typeof toolsForNeeds>[0],
	named: readonly string[],
) {
	const { rows, needed = [] } = await batch({
		rows: matchingTools([{ name: "name", index: "names", match }], undefined, maxCompared),
		...(needs.length > 0 && { needed: toolsForNeeds(needs) }),
	});
	const key = phraseKey(named);
	const score = ({ name }: { name: string }) => {
		const [head = ""] = name.split(",");
		return (
			Number(phraseKey(splitWords(head)) === key) +
			Number(phraseKey(splitWords(name)).startsWith(key))
		);
	};
	const tools = uniqueTools([...rows, ...needed].map(({ tool }) => tool));
	return tools.toSorted((one, other) => score(other) - score(one));
}
