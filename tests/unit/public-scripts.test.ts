/** The imports of public pages' scripts: a module shared with islands would load their chunk and React. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { describe, expect, it } from "vitest";
import * as messages from "../../src/messages/messages.ts";

/** Modules outside the islands' chunks: see browserChunks in astro.config.mjs. */
const allowedPaths =
	/^(src\/components\/.*|src\/messages\/bike|src\/http\/token-storage|src\/islands\/ui\/new-build|src\/shop\/(embeds|partners)\/.*|src\/shop\/fit\/(bike-storage|saved-bikes)|src\/shop\/orders\/(last-ordered|unpaid-orders)|src\/shop\/carts\/(add-line|change-cart|cart-lines|cart-storage|store-cart)|widgets\/src\/.*)\.ts$/;

const messagesByName: Record<string, unknown> = { ...messages };

/** An import of values: its clause and its path. */
const imports = /^\s*import\s+(?!type\b)(?:([^"]*?)\s+from\s+)?"([^"]+)"/gm;

/** Disallowed imports of a source, followed recursively. */
function heavyImports(file: string, source: string, seen = new Set<string>()): string[] {
	return [...source.matchAll(imports)].flatMap(([, clause = "", from = ""]) => {
		const path = from.startsWith(".") ? join(dirname(file), from) : from;
		if (path === "src/messages/messages.ts") {
			return importedNames(clause, source)
				.filter((name) => name in messagesByName && typeof messagesByName[name] !== "string")
				.map((name) => `${file}: ${name} of ${path}`);
		}
		if (!allowedPaths.test(path)) return [`${file}: ${path}`];
		if (seen.has(path)) return [];
		seen.add(path);
		return heavyImports(path, readFileSync(path, "utf8"), seen);
	});
}

/** The names an import clause imports; for a namespace, the names in use. */
function importedNames(clause: string, source: string): string[] {
	const namespace = /^\* as (\w+)$/.exec(clause)?.[1];
	if (namespace)
		return [...source.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)`, "g"))].map(second);
	return [...clause.matchAll(/(?:^|[{,])\s*(?!type\b)(\w+)/g)].map(second);
}

const second = ([, text = ""]: RegExpExecArray): string => text;

/** The scripts Astro bundles, by file. */
const scripts = globSync("src/**/*.astro").flatMap((file) =>
	[...readFileSync(file, "utf8").matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
		([, source = ""]) => [file.replaceAll("\\", "/"), source] as const,
	),
);

describe("a page's script", () => {
	it.each(scripts)("in %s imports nothing shared with islands", (file, source) => {
		expect(heavyImports(file, source)).toEqual([]);
	});

	it("may import inlined constants of messages/messages.ts, but no function", () => {
		const from = 'from "../../messages/messages.ts";';
		const file = "src/components/widgets/a.astro";
		expect(heavyImports(file, `import { partnerNameInvalid, type tooLong } ${from}`)).toEqual([]);
		expect(
			heavyImports(
				file,
				`import * as messages ${from} messages.partnerNameInvalid; messages.tooLong(3)`,
			),
		).toEqual([`${file}: tooLong of src/messages/messages.ts`]);
		expect(heavyImports(file, `import { partnerNameInvalid, tooLong } ${from}`)).toHaveLength(1);
	});

	it("is checked through its imports", () => {
		const seen = new Set<string>();
		heavyImports("src/components/widgets/a.astro", 'import "./configurator.ts";', seen);
		expect([...seen]).toContain("src/shop/embeds/iframe.ts");
	});
});
