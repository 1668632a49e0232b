/**
 * `npm run doctor`: looks at a shop from outside. Options after `--`:
 * --remote [--config FILE] [--env staging] a deployed shop; --days N payments of so many days; --json for programs;
 * --fix mends after asking, --yes without. Ends with 0 all well, 1 something wrong, 2 could not look.
 */
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { parseEnvironment } from "../deploy/environment.ts";
import { openLocalTarget } from "./local-target.ts";
import { openRemoteTarget } from "./remote-target.ts";
import { type Check, exitStatus, toJson, toTable } from "./report.ts";
import { type FixResult, fix, fixable, runChecks } from "./run-checks.ts";
import type { DoctorTarget } from "./target.ts";

const options = {
	remote: { type: "boolean", default: false },
	config: { type: "string" },
	env: { type: "string" },
	days: { type: "string" },
	json: { type: "boolean", default: false },
	fix: { type: "boolean", default: false },
	yes: { type: "boolean", default: false },
} as const;

/** How long what was found has time to turn out to be on its way, in milliseconds. */
const recheckDelayMs = 3_000;

/** What is said beside the report goes here, so that the report itself can be read by programs. */
const log = (line: string) => process.stderr.write(`${line}\n`);

/** Asks at the terminal before each kind is mended. Where nobody is there to answer, the answer is no. */
function createPrompt() {
	const terminal = createInterface({ input: process.stdin, output: process.stderr });
	const lines = terminal[Symbol.asyncIterator]();
	return {
		confirm: async ({ check }: Check, fixableCount: number): Promise<boolean> => {
			process.stderr.write(`Mend ${check} (${fixableCount})? y/N `);
			const { value, done } = await lines.next();
			return done !== true && /^y(es)?$/i.test(value.trim());
		},
		close: () => terminal.close(),
	};
}

async function fixAll(
	target: DoctorTarget,
	checks: Check[],
	skipPrompt: boolean,
): Promise<FixResult[]> {
	const results: FixResult[] = [];
	const prompt = skipPrompt ? undefined : createPrompt();
	for (const check of checks) {
		const fixableCount = fixable(check).length;
		if (fixableCount === 0 || (prompt && !(await prompt.confirm(check, fixableCount)))) continue;
		const fixed = await fix(target, check);
		for (const line of fixed.errors) log(`  ${line}`);
		results.push(fixed);
	}
	prompt?.close();
	return results;
}

async function main(): Promise<number> {
	const { values } = parseArgs({ options });
	const days = values.days === undefined ? undefined : Number(values.days);
	if (values.env && !values.remote) throw new Error("--env is for --remote.");
	if (days !== undefined && !(days > 0)) throw new Error("--days takes a number above 0.");
	const target = values.remote
		? openRemoteTarget(values.config, parseEnvironment(values.env ?? "production"))
		: await openLocalTarget();
	try {
		let checks = await runChecks(target, days, recheckDelayMs);
		const fixed: Record<string, number> = {};
		if (values.fix && checks.some((check) => fixable(check).length > 0)) {
			if (!values.json) process.stdout.write(`${toTable(target.name, checks)}\n`);
			for (const result of await fixAll(target, checks, values.yes))
				fixed[result.check] = result.fixed;
			checks = await runChecks(target, days, recheckDelayMs);
		}
		const format = values.json ? toJson : toTable;
		process.stdout.write(`${format(target.name, checks, fixed)}\n`);
		return exitStatus(checks);
	} finally {
		await target.close();
	}
}

const status = await main().catch((error: unknown) => {
	log(`✗ ${error instanceof Error ? error.message : String(error)}`);
	return 2;
});
process.exit(status);
