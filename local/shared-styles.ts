/**
 * Stores each stylesheet once in the Worker. Astro writes the inline styles of every route whole into its
 * manifest, which was 2.4 MB of the same 100 KB.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import type { Plugin } from "vite";

/** An inline style of a route in the manifest, which is JSON in a line of its module. */
const inlineStyle = /"type":"inline","content":("(?:[^"\\]|\\.)*")/g;

/** What Vite adds to each sheet until all are written. */
const viteMark = /\n\/\*\$vite\$:\d+\*\/$/;

/** Splits a text into the given sheets. What is none of them is the last part. */
function splitIntoSheets(text: string, sheets: readonly string[]): string[] {
	const parts: string[] = [];
	let rest = text;
	while (rest !== "") {
		const sheet = sheets.find((part) => part !== "" && rest.startsWith(part)) ?? rest;
		parts.push(sheet);
		rest = rest.slice(sheet.length);
	}
	return parts;
}

/**
 * Returns the source of the manifest's module with each sheet in a constant. Each line stays where it is, for the
 * source map. Throws if there is no style, as in another version of Astro.
 */
export function withSharedStyles(source: string, recordedSheets: Iterable<string>): string {
	// The longest first: one sheet can be the start of another.
	const sheets = [...new Set(recordedSheets)].toSorted((one, other) => other.length - one.length);
	const shared = new Map<string, number>();
	const constantOf = (part: string) => {
		const index = shared.get(part) ?? shared.size;
		shared.set(part, index);
		return `sharedStyles[${index}]`;
	};
	const replaced = source.replace(inlineStyle, (_, literal: string) => {
		const parts = splitIntoSheets(JSON.parse(literal), sheets);
		return `"type":"inline","content":${parts.map(constantOf).join("+")}`;
	});
	if (shared.size === 0) throw new Error("local/shared-styles.ts found no style in the manifest.");
	return `const sharedStyles=${JSON.stringify([...shared.keys()])};${replaced}`;
}

/** An Astro integration that does this in the built Worker. */
export function sharedStyles(): AstroIntegration {
	const sheets = new Set<string>();
	const recordSheets: Plugin = {
		name: "record-sheets",
		apply: "build",
		generateBundle(_, bundle) {
			for (const file of Object.values(bundle)) {
				if (file.type !== "asset" || !file.fileName.endsWith(".css")) continue;
				sheets.add(String(file.source).replace(viteMark, "\n"));
			}
		},
	};
	let server: URL | undefined;
	return {
		name: "shared-styles",
		hooks: {
			"astro:config:setup": ({ updateConfig }) => {
				updateConfig({ vite: { plugins: [recordSheets] } });
			},
			"astro:config:done": ({ config }) => {
				server = config.build.server;
			},
			"astro:build:done": () => {
				if (!server) throw new Error("Astro has not told where the Worker is.");
				const folder = fileURLToPath(server);
				const file = readdirSync(folder, { recursive: true, encoding: "utf8" })
					.filter((name) => name.endsWith(".mjs"))
					.map((name) => join(folder, name))
					.find((path) => readFileSync(path, "utf8").includes("deserializeManifest({"));
				if (!file) throw new Error("local/shared-styles.ts found no manifest.");
				writeFileSync(file, withSharedStyles(readFileSync(file, "utf8"), sheets));
			},
		},
	};
}
