// @ts-check
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import cloudflare from "@astrojs/cloudflare";
import { cacheCloudflare } from "@astrojs/cloudflare/cache";
import react from "@astrojs/react";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, fontProviders } from "astro/config";
import { contentFiles } from "./local/content-files.ts";
import { contentPicturesPlugin } from "./local/content-pictures-plugin.ts";
import { inlineLimit, inlineScriptsPlugin } from "./local/inline-scripts-plugin.ts";
import { islandStylesPlugin } from "./local/island-styles-plugin.ts";
import { legalPagesPlugin } from "./local/legal-pages-plugin.ts";
import { markdown } from "./local/markdown.ts";
import { pageCsp } from "./local/page-csp.ts";
import { scriptFilesPlugin } from "./local/script-files-plugin.ts";
import { sharedStyles } from "./local/shared-styles.ts";
import { recordShippedPackages } from "./local/shipped-packages.ts";
import { shopConfigPlugin } from "./local/shop-config-plugin.ts";
import { shopIconsOfBuild } from "./local/shop-icons.ts";
import { socialImage } from "./local/social-image.ts";
import { staticHeaders } from "./local/static-headers.ts";
import { unusedPartsPlugins } from "./local/unused-parts-plugin.ts";
import { unusedSchemasPlugin } from "./local/unused-schemas-plugin.ts";
import { fonts } from "./src/config/config.ts";
import { speculationRules } from "./src/layouts/speculation-rules.ts";
import { storedMarks } from "./src/layouts/stored-marks.ts";

/**
 * The hash of an inline element for the content policy (W3C Content Security Policy Level 3).
 *
 * @param {string} text
 * @returns {`sha256-${string}`}
 */
function inlineHash(text) {
	return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/**
 * The stylesheet that sonner inserts into the page. The content policy allows it by its hash; if sonner
 * ever stores it elsewhere, the build fails here instead of losing the styles.
 *
 * @returns {string}
 */
function sonnerStyle() {
	const source = readFileSync("node_modules/sonner/dist/index.mjs", "utf8");
	const literal = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source)?.[1];
	if (!literal) throw new Error("astro.config.mjs did not find sonner's stylesheet in its module.");
	return JSON.parse(literal);
}

/**
 * The modules that islands share, in a few chunks instead of twenty: they compress better, which saves
 * 7 KB a page. The forms library has its own chunk, since lists and the checkout don't use it. Modules that public pages
 * load too (http/token-storage, shop/partners) are in neither, or those pages would load React.
 */
const browserChunks = [
	// What every page's layout imports. First, or the islands' chunk would include it: a chunk takes along
	// the imports of its modules.
	{
		name: "frame",
		priority: 3,
		test: /\/src\/(http\/token-storage|shop\/(carts\/cart-(lines|storage)|partners\/partner-storage|orders\/(last-ordered|unpaid-orders))|islands\/ui\/new-build)\.ts$|\/widgets\/src\/partner\.ts$/,
	},
	{
		name: "islands",
		priority: 2,
		test: /node_modules\/(react|react-dom|scheduler|nanostores\/atom|valibot|@astrojs\/react)\/|\/src\/(messages\/(messages|common|numbers)\.ts|paths\/site|stores\/(session|toasts)|http\/(call|current-user|endpoint)|config\/(config|days|language)|errors|values\/(fields|pasted|money|paging|idempotency-key)|islands\/ui\/(Button|ErrorWithRetry|Field|Spinner|SubmitButton|Toasts|form-draft|unsaved-changes|useHydrated|useSend|useFormGuard))/,
	},
	{
		// What stands in a line of a cart or an order.
		name: "line",
		priority: 1,
		test: /\/src\/(islands\/ui\/(SoldFacts|Thumbnail)\.tsx|shop\/tools\/sold-tool\.ts)$/,
	},
	{
		name: "forms",
		priority: 1,
		test: /node_modules\/react-hook-form\/|\/src\/islands\/ui\/(valibot-resolver|useSchemaForm|useHookFormGuard)\.ts$/,
	},
];

/**
 * Inlines each message of src/messages/messages.ts into the chunk that shows it instead of the one every island
 * loads. And leaves out a schema that only another unused one has the entries of: reading a property does nothing here. A
 * plugin, because Astro passes only output options to the browser's build.
 *
 * @type {import("vite").Plugin}
 */
const smallerChunks = {
	name: "smaller-chunks",
	applyToEnvironment: ({ name }) => name === "client",
	options: (options) => ({
		...options,
		optimization: { ...options.optimization, inlineConst: { mode: "all", pass: 2 } },
		treeshake: { propertyReadSideEffects: false },
	}),
};

