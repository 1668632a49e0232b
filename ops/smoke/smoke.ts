/** The smoke test: every check at one shop, and what came of it. */
import { type Capability, type Check, checks } from "./checks.ts";
import { openSite, type Site } from "./site-client.ts";

export interface Result {
	check: string;
	outcome: "passed" | "failed" | "left out";
	/** What was seen where it failed; what is missing where it was left out. */
	message: string;
}

/** Parts of a deployed shop that this one lacks: a local one answers http, with no cache in front. */
function missingCapabilities(origin: string): readonly Capability[] {
	const { protocol, hostname } = new URL(origin);
	const local = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
	// A shop elsewhere that answers http alone is a defect, and not a shop without https.
	return local && protocol === "http:" ? ["https", "the platform's cache"] : [];
}

async function runCheck({ name: check, requires, run }: Check, site: Site): Promise<Result> {
	if (requires && missingCapabilities(site.origin).includes(requires)) {
		return { check, outcome: "left out", message: `only where there is ${requires}` };
	}
	try {
		await run(site);
		return { check, outcome: "passed", message: "" };
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		return { check, outcome: "failed", message };
	}
}

/** Looks at the shop at an address; changes nothing there. Throws where that is no web address. */
export async function smoke(address: string): Promise<Result[]> {
	const site = openSite(address);
	const results: Result[] = [];
	for (const check of checks) results.push(await runCheck(check, site));
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
		.map(({ check, outcome, message }) =>
			`  ${outcome.padEnd("left out".length)}  ${check.padEnd(width)}  ${message}`.trimEnd(),
		)
		.join("\n");
}
