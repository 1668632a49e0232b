/** What makes a build stale. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { expect, it } from "vitest";
import { buildSources, ownWarnings } from "../../local/build.ts";
import { root } from "../../local/settings.ts";
import manifest from "../../package.json" with { type: "json" };

/** A module with all that it imports from this repository. */
function modulesOf(file: string, found = new Set<string>()): Set<string> {
	if (found.has(file)) return found;
	found.add(file);
	const text = readFileSync(join(root, file), "utf8");
	for (const [, path = ""] of text.matchAll(/\bfrom "(\.[^"$]+)"/g))
		modulesOf(join(dirname(file), path), found);
	return found;
}

it("a build's own warnings are shown, and no tool's", () => {
	const output = [
		"13:06:02 [WARN] [vite] docs/law.md: publish content/legal/returns.md",
		"13:06:04 [WARN] [vite] [plugin content-pictures] Sourcemap is likely to be incorrect",
	].join("\n");
	expect(ownWarnings(output)).toEqual(["docs/law.md: publish content/legal/returns.md"]);
});

it("a build is stale after a change of any module that makes it", () => {
	const scripts = [...manifest.scripts.build.matchAll(/\bnode (\S+)/g)].map(
		([, file = ""]) => file,
	);
	const modules = ["astro.config.mjs", ...scripts].flatMap((file) => [...modulesOf(file)]);
	expect(modules).toContain("local/static-headers.ts");
	const isSource = (file: string) =>
		buildSources.some((source) => file === source || file.startsWith(`${source}/`));
	expect(modules.filter((file) => !isSource(file))).toEqual([]);
});