/**
 * Without Vite's function that preloads what a later script imports: it costs each page 0.4 KB, and islands have loaded most of
 * it. A plugin, because Astro passes only output options to the browser's build.
 *
 * @type {import("vite").Plugin}
 */
const noPreloads = {
	name: "no-preloads",
	configEnvironment: (name) =>
		name === "client" ? { build: { modulePreload: false } } : undefined,
};

/** `npm run dev` sets its own configuration and state here; a build uses wrangler.toml. */
const { SHOP_WRANGLER_CONFIG: configPath, SHOP_PERSIST: persistPath } = process.env;

/**
 * Disables Astro's image endpoint: pictures of texts are linked as they are. An integration, since the adapter sets its own
 * endpoint and service, and integrations run after it.
 *
 * @type {import("astro").AstroIntegration}
 */
const noImageEndpoint = {
	name: "no-image-endpoint",
	hooks: {
		"astro:config:setup": ({ updateConfig }) => {
			const endpoint = { route: "/_image", entrypoint: "./src/http/disabled-image-endpoint.ts" };
			const service = {
				entrypoint: fileURLToPath(new URL("src/http/linked-images.ts", import.meta.url)),
			};
			updateConfig({ image: { endpoint, service } });
		},
	},
};

const { heading } = fonts;

/** The hashes of what islands insert. sonner inserts an empty style element before it fills it, and browsers check both. */
const insertedStyles = [inlineHash(sonnerStyle()), inlineHash("")];

/** Routes that are no pages, as Astro names them: those of the folder's .ts files. */
const fileRoutes = readdirSync("src/pages", { recursive: true, encoding: "utf8" })
	.filter((file) => file.endsWith(".ts"))
	.map((file) => `/${file.replaceAll("\\", "/").replace(/\.ts$/, "")}`);

export default defineConfig({
	output: "server",
	adapter: cloudflare({
		// The shop serves its own images (src/platform/services/images.ts); Astro does not transform images.
		imageService: "passthrough",
		...(configPath && { configPath }),
		...(persistPath && { persistState: { path: persistPath } }),
	}),
	integrations: [
		react(),
		noImageEndpoint,
		contentFiles(),
		staticHeaders(),
		pageCsp(insertedStyles),
		socialImage(),
		shopIconsOfBuild(),
		sharedStyles(),
	],
	session: false,
	// The adapter enables Workers Cache by the name of its provider. The entrypoint is our own.
	cache: {
		provider: { ...cacheCloudflare(), entrypoint: "./src/platform/cache/cache-provider.ts" },
	},
	build: { inlineStylesheets: "always" },
	prefetch: false,
	markdown,
	fonts: [
		{
			provider: fontProviders.local(),
			name: heading.name,
			cssVariable: "--font-heading-face",
			fallbacks: [...heading.fallbacks],
			// A late font is used on the next page: swapping it in would shift the layout.
			display: "optional",
			options: {
				variants: [
					{
						weight: heading.weight,
						style: "normal",
						src: ["./.generated/heading.woff2"],
					},
				],
			},
		},
	],
	vite: {
		plugins: [
			shopConfigPlugin(),
			legalPagesPlugin(),
			contentPicturesPlugin(),
			tailwindcss(),
			recordShippedPackages(),
			islandStylesPlugin(),
			smallerChunks,
			noPreloads,
			unusedSchemasPlugin(),
			unusedPartsPlugins(),
			inlineScriptsPlugin(),
			scriptFilesPlugin(),
		],
		define: {
			INSERTED_STYLES: JSON.stringify(insertedStyles),
			FILE_ROUTES: JSON.stringify(fileRoutes),
		},
		build: { assetsInlineLimit: inlineLimit },
		environments: {
			ssr: {
				build: {
					// Names stay, for the traces of errors; without spaces the Worker has a fifth fewer bytes.
					rolldownOptions: {
						output: {
							minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
						},
					},
				},
			},
			client: {
				build: {
					// No banner: the adapter's shim for Node's `process` is for the Worker.
					rolldownOptions: { output: { banner: "", codeSplitting: { groups: browserChunks } } },
				},
			},
		},
	},
	security: {
		// The shop's own check is stricter and allows bearer tokens: see src/http/handle.ts.
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
			styleDirective: { hashes: insertedStyles },
			scriptDirective: { hashes: [inlineHash(speculationRules), inlineHash(storedMarks)] },
		},
	},
});
