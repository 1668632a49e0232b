/**
 * Runs every check, each to its end, and closes with one line: `N passed, N failed`.
 * `npm test -- unit worker` runs only the steps named.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { build, buildIsStale } from "../local/build.ts";
import { quiet } from "../local/processes.ts";
import { localKeys, root } from "../local/settings.ts";
import { findBrowser, findFirefox } from "./setup/browser.ts";

interface Count {
	passed: number;
	failed: number;
}

/** Browser tests that passed only at the second try. */
const shaky: string[] = [];

const results = join(root, "test-results");

const vitestReport = v.object({ numPassedTests: v.number(), numFailedTests: v.number() });
const playwrightReport = v.object({
	stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
});

/** What a step beside another has printed so far: shown when it ends, so that the two don't mix. */
const heldBack = new AsyncLocalStorage<string[]>();

function print(text: string, held = heldBack.getStore()): void {
	if (held) held.push(text);
	else process.stdout.write(text);
}

const running = new Set<ChildProcess>();

// Whoever ends us ends what we have started: it would go on with browsers and servers of its own.
process.on("SIGTERM", () => {
	for (const child of running) child.kill();
	process.exit(1);
});

/** Runs a command and prints what it prints; gives whether it ended well. */
function runs(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
	return new Promise((resolve) => {
		const held = heldBack.getStore();
		const out = held ? "pipe" : "inherit";
		const child = spawn(command, args, {
			cwd: root,
			stdio: ["ignore", out, out],
			env: { ...process.env, ...quiet, ...env },
		});
		running.add(child);
		for (const said of [child.stdout, child.stderr]) {
			said?.setEncoding("utf8").on("data", (text: string) => print(text, held));
		}
		child.on("error", () => resolve(false));
		child.on("close", (code) => {
			running.delete(child);
			resolve(code === 0);
		});
	});
}

async function check(command: string, ...args: string[]): Promise<Count> {
	return (await runs(command, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function readReport<T extends v.GenericSchema>(file: string, shape: T): v.InferOutput<T> {
	return v.parse(shape, JSON.parse(readFileSync(file, "utf8")));
}

/** Counts a run by its report; a run that failed without a failed test still counts as a failure. */
function counted(ok: boolean, count: () => Count): Count {
	try {
		const { passed, failed } = count();
		return { passed, failed: ok ? failed : Math.max(failed, 1) };
	} catch {
		return { passed: 0, failed: 1 };
	}
}

async function vitest(project: string, env: Record<string, string> = {}): Promise<Count> {
	const file = join(results, `${project}.json`);
	const report = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
	const ok = await runs("vitest", ["run", "--project", project, ...report], env);
	return counted(ok, () => {
		const { numPassedTests, numFailedTests } = readReport(file, vitestReport);
		return { passed: numPassedTests, failed: numFailedTests };
	});
}

/** Runs Playwright's tests of a configuration against the built shop. */
async function browserTests(name: string, ...options: string[]): Promise<Count> {
	const browser = await findBrowser();
	if (buildIsStale()) await build();
	const file = join(results, `${name}.json`);
	const ok = await runs("playwright", ["test", ...options], {
		CHROMIUM: browser,
		PLAYWRIGHT_JSON_OUTPUT_FILE: file,
	});
	return counted(ok, () => {
		const { expected, unexpected, flaky } = readReport(file, playwrightReport).stats;
		if (flaky > 0) shaky.push(`${flaky} of ${name}`);
		return { passed: expected + flaky, failed: unexpected };
	});
}

/** The package as npm would carry it, then the elements on pages of another origin. */
async function widgets(): Promise<Count> {
	const packed = await check("node", "widgets/build.ts", "--package", "--sizes");
	const linted = await check("publint", "run", "widgets", "--strict");
	const shown = await browserTests("widgets", "--config", "tests/widgets/playwright.config.ts");
	const counts = [packed, linted, shown];
	return {
		passed: counts.reduce((sum, { passed }) => sum + passed, 0),
		failed: counts.reduce((sum, { failed }) => sum + failed, 0),
	};
}

/** The core of the same in Firefox, where there is one. */
async function firefox(): Promise<Count> {
	const browser = findFirefox();
	if (!browser) {
		print("No Firefox is installed here; FIREFOX may name one. Nothing is counted.\n");
		return { passed: 0, failed: 0 };
	}
	if (buildIsStale()) await build();
	return vitest("firefox", { FIREFOX: browser });
}

/** That nothing ships that should not, by what the build says is in it. */
async function licences(): Promise<Count> {
	if (buildIsStale()) await build();
	return check("node", "local/licences.ts", "--check");
}

/** The built shop, killed again and again. */
async function crash(): Promise<Count> {
	if (buildIsStale()) await build();
	return vitest("crash");
}

type Steps = Record<string, () => Promise<Count>>;

/**
 * What runs after what, and what beside what: steps that wait for servers beside those that reckon.
 * Two steps with a page open in each would be more than a small machine bears.
 */
const stages: Steps[][] = [
	[
		{ worker: () => vitest("worker") },
		{
			lint: () => check("biome", "check", "--error-on-warnings", "."),
			imports: () => check("depcruise", "--config", ".dependency-cruiser.mjs", "src", "widgets"),
			types: () => check("astro", "check", "--minimumFailingSeverity", "warning"),
			unit: () => vitest("unit"),
			licences,
			crash,
			firefox,
			// The Worker tests leave a core free for it.
			widgets,
		},
	],
	[{ journeys: () => browserTests("journeys") }],
];
const names = stages.flat().flatMap((lane) => Object.keys(lane));

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) {
	process.stderr.write(`No such step: ${unknown.join(", ")}. Steps: ${names.join(", ")}\n`);
	process.exit(2);
}

mkdirSync(results, { recursive: true });
localKeys();
const prepared = await runs("npm", ["run", "--silent", "types"]);
const total: Count = { passed: 0, failed: prepared ? 0 : 1 };
const failures: string[] = prepared ? [] : ["types could not be generated"];

/** Runs one step and counts it. */
async function take(name: string, step: () => Promise<Count>): Promise<void> {
	print(`\n— ${name}\n`);
	const { passed, failed } = await step().catch((error: unknown) => {
		print(`${error instanceof Error ? error.message : String(error)}\n`);
		return { passed: 0, failed: 1 };
	});
	total.passed += passed;
	total.failed += failed;
	if (failed > 0) failures.push(name);
}

/** Runs steps one after the other; beside others, each is shown when it has ended. */
async function takeAll(lane: Steps, beside: boolean): Promise<void> {
	for (const [name, step] of Object.entries(lane)) {
		if (asked.length > 0 && !asked.includes(name)) continue;
		const held: string[] = [];
		await (beside ? heldBack.run(held, () => take(name, step)) : take(name, step));
		process.stdout.write(held.join(""));
	}
}

for (const lanes of stages) await Promise.all(lanes.map((lane, n) => takeAll(lane, n > 0)));
if (shaky.length > 0) {
	process.stdout.write(`\nPassed only at the second try, named above: ${shaky.join(", ")}\n`);
}
if (failures.length > 0) process.stdout.write(`\nFailed: ${failures.join(", ")}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed > 0 ? 1 : 0);
