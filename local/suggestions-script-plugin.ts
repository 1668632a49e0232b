/**
 * The script of the search's suggestions as a file of its own, which pages load when the search is focused.
 * Not by a plain `import()`: Vite would add its preload function to the script of every public page, and Astro
 * would no longer put that script into the HTML.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { root } from "./settings.ts";

const source = "src/components/search-box.ts";
const urlModule = join(root, "src/components/search-box-url.ts");

/** A Vite plugin that builds the file and gives its URL to `search-box-url.ts`. */
export function suggestionsScriptPlugin(): Plugin {
	let isBuild = false;
	// Its name holds the hash of what it is made of, so that browsers may keep it (public/_headers).
	const fileName = () => {
		const hash = createHash("sha256").update(readFileSync(join(root, source)));
		return `_astro/search-box.${hash.digest("base64url").slice(0, 8)}.js`;
	};
	return {
		name: "suggestions-script",
		enforce: "pre",
		configResolved({ command }) {
			isBuild = command === "build";
		},
		buildStart() {
			if (!isBuild || this.environment.name !== "client") return;
			this.emitFile({ type: "chunk", id: join(root, source), fileName: fileName() });
		},
		load(id) {
			if (id !== urlModule) return undefined;
			this.addWatchFile(join(root, source));
			return `export const searchBoxUrl = ${JSON.stringify(`/${isBuild ? fileName() : source}`)};`;
		},
		generateBundle(_, bundle) {
			const chunk = bundle[fileName()];
			// A chunk that it shares with islands could bring React to public pages.
			if (chunk?.type === "chunk" && chunk.imports.length > 0)
				this.error(`${source} must import types alone.`);
		},
	};
}
