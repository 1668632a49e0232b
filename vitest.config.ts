import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig, type Plugin } from "vitest/config";
import { limitNames } from "./src/platform/settings/settings-schema.ts";
import { answerKeptTexts } from "./tests/setup/kept-texts.ts";

/** Timeouts in milliseconds, long enough for a busy machine: only a hanging test exceeds them. */
const timeouts = {
	testTimeout: 60_000,
	hookTimeout: 60_000,
	expect: { poll: { timeout: 10_000 } },
};

/** Locally there is no edge cache: this replaces it by the tests' own. */
const edgeCacheStandIn: Plugin = {
	name: "edge-cache-stand-in",
	enforce: "pre",
	resolveId: (id, importer) =>
		id === "cloudflare:workers" && importer?.endsWith("/src/platform/cache/edge-cache.ts")
			? resolve("tests/setup/edge-cache.ts")
			: undefined,
};

/** Tests have a configuration of their own, so that none depends on what the owner writes in shop.config.ts. */
const fixtureConfig: Plugin = {
	name: "fixture-config",
	enforce: "pre",
	resolveId: (id, importer) =>
		id.endsWith("/shop.config.ts") && importer?.includes("/src/")
			? resolve("tests/fixtures/demo.config.ts")
			: undefined,
};

/** The content collections are read without Astro. */
const contentStandIn: Plugin = {
	name: "content-stand-in",
	enforce: "pre",
	resolveId: (id) =>
		id === "astro:content" ? resolve("tests/setup/content-collections.ts") : undefined,
};

/** Lets tests wait for what the built Worker does after a response. */
const backgroundWorkStandIn: Plugin = {
	name: "background-work-stand-in",
	enforce: "pre",
	resolveId: (id, importer) =>
		id === "cloudflare:workers" && importer?.includes("/dist/server/")
			? resolve("tests/setup/background-work.ts")
			: undefined,
};

/** The built Worker without its source maps, which are larger than its code: each module is sent to workerd with its own. */
const builtWorkerWithoutMaps: Plugin = {
	name: "built-worker-without-maps",
	enforce: "pre",
	load: async (id) =>
		id.includes("/dist/server/")
			? { code: await readFile(id, "utf8"), map: { mappings: "" } }
			: undefined,
};

/** Tests of the shop's rules are in Node, where a round trip to the database takes a tenth of the CPU time. */
const workersInNode: Plugin = {
	name: "workers-in-node",
	enforce: "pre",
	resolveId: (id) => {
		const name = /^cloudflare:(workers|test)$/.exec(id)?.[1];
		return name && resolve(`tests/setup/in-node/${name}.ts`);
	},
};

/**
 * Hashes passwords in a thousandth of the time, which is most of a sign-in's. Journeys sign in at the built
 * shop, with the hashes of local/seed.ts.
 */
const quickPasswordHash = {
	name: "quick-password-hash",
	transform(code: string, id: string): string | undefined {
		if (!id.includes("/@better-auth/utils/dist/password")) return undefined;
		const quickCode = code.replace("N: 16384,", "N: 16,");
		if (quickCode === code) throw new Error(`${id} has no scrypt cost of 16384.`);
		return quickCode;
	},
};

/** A few users send the requests of all tests, so no limit per account may apply. */
const testLimits = Object.fromEntries(limitNames.map((name) => [name, "10000"]));

