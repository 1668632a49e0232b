/** Removes the hashes that a prerendered page does not use from its Content Security Policy: see src/platform/cache/page-csp.ts. */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { withoutUnusedHashes } from "../src/platform/cache/page-csp.ts";

/** The policy of a prerendered page. */
const policyElement = /(<meta http-equiv="content-security-policy" content=")([^"]*)/;

/** An Astro integration that removes them from all prerendered pages. `insertedStyles` are the hashes of what islands insert. */
export function pageCsp(insertedStyles: readonly string[]): AstroIntegration {
	return {
		name: "page-csp",
		hooks: {
			"astro:build:done": async ({ dir }) => {
				const folder = fileURLToPath(dir);
				for (const name of globSync("**/*.html", { cwd: folder })) {
					const file = join(folder, name);
					const html = readFileSync(file, "utf8");
					const [, start, policy] = policyElement.exec(html) ?? [];
					if (!start || !policy) throw new Error(`${name} has no Content Security Policy.`);
					const own = await withoutUnusedHashes(policy, html, insertedStyles);
					writeFileSync(
						file,
						html.replace(start + policy, () => start + own),
					);
				}
			},
		},
	};
}
