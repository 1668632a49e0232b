/** The order in which tests run against a mutant: those that are likeliest to notice it first. */
import { basename, dirname } from "node:path";

/** What tests of a file reach a mutant. */
export interface Reach {
	file: string;
	project: string;
	/** Ids of the tests; undefined if code outside tests reaches it, so that all tests count. */
	tests: string[] | undefined;
	/** How long those tests took, in milliseconds. */
	ms: number;
	hits: number;
}

/** Tests of a project that run together. */
export interface TestRun {
	project: string;
	reaches: Reach[];
	/** How long they take without a mutant, in milliseconds. */
	ms: number;
}

/** Longest expected times of a mutant's first runs, in milliseconds: between runs its time can be over. */
const runSizes = [2_000, 6_000, 15_000];

/** Starting workerd takes seconds, so its tests come last. */
const lastProject = "worker";

const withoutEnding = (file: string) => basename(file).replace(/\..*/, "");

/** `order` for `orders` and `order-page`. */
const nounOf = (name: string) => name.replace(/-.*/, "").replace(/ies$/, "y").replace(/s$/, "");

/** How likely a test file is to notice a change of a file, by their names: 0 is the likeliest. */
export function distance(file: string, testFile: string): number {
	const [name, testName] = [withoutEnding(file), withoutEnding(testFile)];
	if (name === testName) return 0;
	const nouns = [nounOf(name), nounOf(basename(dirname(file)))];
	const testNouns = [nounOf(testName), nounOf(basename(dirname(testFile)))];
	return nouns.some((noun) => testNouns.includes(noun)) ? 1 : 2;
}

/** The tests that reach a mutant of a file, in runs. */
export function runsOf(file: string, reaches: readonly Reach[]): TestRun[] {
	const rank = (reach: Reach) =>
		distance(file, reach.file) + (reach.project === lastProject ? 10 : 0);
	const sorted = reaches.toSorted((one, other) => rank(one) - rank(other) || one.ms - other.ms);
	const runs: TestRun[] = [];
	for (const reach of sorted) {
		const run = runs.at(-1);
		const size = runSizes[runs.length - 1] ?? runSizes.at(-1) ?? 0;
		if (run && run.project === reach.project && run.ms + reach.ms <= size) {
			run.reaches.push(reach);
			run.ms += reach.ms;
		} else runs.push({ project: reach.project, reaches: [reach], ms: reach.ms });
	}
	return runs;
}
