import { resolve } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig, type Plugin } from "vitest/config";
import { limitDefaults } from "./src/platform/limit-settings.ts";

/** How long anything may take on a busy machine, in milliseconds: only what hangs goes beyond. */
const patience = {
	testTimeout: 60_000,
	hookTimeout: 60_000,
	expect: { poll: { timeout: 10_000 } },
};

/** Locally no cache stands in front of the Worker: this puts the tests' own before what asks it. */
const standInFront: Plugin = {
	name: "stand-in-front",
	enforce: "pre",
	resolveId: (id, importer) =>
		id === "cloudflare:workers" && importer?.endsWith("/src/platform/edge-cache.ts")
			? resolve("tests/setup/edge-cache.ts")
			: undefined,
};

/** The tests of one file do with a few people what a shop's customers do in a year. */
const roomForTests = Object.fromEntries(Object.keys(limitDefaults).map((name) => [name, "10000"]));

export default defineConfig({
	test: {
		projects: [
			{
				test: {
					...patience,
					name: "unit",
					include: ["{src,local,ops,tests/unit}/**/*.test.ts"],
					setupFiles: ["./tests/setup/console-guard.ts"],
				},
			},
			{
				test: {
					...patience,
					name: "crash",
					include: ["tests/crash/**/*.test.ts"],
				},
			},
			{
				test: {
					...patience,
					// As for the other browser: see playwright.config.ts.
					retry: 1,
					name: "firefox",
					include: ["tests/firefox/**/*.test.ts"],
					globalSetup: ["./tests/setup/test-shop.ts"],
				},
			},
			{
				plugins: [
					standInFront,
					cloudflareTest(async ({ inject }) => ({
						wrangler: { configPath: "./wrangler.toml" },
						main: "./tests/setup/worker.ts",
						miniflare: {
							bindings: {
								...inject<Record<string, string>>("keys"),
								...inject<Record<string, string>>("google"),
								...roomForTests,
								STRIPE_API_URL: inject<string>("stripeUrl"),
								STRIPE_JOB_CALLS: "100000",
								STRIPE_JS_URL: `${inject<string>("stripeUrl")}/v3/stripe.js`,
								MIGRATIONS: await readD1Migrations("./migrations"),
							},
						},
					})),
				],
				test: {
					...patience,
					name: "worker",
					include: ["tests/worker/**/*.test.ts"],
					// One Worker for all files: tests/setup/database.ts undoes what the file before did.
					isolate: false,
					globalSetup: ["./tests/setup/stripe.ts", "./tests/setup/google.ts"],
					setupFiles: ["./tests/setup/database.ts", "./tests/setup/console-guard.ts"],
					// Bundled once: each test file is a Worker of its own, and these are a thousand modules.
					deps: {
						optimizer: {
							ssr: {
								enabled: true,
								include: [
									"better-auth",
									"better-auth/adapters/drizzle",
									"better-auth/api",
									"better-auth/plugins/generic-oauth",
									"drizzle-orm",
									"drizzle-orm/d1",
									"drizzle-orm/sqlite-core",
									"jose",
									"stripe",
									"valibot",
								],
								rolldownOptions: { external: [/^(node|cloudflare):/] },
							},
						},
					},
				},
			},
		],
	},
});
