/** What the cookie policy of the demo shop lists: names in code, below the heading of their kind. */
import { readFileSync } from "node:fs";

const policy = readFileSync("content/legal/cookies.md", "utf8");

interface ListedEntry {
	/** The heading above it. */
	heading: string;
	name: string;
	text: string;
}

/** The entries of the policy. */
export const listedEntries: ListedEntry[] = policy.split(/^## /m).flatMap((section) => {
	const [heading = ""] = section.split("\n");
	return [...section.matchAll(/^.+, `(.+)`\n: ((?:.+\n?)+)/gm)].map(([, name = "", text = ""]) => ({
		heading,
		name,
		text: text.replaceAll(/\s+/g, " "),
	}));
});

/** The names of the entries below the heading that begins so. */
export const listedNames = (heading: string): string[] =>
	listedEntries
		.filter((entry) => entry.heading.startsWith(heading))
		.map(({ name }) => name)
		.sort();
