/** What makes a build stale. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { expect, it } from "vitest";
import { buildSources } from "../../local/build.ts";
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
