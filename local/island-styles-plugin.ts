/**
 * Leaves out the style element that Astro writes before a page's first island: it stands where the island does, and HTML
 * allows one in the head alone (HTML Standard, 4.2.6). src/styles/islands.css has its rule.
 */
import type { Plugin } from "vite";

/** The element in the module's template. */
const element = /<style>\$\{ISLAND_STYLES\}<\/style>/;

/** Returns the source of Astro's module of scripts without the element. Throws an Error if it isn't there. */
function withoutIslandStyle(source: string): string {
	if (!element.test(source))
		throw new Error("local/island-styles-plugin.ts found no style of islands in Astro's module.");
	return source.replace(element, "");
}

/** A Vite plugin that leaves it out of the build. */
export function islandStylesPlugin(): Plugin {
	return {
		name: "island-styles",
		apply: "build",
		transform: {
			filter: { id: /\/astro\/dist\/runtime\/server\/scripts\.js$/ },
			handler: withoutIslandStyle,
		},
	};
}
