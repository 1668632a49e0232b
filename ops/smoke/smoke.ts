/** The smoke test: runs every check against one shop. */
import { type Capability, type Check, checks } from "./checks.ts";
import { openSite, type Site } from "./site-client.ts";

export interface Result {
	check: string;
	outcome: "passed" | "failed" | "skipped";
	/** Why the check failed or was skipped; empty if it passed. */
	message: string;
}

/** What a local shop lacks: it has neither https nor the platform's cache. */
function missingCapabilities(origin: string): readonly Capability[] {
	const { protocol, hostname } = new URL(origin);
	const local = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
	// A deployed shop without https has a defect: its checks are not skipped.
	return local && protocol === "http:" ? ["https", "the platform's cache"] : [];
}

async function runCheck({ name: check, requires, run }: Check, site: Site): Promise<Result> {
	if (requires && missingCapabilities(site.origin).includes(requires)) {
		return { check, outcome: "skipped", message: `requires ${requires}` };
	}
	try {
		await run(site);
		return { check, outcome: "passed", message: "" };
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		return { check, outcome: "failed", message };
	}
}

/** Runs every check against the shop at a URL. Throws an Error if the URL is not valid. */
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
			`  ${outcome.padEnd("skipped".length)}  ${check.padEnd(width)}  ${message}`.trimEnd(),
		)
		.join("\n");
}
