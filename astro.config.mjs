// @ts-check
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import cloudflare from "@astrojs/cloudflare";
import { cacheCloudflare } from "@astrojs/cloudflare/cache";
import react from "@astrojs/react";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, fontProviders } from "astro/config";
import { recordShippedPackages } from "./local/shipped-packages.ts";
import { staticHeaders } from "./local/static-headers.ts";
import { speculationRules } from "./src/layouts/speculation-rules.ts";

/**
 * The hash a content policy knows what stands in the page by (W3C Content Security Policy Level 3).
 *
 * @param {string} text
 * @returns {`sha256-${string}`}
 */
function inlineHash(text) {
	return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/**
 * The stylesheet that sonner writes into the page when it loads. The content policy allows it by
 * its hash; if sonner ever keeps it elsewhere the build stops here rather than losing its looks.
 *
 * @returns {string}
 */
function sonnerStyle() {
	const source = readFileSync("node_modules/sonner/dist/index.mjs", "utf8");
	const literal = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source)?.[1];
	if (!literal)
		throw new Error("sonner's stylesheet was not found where astro.config.mjs looks for it.");
	return JSON.parse(literal);
}

/**
 * What islands share, in a few chunks rather than twenty: brotli finds more that repeats, which is
 * 7 KB less a page. Forms' library stands apart, since lists do without. What public pages load
 * too (http/token-storage, shop/partners) is in neither, or they would load React.
 */
const browserChunks = [
	// What every page's frame imports, in one file. First, or what islands share would draw it in: a
	// chunk takes along what its modules import.
	{
		name: "frame",
		priority: 3,
		test: /\/src\/(http\/token-storage|shop\/(partners\/partner-storage|orders\/last-ordered))\.ts$|\/widgets\/src\/partner\.ts$/,
	},
	{
		name: "islands",
		priority: 2,
		test: /node_modules\/(react|react-dom|scheduler|nanostores|@nanostores\/react|valibot|@astrojs\/react)\/|\/src\/(messages\.ts|site-paths|stores|http\/(call|endpoint|identity-client)|shop\/(errors|fields|paging|users\/users)|islands\/ui\/(ErrorWithRetry|Spinner|Toasts|useHydrated|useSend|useFormGuard))/,
	},
	{
		name: "tools",
		priority: 1,
		test: /\/src\/(shop|islands)\/tools\/(tools|tool-list)(\.api)?\.ts$/,
	},
	{
		name: "forms",
		priority: 1,
		test: /node_modules\/react-hook-form\/|\/src\/islands\/ui\/(Field|SubmitButton|form-draft|unsaved-changes|valibot-resolver|useHookFormGuard)\.tsx?$/,
	},
];

/**
 * A message of src/messages.ts goes into the chunk that shows it, not into the one every island loads. A
 * plugin, because Astro hands a build for the browser alone no more than its output's options.
 *
 * @type {import("vite").Plugin}
 */
const inlineMessages = {
	name: "inline-messages",
	applyToEnvironment: ({ name }) => name === "client",
	options: (options) => ({
		...options,
		optimization: { ...options.optimization, inlineConst: { mode: "all", pass: 2 } },
	}),
};

/** `npm run dev` names its own configuration and state here; a build takes wrangler.toml. */
const { SHOP_WRANGLER_CONFIG: configPath, SHOP_PERSIST: persistPath } = process.env;

/**
 * Disables Astro's image endpoint. An integration, since the adapter names one of its own beside any
 * image service, and integrations come after it.
 *
 * @type {import("astro").AstroIntegration}
 */
const noImageEndpoint = {
	name: "no-image-endpoint",
	hooks: {
		"astro:config:setup": ({ updateConfig }) => {
			const endpoint = { route: "/_image", entrypoint: "./src/http/disabled-image-endpoint.ts" };
			updateConfig({ image: { endpoint } });
		},
	},
};

export default defineConfig({
	output: "server",
	adapter: cloudflare({
		// The shop serves its own pictures (src/platform/images.ts); Astro transforms none.
		imageService: "passthrough",
		...(configPath && { configPath }),
		...(persistPath && { persistState: { path: persistPath } }),
	}),
	integrations: [react(), noImageEndpoint, staticHeaders()],
	session: false,
	// Pages set how long they are cached: see src/platform/page-cache.ts.
	cache: { provider: cacheCloudflare() },
	build: { inlineStylesheets: "always" },
	prefetch: false,
	fonts: [
		{
			provider: fontProviders.local(),
			name: "Barlow Condensed",
			cssVariable: "--font-heading-face",
			fallbacks: ["Arial Narrow", "sans-serif"],
			// A font that comes late is for the next page: swapped in, it would move this one.
			display: "optional",
			options: {
				variants: [
					{
						weight: 600,
						style: "normal",
						src: ["./.generated/heading.woff2"],
					},
				],
			},
		},
	],
	vite: {
		plugins: [tailwindcss(), recordShippedPackages(), inlineMessages],
		environments: {
			client: {
				build: {
					// Astro's pages name their scripts themselves.
					modulePreload: false,
					// No banner: the adapter's stand-in for Node's `process` is for the Worker.
					rolldownOptions: { output: { banner: "", codeSplitting: { groups: browserChunks } } },
				},
			},
		},
	},
	security: {
		// Our own rule is stricter and knows bearer calls: see src/http/handle.ts.
		checkOrigin: false,
		csp: {
			directives: [
				"default-src 'self'",
				"img-src 'self' data: blob:",
				"font-src 'self'",
				"connect-src 'self'",
				"object-src 'none'",
				"base-uri 'none'",
				"form-action 'self'",
			],
			// sonner puts an empty style element into the page before it fills it: both are checked.
			styleDirective: { hashes: [inlineHash(sonnerStyle()), inlineHash("")] },
			scriptDirective: { hashes: [inlineHash(speculationRules)] },
		},
	},
});
