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

/** First: no page is in the cache yet. */
const testsOfLock = /\/locked-database\.test\.ts$/;

/** What opens page after page to measure it, the elements on pages of another origin, and what a visitor finds. */
const testsOfPages =
	/\/widgets\/.*\.test\.ts$|\/(accessibility|public-pages|signed-in-pages|visitor)\.test\.ts$/;

/** It needs a whole browser, which another process starts: in the middle of the others, they would start twice. */
const testsOfBack = /\/back-forward-cache\.test\.ts$/;

/** Before others sell tools, and one after the other: it counts what pages read while nobody else writes. */
const testsOfCache = /\/journeys\/cache\.test\.ts$/;

/** Last: it ships all that waits. */
const testsAlone = /\/journeys\/packing\.test\.ts$/;

export default defineConfig({
	testDir: "tests",
	testMatch: /\/(journeys|widgets)\/.*\.test\.ts$/,
	globalSetup: "./tests/setup/test-shop.ts",
	fullyParallel: true,
	forbidOnly: true,
	// Two pages at once: each waits at times for the shop, and no test shares an account, a tool or an order with another.
	workers: 2,
	// tests/run.ts opens one shop for all projects, which run in this order; those of lock, cache and alone have no others beside them.
	projects: [
		{ name: "lock", testMatch: testsOfLock, outputDir: "test-results/lock" },
		// Before others order: what pages load is measured in the shop as it opens, and the newest reviews must be the demo's.
		{ name: "pages", testMatch: testsOfPages, outputDir: "test-results/pages" },
		{ name: "cache", testMatch: testsOfCache, workers: 1, outputDir: "test-results/cache" },
		{
			name: "journeys",
			testIgnore: [testsOfLock, testsOfPages, testsOfCache, testsOfBack, testsAlone],
			outputDir: "test-results/journeys",
		},
		{ name: "back", testMatch: testsOfBack, outputDir: "test-results/back" },
		{ name: "alone", testMatch: testsAlone, workers: 1, outputDir: "test-results/alone" },
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
