/**
 * Runs every check to its end, and prints one last line: `N passed, N failed`.
 * `npm test -- unit worker` runs only the named steps. `npm test -- --changed` runs what a
 * change since the branch left main can touch, `npm run check` the quick steps.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { build, buildIsStale } from "../local/build.ts";
import { startable } from "../local/command.mjs";
import { quietEnv } from "../local/processes.ts";
import { localKeys, root } from "../local/settings.ts";
import { tscScript } from "../local/tsc.ts";
import { newSentences, sentencesDiff } from "./new-sentences.ts";
import { findBrowser, findFirefox, findHeadlessBrowser } from "./setup/find-browser.ts";
import { preparedState } from "./setup/new-state.ts";
import { environmentOf, openTestShop, type TestShop } from "./setup/test-shop.ts";

interface Count {
	passed: number;
	failed: number;
}

/** A reviewer reads more of them by the command that prints them all. */
const maxShownSentences = 30;

/** Browser tests that passed only on the second attempt. */
const flakyTests: string[] = [];

const reportFolder = join(root, "test-results");

const vitestReport = v.object({
	numPassedTests: v.number(),
	numFailedTests: v.number(),
	numPendingTests: v.number(),
	numTodoTests: v.number(),
});
const playwrightReport = v.object({
	stats: v.object({
		expected: v.number(),
		unexpected: v.number(),
		flaky: v.number(),
		skipped: v.number(),
	}),
});

/** The output of a parallel step, printed when it ends, so that outputs don't mix. */
const bufferedOutput = new AsyncLocalStorage<string[]>();

function print(text: string, buffer = bufferedOutput.getStore()): void {
	if (buffer) buffer.push(text);
	else process.stdout.write(text);
}

const children = new Set<ChildProcess>();

// Ending this process ends its children, which would otherwise keep browsers and servers running.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
	process.on(signal, () => {
		for (const child of children) child.kill();
		process.exit(1);
	});
}

/** The memory that must be free for temporary files, in bytes: tests use a fifth of it. */
const minFreeMemory = 4 * 1024 ** 3;

/**
 * Puts temporary files into memory where Linux has a folder for that: D1 waits for the disk after every
 * write.
 */
function temporaryFolder(): Record<string, string> {
	const memoryFolder = "/dev/shm";
	const stats = existsSync(memoryFolder) ? statfsSync(memoryFolder) : undefined;
	if (!stats || Math.min(stats.bavail * stats.bsize, process.availableMemory()) < minFreeMemory)
		return {};
	const folder = mkdtempSync(join(memoryFolder, "cogsmith-test-"));
	process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
	return { TMPDIR: folder };
}

