/**
 * Sets Strict-Transport-Security of static files, which Cloudflare serves without the Worker. A browser
 * applies the header it received last (RFC 6797, 8.1), so files must send the same value as pages: if the
 * owner includes subdomains, the built _headers file does too.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { unstable_readConfig } from "wrangler";
import { hstsValue } from "../src/http/headers.ts";

/** Sets Strict-Transport-Security in the text of a `_headers` file. Returns the new text. */
export function withHsts(text: string, includeSubDomains: boolean): string {
	const line = /^( +Strict-Transport-Security: ).*$/m;
	if (!line.test(text)) throw new Error("public/_headers has no Strict-Transport-Security.");
	return text.replace(line, `$1${hstsValue(includeSubDomains)}`);
}

/** An Astro integration that sets it in the build, by the settings of the CLOUDFLARE_ENV environment. */
export function staticHeaders(): AstroIntegration {
	return {
		name: "static-headers",
		hooks: {
			"astro:build:done": ({ dir }) => {
				const { vars } = unstable_readConfig(
					{ config: "wrangler.toml", env: process.env.CLOUDFLARE_ENV },
					{ hideWarnings: true },
				);
				const file = fileURLToPath(new URL("_headers", dir));
				const includeSubDomains = vars.HSTS_INCLUDE_SUBDOMAINS === "1";
				writeFileSync(file, withHsts(readFileSync(file, "utf8"), includeSubDomains));
			},
		},
	};
}
