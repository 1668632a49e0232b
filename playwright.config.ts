import { defineConfig } from "@playwright/test";

const chromiumArgs = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	// Chromium guesses the connection by what came before, and asks for lazy pictures from further away on a slow one.
	"--force-effective-connection-type=4G",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	// Chromium starts a process ahead for the next page of another site, which most tests never open.
	"--renderer-process-limit=1",
];

/** A Chromium with the back-forward cache, which the headless shell lacks. */
export const wholeBrowser = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** What opens page after page to measure it, a quarter of the work. */
const testsOfAllPages = /\/(accessibility|public-pages|signed-in-pages)\.test\.ts$/;

/** What administrators, managers and packers do, another quarter. */
const testsOfStaff =
	/\/(admin|audit|customers|find|imports|new-build|orders-workspace|packing|phone-order|products|refunds|returns|reviews|shipping)\.test\.ts$/;

/** It needs a whole browser, which another process starts: in the middle of the others, they would start twice. */
const testsOfBack = /\/back-forward-cache\.test\.ts$/;

/** First: no page is in the cache yet. */
const testsOfLock = /\/locked-database\.test\.ts$/;

export default defineConfig({
	testDir: "tests/journeys",
	globalSetup: "./tests/setup/test-shop.ts",
	fullyParallel: true,
	forbidOnly: true,
	// A second one would compile the same scripts again: a seventh more CPU time. Other steps run beside it.
	workers: 1,
	// The projects run in this order: the first four in one shop, the others in another (tests/run.ts).
	projects: [
		{ name: "lock", testMatch: testsOfLock, outputDir: "test-results/lock" },
		// The elements on pages of another origin. The newest reviews must be the demo's.
		{ name: "widgets", testDir: "tests/widgets", outputDir: "test-results/widgets" },
		{
			name: "journeys",
			testIgnore: [testsOfAllPages, testsOfStaff, testsOfBack, testsOfLock],
			outputDir: "test-results/journeys",
		},
		// Before others order: what pages load is measured in the shop as it opens.
		{ name: "pages", testMatch: testsOfAllPages, outputDir: "test-results/pages" },
		{ name: "back", testMatch: testsOfBack, outputDir: "test-results/back" },
		{ name: "staff", testMatch: testsOfStaff, outputDir: "test-results/staff" },
	],
	// A browser may fail once on a busy machine; a defect fails again. Flaky tests are listed at the end.
	retries: 1,
	timeout: 120_000,
	expect: { timeout: 20_000 },
	reporter: [["list"], ["json"]],
	use: {
		browserName: "chromium",
		// An action waits as long as an expectation twice over: without a limit, one that can't come takes all of its test's time.
		actionTimeout: 40_000,
		launchOptions: {
			executablePath: process.env.CHROMIUM_HEADLESS ?? wholeBrowser,
			args: chromiumArgs,
		},
		viewport: { width: 1280, height: 800 },
		// Drawing each page's view transition takes a tenth of the time. navigation.test.ts has them.
		contextOptions: { reducedMotion: "reduce" },
		// Recording a trace of every test would take a fifth of the time.
		trace: "on-first-retry",
	},
});
