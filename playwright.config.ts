import { defineConfig } from "@playwright/test";

const chromiumArgs = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

export default defineConfig({
	testDir: "tests/journeys",
	outputDir: "test-results/journeys",
	globalSetup: "./tests/setup/test-shop.ts",
	fullyParallel: true,
	workers: 2,
	// A busy machine may trip a browser once; a defect does it again. Who needed the second try is
	// named at the end, to be looked into.
	retries: 1,
	timeout: 120_000,
	expect: { timeout: 20_000 },
	reporter: [["list"], ["json"]],
	use: {
		browserName: "chromium",
		launchOptions: {
			executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
			args: chromiumArgs,
		},
		viewport: { width: 1280, height: 800 },
		// Keeping one of every test would take a fifth of the time.
		trace: "on-first-retry",
	},
});