export default defineConfig({
	test: {
		projects: [
			{
				plugins: [fixtureConfig],
				test: {
					...timeouts,
					name: "unit",
					include: ["{src,tests/unit}/**/*.test.ts"],
					setupFiles: ["./tests/setup/console-guard.ts"],
					// No test file leaves state behind.
					isolate: false,
				},
			},
			{
				test: {
					...timeouts,
					// Tests that start processes or servers, or build.
					name: "tooling",
					include: ["{local,ops,stand-in-for-stripe,tests/tooling}/**/*.test.ts"],
					setupFiles: ["./tests/setup/console-guard.ts"],
					// Shares modules, as above: what a test starts or writes, it ends and removes.
					isolate: false,
				},
			},
			{
				test: {
					...timeouts,
					name: "crash",
					include: ["tests/crash/**/*.test.ts"],
				},
			},
			{
				test: {
					...timeouts,
					// Retries as for Chromium: see playwright.config.ts.
					retry: 1,
					name: "firefox",
					include: ["tests/firefox/**/*.test.ts"],
					globalSetup: ["./tests/setup/test-shop.ts"],
				},
			},
			{
				plugins: [fixtureConfig, contentStandIn, workersInNode],
				test: {
					...timeouts,
					name: "model",
					include: ["tests/both/model.test.ts"],
					globalSetup: ["./tests/setup/in-node/settings.ts", "./tests/setup/google.ts"],
					setupFiles: [
						"./tests/setup/in-node/quick-packages.ts",
						"./tests/setup/in-node/stripe.ts",
						"./tests/setup/database.ts",
						"./tests/setup/console-guard.ts",
					],
				},
			},
			{
				plugins: [fixtureConfig, edgeCacheStandIn, contentStandIn, workersInNode],
				// Builds JSX as React's own files under NODE_ENV below.
				oxc: { jsx: { runtime: "automatic", development: false } },
				test: {
					...timeouts,
					// The shop's rules, in Node: tests/worker/ are those that need the platform itself.
					name: "shop",
					include: ["tests/{shop,both,demo}/**/*.test.ts"],
					// A project of its own: in the process of the others it ends, and the next file never begins.
					exclude: ["tests/both/model.test.ts"],
					// better-auth checks no origins in tests.
					env: { NODE_ENV: "production", TEST: "" },
					// One process for all files: tests/setup/database.ts resets it before each.
					isolate: false,
					globalSetup: ["./tests/setup/in-node/settings.ts", "./tests/setup/google.ts"],
					setupFiles: [
						"./tests/setup/in-node/quick-packages.ts",
						"./tests/setup/in-node/stripe.ts",
						"./tests/setup/database.ts",
						"./tests/setup/console-guard.ts",
					],
				},
			},
			{
				plugins: [
					fixtureConfig,
					edgeCacheStandIn,
					contentStandIn,
					backgroundWorkStandIn,
					builtWorkerWithoutMaps,
					cloudflareTest(async ({ inject }) => ({
						wrangler: { configPath: "./wrangler.toml" },
						main: "./tests/setup/worker.ts",
						miniflare: {
							// The shop's own waits five seconds for a full batch.
							queueConsumers: {
								"cogsmith-purges": { maxBatchSize: 100, maxBatchTimeout: 0.1, maxRetries: 20 },
							},
							serviceBindings: { KEPT_TEXTS: answerKeptTexts },
							bindings: {
								...inject<Record<string, string>>("keys"),
								...inject<Record<string, string>>("google"),
								...testLimits,
								// Counts D1's trips and rows from the first query on.
								SHOP_TRACE: "1",
								STRIPE_API_URL: inject<string>("stripeUrl"),
								STRIPE_JOB_CALLS: "100000",
								STRIPE_JS_URL: `${inject<string>("stripeUrl")}/v3/stripe.js`,
								MIGRATIONS: await readD1Migrations("./migrations"),
							},
						},
					})),
				],
				test: {
					...timeouts,
					name: "worker",
					include: ["tests/{worker,both}/**/*.test.ts"],
					// One Worker for all files: tests/setup/database.ts resets the database before each.
					isolate: false,
					globalSetup: [
						"./tests/setup/stripe.ts",
						"./tests/setup/google.ts",
						"./tests/setup/built-shop.ts",
					],
					setupFiles: ["./tests/setup/database.ts", "./tests/setup/console-guard.ts"],
					// Bundled once: each test file loads these packages, which have a thousand modules.
					deps: {
						optimizer: {
							ssr: {
								enabled: true,
								include: [
									"better-auth",
									"better-auth/adapters/drizzle",
									"better-auth/api",
									"better-auth/crypto",
									"better-auth/minimal",
									"better-auth/plugins/generic-oauth",
									"drizzle-orm",
									"drizzle-orm/d1",
									"drizzle-orm/sqlite-core",
									"jose",
									"stripe",
									"valibot",
								],
								rolldownOptions: {
									external: [/^(node|cloudflare):/],
									plugins: [quickPasswordHash],
								},
							},
						},
					},
				},
			},
		],
	},
});
