/** A hint that describes a field stands outside its label: inside it, a screen reader says it twice. */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Returns the labels of a source that hold the hint of their own field. */
function labelsWithHints(source: string): string[] {
	return [...source.matchAll(/<label\b.*?<\/label>/gs)]
		.map(([label]) => label)
		.filter((label) => /aria-describedby=/.test(label) && /\sid=["{`]+[^"}>]*-hint/.test(label));
}

it("no label holds the hint of its field", () => {
	const files = globSync("src/{components,islands,layouts,pages}/**/*.{astro,tsx}");
	expect(files.length).toBeGreaterThan(300);
	const found = files.flatMap((file) =>
		labelsWithHints(readFileSync(file, "utf8")).map((label) => `${file}: ${label}`),
	);
	expect(found).toEqual([]);
});

it("finds a label with a hint, and no other", () => {
	const field = '<input aria-describedby="a-hint" />';
	const hint = '<span id="a-hint">Optional</span>';
	expect(labelsWithHints(`<label>A ${field}${hint}</label>`)).toHaveLength(1);
	expect(labelsWithHints(`<label>A <span id="a-hint">B</span></label>`)).toEqual([]);
	expect(labelsWithHints(`<label>A ${field}</label>${hint}`)).toEqual([]);
});
