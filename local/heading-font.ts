/**
 * Subsets the heading font to the characters headings use: Latin with its accents and the usual
 * typographic signs. Others fall back to the next font of the stack. Runs before every build.
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";
import { fonts } from "../src/config/config.ts";
import { root } from "./settings.ts";

const sourceFont = join(root, fonts.heading.file);
const subsetFile = join(root, ".generated/heading.woff2");

function range(first: number, last: number): string {
	return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));
}

/** Kerning, accent positions and tabular figures: all that the shop's styles use. */
const openTypeFeatures = ["kern", "mark", "mkmk", "ccmp", "tnum"];

/** Whether the subset is missing or older than this script or the config that names the font. */
function isStale(): boolean {
	if (!existsSync(subsetFile)) return true;
	const subsetAt = statSync(subsetFile).mtimeMs;
	const inputs = [import.meta.filename, join(root, "shop.config.ts")];
	return inputs.some((file) => statSync(file).mtimeMs > subsetAt);
}

if (isStale()) {
	const characters = `${range(0x20, 0x7e)}${range(0xc0, 0xff)}\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u00d7\u2032\u2033`;
	const font = await subsetFont(readFileSync(sourceFont), characters, {
		targetFormat: "woff2",
		keepFeatures: openTypeFeatures,
		// Hints help small sizes on coarse screens. Headings are large, and hints are a third of the file.
		noHinting: true,
	});
	mkdirSync(join(root, ".generated"), { recursive: true });
	writeFileSync(subsetFile, font);
}
