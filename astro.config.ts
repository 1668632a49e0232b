import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import cloudflare from "@astrojs/cloudflare";
import react from "@astrojs/react";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, fontProviders } from "astro/config";

/** The hash a content policy knows an inline style by (W3C Content Security Policy Level 3). */
function styleHash(style: string): `sha256-${string}` {
	return `sha256-${createHash("sha256").update(style).digest("base64")}`;
}

/**
 * The stylesheet that sonner writes into the page when it loads. The content policy allows it by
 * its hash; if sonner ever keeps it elsewhere the build stops here rather than losing its looks.
 */
function sonnerStyle(): string {
	const source = readFileSync("node_modules/sonner/dist/index.mjs", "utf8");
	const literal = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source)?.[1];
	if (!literal)
		throw new Error("sonner's stylesheet was not found where astro.config.ts looks for it.");
	return JSON.parse(literal);
}

/** `npm run dev` names its own configuration and state here; a build takes wrangler.toml. */
const { SHOP_WRANGLER_CONFIG: configPath, SHOP_PERSIST: persistPath } = process.env;

export default defineConfig({
	output: "server",
	adapter: cloudflare({
		// The shop serves its own pictures (src/platform/images.ts); Astro transforms none.
		imageService: "passthrough",
		...(configPath && { configPath }),
		...(persistPath && { persistState: { path: persistPath } }),
	}),
	integrations: [react()],
	session: false,
	build: { inlineStylesheets: "always" },
	prefetch: false,
	fonts: [
		{
			provider: fontProviders.local(),
			name: "Barlow Condensed",
			cssVariable: "--font-heading-face",
			fallbacks: ["Arial Narrow", "sans-serif"],
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
	vite: { plugins: [tailwindcss()] },
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
			styleDirective: { hashes: [styleHash(sonnerStyle()), styleHash("")] },
		},
	},
});
