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
	globalSetup: "./tests/setup/shop.ts",
	fullyParallel: true,
	workers: 2,
	// A journey that passes only at the second try has failed.
	retries: 0,
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
		trace: "retain-on-failure",
	},
});