// For all that the tests start: dozens of processes load the same packages.
Object.assign(process.env, {
	...temporaryFolder(),
	NODE_COMPILE_CACHE: join(root, ".generated", "compile-cache"),
	// Where Playwright keeps the tests as JavaScript; by default among the temporary files.
	PWTEST_CACHE_DIR: join(root, ".generated", "playwright-cache"),
	// TypeScript's compiler, a program in Go, collects garbage a fifth of its time by default (Go docs: A Guide to the Go
	// Garbage Collector). So it takes 1.3 GB instead of 1.1.
	GOGC: "400",
	// Node collects its new objects a quarter as often, which takes 7 % less time where modules are loaded and rows read.
	NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --max-semi-space-size=64`.trim(),
});

/** Runs a command and prints its output; returns whether it succeeded. */
function runCommand(
	command: string,
	args: string[],
	env: Record<string, string> = {},
): Promise<boolean> {
	return new Promise((resolve) => {
		const buffer = bufferedOutput.getStore();
		const output = buffer ? "pipe" : "inherit";
		const { file, shell, ...started } = startable(command, args);
		const child = spawn(file, started.args, {
			cwd: root,
			shell,
			stdio: ["ignore", output, output],
			env: { ...process.env, ...quietEnv, ...env },
		});
		children.add(child);
		for (const stream of [child.stdout, child.stderr]) {
			stream?.setEncoding("utf8").on("data", (text: string) => print(text, buffer));
		}
		child.on("error", () => resolve(false));
		child.on("close", (code) => {
			children.delete(child);
			resolve(code === 0);
		});
	});
}

async function runCheck(command: string, ...args: string[]): Promise<Count> {
	return (await runCommand(command, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function sum(counts: Count[]): Count {
	const total = { passed: 0, failed: 0 };
	for (const { passed, failed } of counts) {
		total.passed += passed;
		total.failed += failed;
	}
	return total;
}

function readReport<T extends v.GenericSchema>(file: string, shape: T): v.InferOutput<T> {
	return v.parse(shape, JSON.parse(readFileSync(file, "utf8")));
}

/** Counts a run from its report; a failed run without a failed test counts as one failure. */
function countReport(ok: boolean, count: () => Count): Count {
	try {
		const { passed, failed } = count();
		return { passed, failed: ok ? failed : Math.max(failed, 1) };
	} catch {
		return { passed: 0, failed: 1 };
	}
}

/** Runs a project of vitest.config.ts. A skipped test counts as failed: nobody would miss it. */
async function vitest(project: string, env: Record<string, string> = {}): Promise<Count> {
	const file = join(reportFolder, `${project}.json`);
	const report = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
	// vitest follows imports. Other projects also read files, and what is no module has no imports.
	const followsImports = project === "worker" || project === "shop";
	const canNarrow = followsImports && changed.every((file) => /\.tsx?$/.test(file));
	const narrowed =
		changedSince && canNarrow ? [`--changed=${changedSince}`, "--passWithNoTests"] : [];
	const args = ["run", "--project", project, "--allowOnly=false", ...narrowed, ...report];
	const ok = await runCommand("vitest", args, env);
	return countReport(ok, () => {
		const counts = readReport(file, vitestReport);
		const skipped = counts.numPendingTests + counts.numTodoTests;
		if (skipped > 0) print(`${skipped} tests of ${project} are skipped.\n`);
		return { passed: counts.numPassedTests, failed: counts.numFailedTests + skipped };
	});
}

/** Runs projects of playwright.config.ts in an open shop. */
async function browserTests(shop: TestShop, ...projects: string[]): Promise<Count> {
	const name = projects.join("-");
	const file = join(reportFolder, `${name}.json`);
	const options = projects.map((project) => `--project=${project}`);
	const ok = await runCommand("playwright", ["test", ...options], {
		...environmentOf(shop),
		CHROMIUM: await findBrowser(),
		CHROMIUM_HEADLESS: await findHeadlessBrowser(),
		PLAYWRIGHT_JSON_OUTPUT_FILE: file,
	});
	return countReport(ok, () => {
		const { expected, unexpected, flaky, skipped } = readReport(file, playwrightReport).stats;
		if (skipped > 0) print(`${skipped} tests of ${name} are skipped.\n`);
		if (flaky > 0) flakyTests.push(`${flaky} of ${name}`);
		return { passed: expected + flaky, failed: unexpected + skipped };
	});
}

/** Opens every page, and does what visitors, customers and staff do, in one shop: starting one takes 20 s of CPU time. */
async function journeys(): Promise<Count> {
	if (buildIsStale()) await build();
	const shop = await openTestShop();
	try {
		const counts: Count[] = [];
		for (const projects of [["lock"], ["pages"], ["cache"], ["journeys", "back"], ["alone"]])
			counts.push(await browserTests(shop, ...projects));
		return sum(counts);
	} finally {
		await shop.close();
	}
}

/** Checks the packed npm package. */
function widgets(): Promise<Count> {
	return checkInTurn([
		["node", "widgets/build.ts", "--package", "--sizes"],
		["publint", "run", "widgets", "--strict"],
	]);
}

/** Tests the core of the elements in Firefox, if one is installed. */
async function firefox(): Promise<Count> {
	const browser = findFirefox();
	if (!browser) {
		print("No Firefox is installed here; FIREFOX may name one. Skipped.\n");
		return { passed: 0, failed: 0 };
	}
	if (buildIsStale()) await build();
	return vitest("firefox", { FIREFOX: browser });
}

/** Runs commands one after the other. */
async function checkInTurn(commands: string[][]): Promise<Count> {
	const counts: Count[] = [];
	for (const [command = "", ...args] of commands) counts.push(await runCheck(command, ...args));
	return sum(counts);
}

/** Checks the types of each world by its tsconfig (docs/architecture.md). */
function types(): Promise<Count> {
	const tsc = (tsconfig: string) => [
		"node",
		tscScript,
		// Four threads would check the types that their files share four times.
		"--singleThreaded",
		"--project",
		tsconfig,
	];
	const src = ["worker", "browser", "shared"].map((world) => `src/tsconfig.${world}.json`);
	return checkInTurn([
		["node", "tests/astro-types.ts"],
		...["tests/tsconfig.json", "tsconfig.json", ...src].map(tsc),
	]);
}

/** Checks the licences of everything the build ships. */
async function licences(): Promise<Count> {
	if (buildIsStale()) await build();
	return runCheck("node", "local/licences.ts", "--check");
}

/** Kills and restarts the built shop. */
async function crash(): Promise<Count> {
	if (buildIsStale()) await build();
	return vitest("crash");
}

const codeFolders = ["src", "widgets", "stand-in-for-stripe", "local", "ops", "bench", "tests"];

type Steps = Record<string, () => Promise<Count>>;

/** Steps of a few seconds each. */
const shortSteps: Steps = {
	lint: () => runCheck("biome", "check", "--error-on-warnings", "."),
	imports: () => runCheck("depcruise", "--config", ".dependency-cruiser.mjs", ...codeFolders),
	// The cache has what each file exports, by its time and size.
	unused: () => runCheck("knip", "--no-progress", "--cache"),
	unit: () => vitest("unit"),
};

/** What `npm run check` runs: all that needs neither the built shop nor a server. */
const quickSteps: Steps = { types, ...shortSteps };

/** All steps in the order in which they start: the longest first, so that all processors are busy until the end. */
const steps: Steps = {
	journeys,
	tooling: () => vitest("tooling"),
	shop: () => vitest("shop"),
	worker: () => vitest("worker"),
	types,
	widgets,
	crash,
	model: () => vitest("model"),
	...shortSteps,
	firefox,
	licences,
};
const stepNames = Object.keys(steps);

const args = process.argv.slice(2);
/** The commit that `--changed` compares with: where this branch left main. */
const changedSince = args.includes("--changed") ? git("merge-base", "HEAD", "main") : undefined;
const changed = changedSince ? changedFiles(changedSince) : [];
const quick = args.includes("--quick");
const requestedSteps = changedSince ? stepsTouchedBy(changed) : quick ? [] : args;
const unknown = requestedSteps.filter((name) => !stepNames.includes(name));
if (unknown.length > 0) {
	process.stderr.write(`No such step: ${unknown.join(", ")}. Steps: ${stepNames.join(", ")}\n`);
	process.exit(2);
}
if (changedSince)
	process.stdout.write(`Steps that the change can touch: ${requestedSteps.join(", ")}\n`);

function git(...words: string[]): string {
	return execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
}

/** Files that differ from a commit, whether committed or not. */
function changedFiles(commit: string): string[] {
	const tracked = git("diff", "--name-only", commit);
	const untracked = git("ls-files", "--others", "--exclude-standard");
	return `${tracked}\n${untracked}`.split("\n").filter((file) => file !== "");
}

/** The steps that what is in a folder can turn red; a file of none of them can turn all. */
function stepsTouchedBy(files: string[]): string[] {
	const shop = [
		"worker",
		"shop",
		"model",
		"unit",
		"tooling",
		"licences",
		"crash",
		"firefox",
		"widgets",
		"journeys",
	];
	const stepsByFolder: [path: RegExp, steps: string[]][] = [
		[/^content\//, ["journeys"]],
		[/^docs\/|\.md$/, ["unit"]],
		// tests/worker has the functions that tests in Node share too.
		[/^tests\/(worker|both)\//, ["worker", "shop", "model"]],
		[/^tests\/shop\//, ["shop"]],
		[/^tests\/unit\/|^src\/.*\.test\.tsx?$/, ["unit"]],
		[/^tests\/tooling\/|^(local|ops|stand-in-for-stripe)\/.*\.test\.ts$/, ["tooling"]],
		[/^tests\/(journeys|widgets)\//, ["journeys"]],
		[/^tests\/crash\//, ["crash"]],
		[/^bench\//, []],
		[/^ops\//, ["tooling"]],
		[/^(src|widgets|local|stand-in-for-stripe|migrations)\//, shop],
	];
	const always = ["lint", "imports", "unused", "types"];
	const touched = files.flatMap(
		(file) => stepsByFolder.find(([path]) => path.test(file))?.[1] ?? stepNames,
	);
	return files.length === 0
		? []
		: stepNames.filter((name) => [...always, ...touched].includes(name));
}

mkdirSync(reportFolder, { recursive: true });
localKeys();
const totals: Count = { passed: 0, failed: 0 };
const failedSteps: string[] = [];
/** Whether no steps were named. */
const all = args.length === 0 || quick;

const waitingSteps = Object.entries(quick ? quickSteps : steps).filter(
	([name]) => all || requestedSteps.includes(name),
);

/** Steps that need neither the built shop nor a state. */
const withoutShop = [...Object.keys(quickSteps), "shop"];

const needsShop = waitingSteps.some(([name]) => !withoutShop.includes(name));

/** Generates what the tests in Node read, and types. A stale build, which makes the types too, comes afterwards. */
async function generate(): Promise<void> {
	if (!needsShop || !buildIsStale()) return runOrThrow("npm", "run", "--silent", "types");
	await runOrThrow("node", "widgets/build.ts");
}

/** Builds the shop if it is stale. Meanwhile the state of the tests' shops is prepared. */
async function prepareShop(): Promise<void> {
	await generated;
	if (!needsShop) return;
	// The steps themselves wait for it.
	preparedState(true).catch(() => undefined);
	if (!buildIsStale()) return;
	await runOrThrow("node", "local/worker-types.ts");
	await build();
}

async function runOrThrow(command: string, ...args: string[]): Promise<void> {
	if (!(await runCommand(command, args))) throw new Error(`${command} ${args.join(" ")} failed.`);
}

const generated = generate();
let isPrepared = false;
const prepared = prepareShop()
	.catch((error: unknown) => {
		print(`${error instanceof Error ? error.message : String(error)}\n`);
		totals.failed += 1;
		failedSteps.push("types or the build");
	})
	.then(() => {
		isPrepared = true;
	});

const durations: string[] = [];

/** Runs one step, counts it and notes how long it took. */
async function runStep(name: string, step: () => Promise<Count>): Promise<void> {
	// Only lint reads nothing that is generated.
	if (name !== "lint") await (name === "shop" ? generated.catch(() => undefined) : prepared);
	print(`\n— ${name}\n`);
	const startedAt = performance.now();
	const { passed, failed } = await step().catch((error: unknown) => {
		print(`${error instanceof Error ? error.message : String(error)}\n`);
		return { passed: 0, failed: 1 };
	});
	durations.push(`${name} ${Math.round((performance.now() - startedAt) / 1000)}`);
	totals.passed += passed;
	totals.failed += failed;
	if (failed > 0) failedSteps.push(name);
}

/** Takes the next step: while the shop is built, one that does not wait for it. */
function takeStep() {
	const ready = waitingSteps.findIndex(([name]) => isPrepared || ["shop", "lint"].includes(name));
	return waitingSteps.splice(Math.max(ready, 0), 1)[0];
}

/** Runs one step after the other; with `buffered`, their output is printed at each step's end. */
async function runSteps(buffered: boolean): Promise<void> {
	for (let next = takeStep(); next; next = takeStep()) {
		const [name, step] = next;
		const buffer: string[] = [];
		await (buffered ? bufferedOutput.run(buffer, () => runStep(name, step)) : runStep(name, step));
		process.stdout.write(buffer.join(""));
	}
}

/** Counts processors: the longest step has two pages open at once, so it leaves no processor idle. */
const stepsAtATime = Math.min(availableParallelism(), 2);
const lanes = Array.from({ length: stepsAtATime }, (_, lane) => runSteps(lane > 0));

await Promise.all([prepared, ...lanes]);
if (flakyTests.length > 0) {
	process.stdout.write(`\nFlaky (see above): ${flakyTests.join(", ")}\n`);
}
process.stdout.write(`\nSeconds: ${durations.join(", ")}\n`);
const sentences = quick ? newSentences(sentencesDiff()) : [];
if (sentences.length > 0) {
	const shown = sentences.slice(0, maxShownSentences).join("\n");
	process.stdout.write(`\nNew sentences: ${sentences.length} (npm run sentences)\n${shown}\n`);
}
if (failedSteps.length > 0) process.stdout.write(`\nFailed: ${failedSteps.join(", ")}\n`);
process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed\n`);
process.exit(totals.failed > 0 ? 1 : 0);
