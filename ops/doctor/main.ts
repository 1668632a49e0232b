/**
 * `npm run doctor`: checks that a shop's data is consistent. Options after `--`:
 * --remote [--config FILE] [--env staging]   checks a deployed shop
 * --days N                                   checks the payments of the last N days
 * --json                                     prints the report as JSON
 * --fix [--yes]                              fixes what it can after a prompt; --yes skips the prompt
 * Exits with 0 if all checks are ok, 1 if one failed, 2 if one was skipped.
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

/** How long to wait before a failed check is repeated, in milliseconds: it may have been transient. */
const recheckDelayMs = 3_000;

/** Prints to stderr: stdout has only the report, for programs. */
const log = (line: string) => process.stderr.write(`${line}\n`);

/** Prompts before each check is fixed. At the end of the input the answer is no. */
function createPrompt() {
	const terminal = createInterface({ input: process.stdin, output: process.stderr });
	const lines = terminal[Symbol.asyncIterator]();
	return {
		confirm: async ({ check }: Check, fixableCount: number): Promise<boolean> => {
			process.stderr.write(`Fix ${check} (${fixableCount})? y/N `);
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
	if (values.env && !values.remote) throw new Error("--env requires --remote.");
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
