/** Runs tests on instrumented code: vitest and the processes of its tests stay, so that a mutant waits for no start. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { relative } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Plugin } from "vitest/config";
import type { TestModule, TestSpecification, Vitest } from "vitest/node";
import { createVitest } from "vitest/node";
import { root } from "../../local/settings.ts";
import vitestConfig from "../../vitest.config.ts";
import { type Reach, runsOf, type TestRun } from "./order.ts";
import { endProcesses, reusedProcesses } from "./reused-processes.ts";

declare module "vitest" {
	interface ProvidedContext {
		mutation: {
			/** The id of the mutant that is switched on. */
			activeMutant: string | undefined;
			/** How often it may be reached: far more often means an endless loop. */
			hitLimit: number | undefined;
			/** Where to send which test reached which mutants. */
			coverageUrl: string | undefined;
		};
	}
}

export type Coverage = Map<string, Reach[]>;

export type Outcome =
	| { killedBy: string }
	/** Tests that end in time without the mutant did not end with it. */
	| { hungIn: string }
	| "survived"
	/** The time for a mutant was over before all tests had run. */
	| "cut short"
	/** The test that noticed it also fails without it. */
	| "unclear";

/** Longer than any test that passes takes, in milliseconds. */
const testTimeoutMs = 20_000;

/** How long a run may take: a test that waits for ever ends by its timeout, so only code that loops exceeds this. */
const maxRunMs = (expectedMs: number) => testTimeoutMs + 10_000 + 4 * expectedMs;

/** Tests of the built Worker, which has no mutants, and a random walk of half a minute. */
const excludedFiles = ["**/queries.test.ts", "**/model.test.ts"];

const quiet = { onConsoleLog: () => false as const, reporters: [{}] };

/** What a run of tests showed. */
type RunResult =
	| { passed: true; ms: number }
	| { failed: string; file: string; tests: string[] | undefined }
	| "hung"
	/** Something failed outside tests, or the process ended. */
	| "broken";

export class TestRunner {
	#vitest: Promise<Vitest> | undefined;
	readonly #code: ReadonlyMap<string, string>;
	readonly #projects: readonly string[];

	/** `projects` are names of projects in vitest.config.ts. */
	constructor(code: ReadonlyMap<string, string>, projects: readonly string[]) {
		this.#code = code;
		this.#projects = projects;
	}

