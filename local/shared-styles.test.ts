import { expect, it } from "vitest";
import { withSharedStyles } from "./shared-styles.ts";

const manifest = (...styles: string[]) =>
	`import { deserializeManifest } from "astro";\nexport const manifest = deserializeManifest(${JSON.stringify(
		{
			routes: styles.map((content) => ({ styles: [{ type: "inline", content }] })),
		},
	)});\n`;

/** The styles that the module has when it runs. */
const stylesOf = (source: string): string[] =>
	new Function(
		"deserializeManifest",
		`${source.replace(/import .*$/m, "").replace("export const", "const")}return manifest;`,
	)((given: unknown) => given).routes.map(
		({ styles }: { styles: { content: string }[] }) => styles[0]?.content,
	);

const base = "a{content:'\"\\\\}'}\n";
const pages = [base, `${base}.one{}\n`, `.two{}\n${base}`, ".unknown{}"];

it("every route keeps its styles, and each sheet is there once", () => {
	const source = withSharedStyles(manifest(...pages), [base, ".one{}\n", ".two{}\n", ""]);
	expect(stylesOf(source)).toEqual(pages);
	for (const sheet of [base, ".one{}\n", ".two{}\n", ".unknown{}"])
		expect(source.split(JSON.stringify(sheet)), sheet).toHaveLength(2);
});

it("takes the longest sheet that fits", () => {
	const source = withSharedStyles(manifest("a{}b{}", "a{}"), ["a{}", "a{}b{}"]);
	expect(stylesOf(source)).toEqual(["a{}b{}", "a{}"]);
	expect(source).toMatch(/^const sharedStyles=\["a{}b{}","a{}"\];/);
});

it("moves no line, so that the source map still fits", () => {
	const lines = (text: string) => text.split("\n").length;
	expect(lines(withSharedStyles(manifest(...pages), [base]))).toBe(lines(manifest(...pages)));
});

it("fails for a manifest without styles", () => {
	expect(() => withSharedStyles("deserializeManifest({})", [base])).toThrow("found no style");
});
