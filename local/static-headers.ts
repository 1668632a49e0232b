/**
 * Strict-Transport-Security of the files that Cloudflare serves without the Worker. A browser goes by
 * the header it saw last (RFC 6797, 8.1), so files must say the same as pages: where the owner
 * includes subdomains, the built _headers do too.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { unstable_readConfig } from "wrangler";
import { hstsValue } from "../src/http/headers.ts";

/** The text of a `_headers` file, its Strict-Transport-Security as the setting has it. */
export function withHsts(text: string, includeSubDomains: boolean): string {
	const line = /^( +Strict-Transport-Security: ).*$/m;
	if (!line.test(text)) throw new Error("public/_headers has no Strict-Transport-Security.");
	return text.replace(line, `$1${hstsValue(includeSubDomains)}`);
}

/** Writes it into what was built, by the settings of the environment that CLOUDFLARE_ENV names. */
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
