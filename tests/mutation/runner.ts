/** Runs tests on instrumented code: vitest stays open, so that a mutant does not wait for a start. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Plugin } from "vitest/config";
import type { TestModule, TestSpecification, Vitest } from "vitest/node";
import { createVitest } from "vitest/node";
import { root } from "../../local/settings.ts";
import vitestConfig from "../../vitest.config.ts";

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

/** What tests of a file reach a mutant. */
interface Reach {
	file: string;
	project: string;
	/** Ids of the tests; undefined if code outside tests reaches it, so that all tests count. */
	tests: string[] | undefined;
	/** How long those tests took, in milliseconds. */
	ms: number;
	hits: number;
}

export type Coverage = Map<string, Reach[]>;

export type Outcome = { killedBy: string } | "survived" | "cut short";

/** Longer than any test that passes takes, in milliseconds. */
const testTimeoutMs = 20_000;

/** A run that takes longer hangs, in milliseconds. */
const maxRunMs = 120_000;

/** Tests of the built Worker, which has no mutants, and a random walk of half a minute. */
const excludedFiles = ["**/queries.test.ts", "**/model.test.ts"];

const quiet = { onConsoleLog: () => false as const, reporters: [{}] };

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
		const vitest = await openVitest(this.#code, this.#projects, 0);
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
		return coverage;
	}

	/**
	 * Runs the tests that reach a mutant, the quickest first, until one fails or `maxMs` have passed. Without
	 * an `id` no mutant is switched on.
	 */
	async test(id: string | undefined, reaches: readonly Reach[], maxMs: number): Promise<Outcome> {
		const startedAt = Date.now();
		const hits = reaches.reduce((max, reach) => Math.max(max, reach.hits), 1);
		for (const group of groupsOf(reaches)) {
			if (Date.now() - startedAt > maxMs) return "cut short";
			const vitest = await this.#open();
			provide(vitest, { activeMutant: id, hitLimit: hits * 100 + 1000, coverageUrl: undefined });
			const specifications = group.map(({ project, file, tests }) =>
				vitest
					.getProjectByName(project)
					.createSpecification(file, tests ? { testIds: tests } : undefined),
			);
			const killedBy = await this.#failure(vitest, specifications);
			if (killedBy) return { killedBy };
		}
		return "survived";
	}

	async close(): Promise<void> {
		await (await this.#vitest)?.close();
		this.#vitest = undefined;
	}

	/** Runs tests and returns what failed first, or undefined. */
	async #failure(vitest: Vitest, specifications: TestSpecification[]): Promise<string | undefined> {
		// vitest stops at the first failure of all results that it has.
		vitest.state.filesMap.clear();
		vitest.state.clearErrors();
		const run = vitest.runTestSpecifications(specifications);
		const timer = Promise.withResolvers<undefined>();
		const timeout = setTimeout(timer.resolve, maxRunMs, undefined);
		const result = await Promise.race([run, timer.promise]);
		clearTimeout(timeout);
		if (!result) {
			run.catch(() => undefined);
			this.#vitest = undefined;
			await Promise.race([vitest.close(), new Promise((resolve) => setTimeout(resolve, 10_000))]);
			return "a run that did not end";
		}
		for (const module of result.testModules) {
			if (module.state() !== "failed") continue;
			const [failed] = [...module.children.allTests("failed")];
			return `${module.relativeModuleId}: ${failed?.fullName ?? "does not load"}`;
		}
		return result.unhandledErrors.length > 0 ? "an unhandled error" : undefined;
	}

	#open(): Promise<Vitest> {
		this.#vitest ??= openVitest(this.#code, this.#projects, 1);
		return this.#vitest;
	}
}

/** How long the tests of the first runs take at most, in milliseconds: most mutants end there. */
const groupSizes = [3_000, 15_000, Number.POSITIVE_INFINITY];

/** The tests in groups that run together, the quickest first, because starting a run takes seconds. */
function groupsOf(reaches: readonly Reach[]): Reach[][] {
	const groups: Reach[][] = groupSizes.map(() => []);
	let index = 0;
	let ms = 0;
	for (const reach of reaches.toSorted((one, other) => one.ms - other.ms)) {
		while (ms > 0 && ms + reach.ms > (groupSizes[index] ?? 0)) {
			index += 1;
			ms = 0;
		}
		groups[index]?.push(reach);
		ms += reach.ms;
	}
	return groups.filter((group) => group.length > 0);
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

/** Opens test projects on instrumented code. They stop after `bail` failures; 0 means never. */
async function openVitest(
	code: ReadonlyMap<string, string>,
	names: readonly string[],
	bail: number,
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
				// A process that runs several times keeps the mutant of its first run. Each run starts workerd anew.
				...(test.name !== "worker" && { isolate: true }),
				exclude: excludedFiles,
				setupFiles: [
					"./tests/mutation/setup.ts",
					...[test.setupFiles ?? []].flat(),
					...(test.name === "unit" ? [] : ["./tests/setup/load-routes.ts"]),
				],
			},
		};
	});
	const vitest = await createVitest({ config: false, root, watch: true, bail, ...quiet }, {
		server: { watch: null },
		test: { projects },
	} as never);
	await vitest.standalone();
	return vitest;
}
