/** The smoke test: every check at one shop, and what came of it. */
import { type Check, checks, type Part } from "./checks.ts";
import { type Site, siteAt } from "./site.ts";

export interface Result {
	check: string;
	outcome: "passed" | "failed" | "left out";
	/** What was seen where it failed; what is missing where it was left out. */
	says: string;
}

/** Parts of a deployed shop that this one lacks: a local one answers http, with no cache in front. */
function missingParts(origin: string): readonly Part[] {
	const { protocol, hostname } = new URL(origin);
	const local = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
	// A shop elsewhere that answers http alone is a defect, and not a shop without https.
	return local && protocol === "http:" ? ["https", "the platform's cache"] : [];
}

async function resultOf({ name: check, needs, look }: Check, site: Site): Promise<Result> {
	if (needs && missingParts(site.origin).includes(needs)) {
		return { check, outcome: "left out", says: `only where there is ${needs}` };
	}
	try {
		await look(site);
		return { check, outcome: "passed", says: "" };
	} catch (error) {
		const says = error instanceof Error ? error.message : String(error);
		return { check, outcome: "failed", says };
	}
}

/** Looks at the shop at an address; changes nothing there. Throws where that is no web address. */
export async function smoke(address: string): Promise<Result[]> {
	const site = siteAt(address);
	const results: Result[] = [];
	for (const check of checks) results.push(await resultOf(check, site));
	return results;
}

/** Whether any check failed. */
export function hasFailed(results: readonly Result[]): boolean {
	return results.some(({ outcome }) => outcome === "failed");
}

/** The results as a table for a terminal. */
export function asTable(results: readonly Result[]): string {
	const width = Math.max(...results.map(({ check }) => check.length));
	return results
		.map(({ check, outcome, says }) =>
			`  ${outcome.padEnd("left out".length)}  ${check.padEnd(width)}  ${says}`.trimEnd(),
		)
		.join("\n");
}