	/**
	 * Runs all tests without a mutant and returns which tests reach which. Files with a test that fails are
	 * left out and printed.
	 */
	async measureCoverage(): Promise<Coverage> {
		const hitsByFile = new Map<string, Record<string, Record<string, number>>>();
		const server = createServer(async (request, response) => {
			const chunks = await request.toArray();
			const { file, hits } = JSON.parse(Buffer.concat(chunks).toString());
			hitsByFile.set(file, hits);
			response.end();
		});
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		const coverageUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const vitest = await openVitest(this.#code, this.#projects, { measuresCoverage: true });
		const specifications = await vitest.globTestSpecifications();
		provide(vitest, { activeMutant: undefined, hitLimit: undefined, coverageUrl });
		const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
		server.close();
		const passed = testModules.filter((module) => module.ok());
		const reasons = testModules.filter((module) => !module.ok()).map(describeFailure);
		for (const reason of [...reasons, ...unhandledErrors]) {
			process.stdout.write(`Left out, fails without a mutant: ${reason}\n`);
		}
		const coverage: Coverage = new Map();
		for (const module of passed) {
			const durations = new Map(
				[...module.children.allTests()].map((test) => [test.id, test.diagnostic()?.duration ?? 0]),
			);
			const reached = reachOf(hitsByFile.get(module.moduleId) ?? {}, durations);
			for (const [mutant, reach] of reached) {
				const place = { file: module.moduleId, project: module.project.name };
				coverage.set(mutant, [...(coverage.get(mutant) ?? []), { ...place, ...reach }]);
			}
		}
		await vitest.close();
		endProcesses();
		return coverage;
	}

	/**
	 * Runs the tests that reach a mutant, the likeliest to fail first, until one fails or `maxMs` have passed. In a
	 * control run, which has no mutant, none should fail.
	 */
	async test(
		{ id, file }: { id: string | undefined; file: string },
		reaches: readonly Reach[],
		maxMs: number,
	): Promise<Outcome> {
		const startedAt = Date.now();
		const hits = reaches.reduce((max, reach) => Math.max(max, reach.hits), 1);
		const mutant = { activeMutant: id, hitLimit: hits * 100 + 1000, coverageUrl: undefined };
		for (const run of runsOf(file, reaches)) {
			if (Date.now() - startedAt > maxMs) return "cut short";
			let outcome = await this.#outcome(run, mutant);
			if (outcome === "unclear" && Date.now() - startedAt < maxMs) {
				// An earlier mutant can have left state behind: again, in new processes.
				endProcesses();
				outcome = await this.#outcome(run, mutant);
			}
			if (outcome) return outcome;
		}
		return "survived";
	}

	async close(): Promise<void> {
		endProcesses();
		await (await this.#vitest)?.close();
		this.#vitest = undefined;
	}

	/** Whether tests notice a mutant; a failure counts only if the test passes without it. */
	async #outcome(run: TestRun, mutant: Mutation): Promise<Outcome | undefined> {
		const result = await this.#run(run, mutant);
		if (result === "broken") {
			// The next run without a mutant tells whether the failure was this mutant's.
			const [again, control] = [await this.#run(run, mutant), await this.#run(run, noMutant)];
			const isBroken = again === "broken" || (again !== "hung" && "failed" in again);
			return isBroken && isPassed(control) ? { killedBy: `${nameOf(run)}: breaks` } : "unclear";
		}
		if (result === "hung") {
			const control = await this.#run(run, noMutant);
			const isQuick = isPassed(control) && control.ms < maxRunMs(run.ms) / 2;
			return isQuick ? { hungIn: nameOf(run) } : "unclear";
		}
		if ("passed" in result) return undefined;
		const reaches = run.reaches.filter(({ file }) => file === result.file);
		const failed = reaches.map((reach) => ({ ...reach, tests: result.tests ?? reach.tests }));
		if (isPassed(await this.#run({ ...run, reaches: failed }, noMutant)))
			return { killedBy: result.failed };
		return this.#outcomeOfWholeFile(run, result.file, mutant);
	}

	/** As `#outcome`, where a test of a file fails without others of it. */
	async #outcomeOfWholeFile(
		run: TestRun,
		file: string,
		mutant: Mutation,
	): Promise<Outcome | undefined> {
		const index = run.reaches.findIndex((reach) => reach.file === file);
		const reaches = run.reaches
			.slice(index, index + 1)
			.map((reach) => ({ ...reach, tests: undefined }));
		const result = await this.#run({ ...run, reaches }, mutant);
		if (result === "hung" || result === "broken") return "unclear";
		if (!isPassed(await this.#run({ ...run, reaches }, noMutant))) return "unclear";
		if ("failed" in result) return { killedBy: result.failed };
		const others = run.reaches.slice(index + 1);
		return others.length > 0 ? this.#outcome({ ...run, reaches: others }, mutant) : undefined;
	}

	/** Runs tests until one fails. */
	async #run({ project, reaches, ms }: TestRun, mutation: Mutation): Promise<RunResult> {
		const vitest = await this.#open();
		provide(vitest, mutation);
		// vitest stops at the first failure of all results that it has.
		vitest.state.filesMap.clear();
		vitest.state.clearErrors();
		const specifications = reaches.map(({ file, tests }) =>
			vitest
				.getProjectByName(project)
				.createSpecification(file, tests ? { testIds: tests } : undefined),
		);
		const startedAt = Date.now();
		const result = await this.#runInTime(vitest, specifications, maxRunMs(ms));
		if (!result) return "hung";
		for (const module of result.testModules) {
			if (module.state() !== "failed") continue;
			const [failed] = [...module.children.allTests("failed")];
			return {
				failed: `${module.relativeModuleId}: ${failed?.fullName ?? "does not load"}`,
				file: module.moduleId,
				tests: failed && [failed.id],
			};
		}
		const hasRun = reaches.every(({ file, tests }) =>
			result.testModules.some((module) => module.moduleId === file && ranTests(module, tests)),
		);
		if (result.unhandledErrors.length > 0 || !hasRun) {
			endProcesses();
			return "broken";
		}
		return { passed: true, ms: Date.now() - startedAt };
	}

	/** What the run returns, or undefined if it does not end. */
	async #runInTime(vitest: Vitest, specifications: TestSpecification[], maxMs: number) {
		const run = vitest.runTestSpecifications(specifications);
		const timer = new AbortController();
		const timeout = setTimeout(maxMs, undefined, timer).catch(() => undefined);
		const result = await Promise.race([run, timeout]);
		timer.abort();
		if (result) return result;
		endProcesses();
		const isEnded = run.then(
			() => true,
			() => true,
		);
		if (!(await inTime(isEnded))) {
			this.#vitest = undefined;
			await inTime(vitest.close());
		}
		return undefined;
	}

	#open(): Promise<Vitest> {
		this.#vitest ??= openVitest(this.#code, this.#projects, { measuresCoverage: false });
		return this.#vitest;
	}
}

type Mutation = Parameters<Vitest["provide"]>[1] & object;

const noMutant = { activeMutant: undefined, hitLimit: undefined, coverageUrl: undefined };

const isPassed = (result: RunResult) => typeof result === "object" && "passed" in result;

const nameOf = ({ reaches }: TestRun) => reaches.map(({ file }) => relative(root, file)).join(", ");

/** Ten seconds. */
const inTime = <T>(work: Promise<T>): Promise<T | undefined> =>
	Promise.race([work, setTimeout(10_000, undefined)]);

/** Whether all tests ran: one that is skipped notices nothing. */
function ranTests(module: TestModule, tests: string[] | undefined): boolean {
	const passed = new Set([...module.children.allTests("passed")].map(({ id }) => id));
	return tests ? tests.every((id) => passed.has(id)) : passed.size > 0;
}

function describeFailure(module: TestModule): string {
	const [test] = [...module.children.allTests("failed")];
	const errors = [...module.errors(), ...(test?.result().errors ?? [])];
	return `${module.relativeModuleId}: ${test?.fullName ?? ""}: ${errors[0]?.message}`;
}

function provide(vitest: Vitest, values: Parameters<Vitest["provide"]>[1] & object): void {
	for (const project of vitest.projects) project.provide("mutation", values as never);
}

/** What each mutant was reached by in a file, from how often each test reached each mutant. */
function reachOf(
	hits: Record<string, Record<string, number>>,
	durations: ReadonlyMap<string, number>,
): Map<string, Pick<Reach, "tests" | "ms" | "hits">> {
	const total = [...durations.values()].reduce((sum, ms) => sum + ms, 0);
	const reached = new Map<string, Pick<Reach, "tests" | "ms" | "hits">>();
	for (const [test, counts] of Object.entries(hits)) {
		for (const [mutant, count] of Object.entries(counts)) {
			const before = reached.get(mutant) ?? { tests: [], ms: 0, hits: 0 };
			const inTest = durations.has(test) && before.tests;
			reached.set(mutant, {
				tests: inTest ? [...inTest, test] : undefined,
				ms: inTest ? before.ms + (durations.get(test) ?? 0) : total,
				hits: before.hits + count,
			});
		}
	}
	return reached;
}

/** Runs tests in the order in which they are given. */
class GivenOrder {
	readonly shard = (files: TestSpecification[]) => files;
	readonly sort = (files: TestSpecification[]) => files;
}

/** Opens test projects on instrumented code. They stop at the first failure, but not to measure coverage. */
async function openVitest(
	code: ReadonlyMap<string, string>,
	names: readonly string[],
	{ measuresCoverage }: { measuresCoverage: boolean },
): Promise<Vitest> {
	const instrumentation: Plugin = {
		name: "instrumentation",
		enforce: "pre",
		transform: (_, id) => {
			const instrumented = code.get(id);
			return instrumented === undefined ? undefined : { code: instrumented, map: null };
		},
	};
	const projects = (vitestConfig.test?.projects ?? []).flatMap((project) => {
		if (typeof project !== "object" || !("test" in project)) return [];
		const { test } = project;
		if (!names.includes(String(test?.name))) return [];
		return {
			...project,
			plugins: [instrumentation, ...(("plugins" in project && project.plugins) || [])],
			test: {
				...test,
				testTimeout: testTimeoutMs,
				// It would return code of an earlier run, whose mutants had other ids.
				fsModuleCache: false,
				isolate: false,
				maxWorkers: 1,
				// Each run starts workerd anew.
				...(test.name !== "worker" && { pool: reusedProcesses }),
				exclude: excludedFiles,
				setupFiles: [
					"./tests/mutation/setup.ts",
					...[test.setupFiles ?? []].flat(),
					...(measuresCoverage && test.name !== "unit" ? ["./tests/setup/load-routes.ts"] : []),
				],
			},
		};
	});
	const bail = measuresCoverage ? 0 : 1;
	const vitest = await createVitest({ config: false, root, watch: true, bail, ...quiet }, {
		server: { watch: null },
		test: { projects, sequence: { sequencer: GivenOrder } },
	} as never);
	await vitest.standalone();
	return vitest;
}
