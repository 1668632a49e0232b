/**
 * Runs first in each test file of a mutation run: switches the mutant, and counts which mutants each test
 * reaches. Stryker's instrumented code reads `__stryker__`.
 */
import { afterAll, afterEach, beforeEach, expect, inject } from "vitest";
import { resetOwnModules } from "../setup/own-modules.ts";

interface StrykerNamespace {
	activeMutant?: string | undefined;
	currentTestId?: string;
	hitCount?: number;
	hitLimit?: number | undefined;
	/** How often each test reached each mutant. Instrumented modules keep this object. */
	mutantCoverage?: { static: HitCounts; perTest: Record<string, HitCounts> };
}
type HitCounts = Record<string, number>;

declare global {
	var __stryker__: StrykerNamespace | undefined;
}

// Modules keep this object too, so it changes but is never replaced.
globalThis.__stryker__ ??= {};
const stryker = globalThis.__stryker__;
const { activeMutant, hitLimit, coverageUrl } = inject("mutation");

/** Code that runs outside tests: when modules load, and in `beforeAll`. */
const outsideTests = "outside tests";

stryker.activeMutant = activeMutant;
stryker.hitCount = 0;
stryker.hitLimit = hitLimit;
stryker.currentTestId = outsideTests;
for (const id of Object.keys(stryker.mutantCoverage?.perTest ?? {}))
	delete stryker.mutantCoverage?.perTest[id];
// Each test file loads the shop's modules again, so that what they run while loading has the mutant and counts.
resetOwnModules();

beforeEach(({ task }) => {
	stryker.currentTestId = task.id;
});

afterEach(() => {
	stryker.currentTestId = outsideTests;
});

if (coverageUrl) {
	afterAll(async () => {
		const file = expect.getState().testPath;
		const body = JSON.stringify({ file, hits: stryker.mutantCoverage?.perTest ?? {} });
		await fetch(coverageUrl, { method: "POST", body });
	});
}
